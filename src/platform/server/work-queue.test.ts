import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createWorkQueue } from './work-queue.ts'

/** A queue of named tasks that run until `finish(name)`; `started` lists them in their order. */
function openQueue(limits = { capacity: 10, concurrency: 2, maxWaiting: 3, maxWaitMs: 1000 }) {
  const run = createWorkQueue(limits)
  const started: string[] = []
  const resolvers = new Map<string, () => void>()
  const add = (name: string, weight: number) =>
    run(weight, () => {
      started.push(name)
      return new Promise<string>((resolve) => resolvers.set(name, () => resolve(name)))
    })
  return { add, started, finish: (name: string) => resolvers.get(name)?.() }
}

test('runs two tasks at once and starts the third when one finishes', async () => {
  const { add, started, finish } = openQueue()
  const first = add('a', 1)
  add('b', 1)
  add('c', 1)
  expect(started).toEqual(['a', 'b'])
  finish('a')
  expect(await first).toBe('a')
  await expect.poll(() => started).toEqual(['a', 'b', 'c'])
})

test('runs a task heavier than the capacity alone, and lets none overtake it', async () => {
  const { add, started, finish } = openQueue()
  add('light', 1)
  add('heavy', 50)
  add('light too', 1)
  expect(started).toEqual(['light'])
  finish('light')
  await expect.poll(() => started).toEqual(['light', 'heavy'])
  finish('heavy')
  await expect.poll(() => started).toEqual(['light', 'heavy', 'light too'])
})

test('starts the next task after one that fails', async () => {
  const run = createWorkQueue({ capacity: 1, concurrency: 1, maxWaiting: 3, maxWaitMs: 1000 })
  const failing = run(1, () => Promise.reject(new Error('damaged')))
  const next = run(1, () => Promise.resolve('drawn'))
  await expect(failing).rejects.toThrow('damaged')
  expect(await next).toBe('drawn')
})

test('refuses a task when too many wait, and one that has waited too long', async () => {
  const { add, started, finish } = openQueue({
    capacity: 1,
    concurrency: 1,
    maxWaiting: 1,
    maxWaitMs: 30,
  })
  add('a', 1)
  const waiting = add('b', 1)
  const busy = 'The portal is busy with other files; please try again in a minute'
  await expect(add('c', 1)).rejects.toThrow(busy)
  await expect(waiting).rejects.toThrow(busy)
  finish('a')
  await sleep(10)
  add('d', 1)
  expect(started).toEqual(['a', 'd'])
})
