import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createWorkQueue } from './work-queue.ts'

/** Works that end when they are told to, and the order in which they began. */
function works(limits = { room: 10, atOnce: 2, waiting: 3, longestWait: 1000 }) {
  const turns = createWorkQueue(limits)
  const began: string[] = []
  const end = new Map<string, () => void>()
  const start = (name: string, weight: number) =>
    turns(weight, () => {
      began.push(name)
      return new Promise<string>((resolve) => end.set(name, () => resolve(name)))
    })
  return { start, began, end: (name: string) => end.get(name)?.() }
}

test('two works run at once, the third waits for its turn', async () => {
  const { start, began, end } = works()
  const first = start('a', 1)
  start('b', 1)
  start('c', 1)
  expect(began).toEqual(['a', 'b'])
  end('a')
  expect(await first).toBe('a')
  await expect.poll(() => began).toEqual(['a', 'b', 'c'])
})

test('a work that weighs more than the room runs alone, and is not overtaken', async () => {
  const { start, began, end } = works()
  start('light', 1)
  start('heavy', 50)
  start('light too', 1)
  expect(began).toEqual(['light'])
  end('light')
  await expect.poll(() => began).toEqual(['light', 'heavy'])
  end('heavy')
  await expect.poll(() => began).toEqual(['light', 'heavy', 'light too'])
})

test('a work that fails makes room all the same', async () => {
  const turns = createWorkQueue({ capacity: 1, concurrency: 1, maxWaiting: 3, maxWaitMs: 1000 })
  const failing = turns(1, () => Promise.reject(new Error('damaged')))
  const next = turns(1, () => Promise.resolve('drawn'))
  await expect(failing).rejects.toThrow('damaged')
  expect(await next).toBe('drawn')
})

test('who would wait too long is asked to come back, and so is one too many', async () => {
  const { start, began, end } = works({ room: 1, atOnce: 1, waiting: 1, longestWait: 30 })
  start('a', 1)
  const waiting = start('b', 1)
  const busy = 'The portal is busy with other files; please try again in a minute'
  await expect(start('c', 1)).rejects.toThrow(busy)
  await expect(waiting).rejects.toThrow(busy)
  end('a')
  await sleep(10)
  start('d', 1)
  expect(began).toEqual(['a', 'd'])
})
