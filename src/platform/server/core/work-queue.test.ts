import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createWorkQueue, type WorkQueueLimits } from './work-queue.ts'

/** Follows the fake timers of a test. */
const during = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** A queue of named tasks that run until `finish(name)`; `started` lists them in their order. */
function openQueue(
  limits: WorkQueueLimits = { capacity: 10, concurrency: 2, maxWaiting: 3, maxWaitMs: 1000 },
) {
  const run = createWorkQueue(limits)
  const started: string[] = []
  const resolvers = new Map<string, () => void>()
  let isOver = false
  // A task that still waits would be refused later, during another test.
  onTestFinished(() => {
    isOver = true
    for (const resolve of resolvers.values()) resolve()
  })
  const add = (name: string, weight: number, client?: string) =>
    run(
      weight,
      () => {
        started.push(name)
        if (isOver) return Promise.resolve(name)
        return new Promise<string>((resolve) => resolvers.set(name, () => resolve(name)))
      },
      client,
    )
  return { add, started, finish: (name: string) => resolvers.get(name)?.() }
}

test('runs two tasks concurrently and starts the third when one finishes', async () => {
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
  const busy = 'The portal is busy; please try again in a minute'
  await expect(add('c', 1)).rejects.toThrow(busy)
  await expect(waiting).rejects.toThrow(busy)
  finish('a')
  add('d', 1)
  await expect.poll(() => started).toEqual(['a', 'd'])
})

describe('with several clients', () => {
  const limits = {
    capacity: 56,
    concurrency: 2,
    maxWaiting: 8,
    maxWaitingPerClient: 3,
    maxWaitMs: 60_000,
  }

  test('takes a task of each in turn', async () => {
    const { add, started, finish } = openQueue({ ...limits, concurrency: 1 })
    for (const name of ['a1', 'a2', 'a3', 'b1', 'c1', 'b2']) add(name, 1, name[0])
    const expected = ['a1', 'b1', 'c1', 'a2', 'b2', 'a3']
    for (const [index, name] of expected.entries()) {
      await expect.poll(() => started).toEqual(expected.slice(0, index + 1))
      finish(name)
    }
  })

  test('takes a newcomer before the client of the last turn', async () => {
    const { add, started, finish } = openQueue({ ...limits, concurrency: 1 })
    for (const name of ['a1', 'a2', 'a3']) add(name, 1, 'a')
    add('b1', 1, 'b')
    finish('a1')
    await expect.poll(() => started).toEqual(['a1', 'b1'])
  })

  test('starts a task of another immediately when it fits, although tasks wait', async () => {
    const { add, started } = openQueue(limits)
    for (const name of ['a1', 'a2', 'a3']) add(name, 40, 'a')
    add('b1', 12, 'b')
    await expect.poll(() => started).toEqual(['a1', 'b1'])
  })

  test('leaves a slot to others when one may run a single task at a time', async () => {
    const { add, started, finish } = openQueue({ ...limits, maxRunningPerClient: 1 })
    for (const name of ['a1', 'a2', 'a3']) add(name, 10, 'a')
    expect(started).toEqual(['a1'])
    add('b1', 10, 'b')
    add('c1', 10, 'c')
    await expect.poll(() => started).toEqual(['a1', 'b1'])
    finish('a1')
    await expect.poll(() => started).toEqual(['a1', 'b1', 'c1'])
    finish('b1')
    await expect.poll(() => started).toEqual(['a1', 'b1', 'c1', 'a2'])
    finish('a2')
    await expect.poll(() => started).toEqual(['a1', 'b1', 'c1', 'a2', 'a3'])
  })

  test('refuses the fourth waiting task of one, and takes those of others', async () => {
    const { add } = openQueue({ ...limits, concurrency: 1 })
    for (const name of ['a1', 'a2', 'a3', 'a4']) add(name, 1, 'a')
    await expect(add('a5', 1, 'a')).rejects.toMatchObject({
      kind: 'too-many',
      message: 'Other files from you are still being processed; please try again in a few seconds',
      details: { code: 'files-waiting', retryAfter: 5 },
    })
    for (const client of ['b', 'b', 'b', 'c', 'c']) add('waits', 1, client)
    await expect(add('one too many', 1, 'd')).rejects.toThrow('The portal is busy')
  })

  test('lets one wait for 2 seconds at most while another sends 60 pictures of 40 megapixels', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const run = createWorkQueue({ ...limits, maxWaiting: 400 })
    let pictures = 60
    let refused = 0
    const send = async (): Promise<void> => {
      if (pictures === 0) return
      pictures -= 1
      await run(40, () => during(1500), 'flood').catch(async () => {
        refused += 1
        pictures += 1
        await during(500)
      })
      return send()
    }
    const flood = Promise.all(Array.from({ length: 60 }, send))
    const waits: number[] = []
    const arrive = async (weight: number) => {
      const arrivedAt = Date.now()
      await run(
        weight,
        async () => {
          waits.push(Date.now() - arrivedAt)
          await during(weight * 30)
        },
        `visitor ${arrivedAt}`,
      )
    }
    const arrivals: Promise<void>[] = []
    for (let second = 0; second < 90; second += 1) {
      if (second % 3 === 0) arrivals.push(arrive(second % 2 === 0 ? 12 : 40))
      await vi.advanceTimersByTimeAsync(1000)
    }
    await vi.runAllTimersAsync()
    await Promise.all([flood, ...arrivals])
    expect(waits).toHaveLength(30)
    expect(Math.max(...waits)).toBeLessThanOrEqual(2000)
    expect(refused).toBeGreaterThan(50)
  })
})

test('a client whose last task has waited too long is forgotten', async () => {
  const limits = { capacity: 2, concurrency: 2, maxWaiting: 9, maxWaitMs: 20 }
  const queue = createWorkQueue(limits)
  const [first, other] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const running = [queue(1, () => first.promise, 'a'), queue(1, () => other.promise, 'b')]
  const late = queue(2, async () => {}, 'a')
  first.resolve()
  await expect(late).rejects.toThrow('The portal is busy')
  const order: string[] = []
  const next = ['a', 'c'].map((client) => queue(2, async () => void order.push(client), client))
  other.resolve()
  await Promise.all([...running, ...next])
  // Its turn of before would put it after the new client.
  expect(order).toEqual(['a', 'c'])
})
