/** Limits how much memory-hungry work (pictures, PDFs, spreadsheets) runs at the same time. */
import { Refusal } from '#shared/refusal.ts'

interface WorkQueueLimits {
  /** Largest total weight of the running tasks; a task that weighs more than this runs alone. */
  capacity: number
  /** How many tasks may run at once, however light. */
  concurrency: number
  /** How many tasks may wait; further ones are refused. */
  maxWaiting: number
  /** After so many milliseconds a waiting task is refused. */
  maxWaitMs: number
}

/** Runs a task of this weight as soon as there is capacity for it; refuses with 'too-many'. */
export type WorkQueue = <Outcome>(weight: number, task: () => Promise<Outcome>) => Promise<Outcome>

interface WaitingTask {
  weight: number
  start: () => void
}

/** First in, first out: light tasks never overtake a heavy one. */
export function createWorkQueue({
  capacity,
  concurrency,
  maxWaiting,
  maxWaitMs,
}: WorkQueueLimits): WorkQueue {
  const queue: WaitingTask[] = []
  let running = 0
  let load = 0

  const fits = (weight: number) =>
    running < concurrency && (running === 0 || load + weight <= capacity)
  const startNext = () => {
    for (let next = queue[0]; next && fits(next.weight); next = queue[0]) {
      queue.shift()
      next.start()
    }
  }
  const acquire = (weight: number) => {
    running += 1
    load += weight
  }
  const enqueue = (weight: number) =>
    new Promise<void>((resolve, reject) => {
      if (queue.length >= maxWaiting) return reject(tooBusy())
      const timer = setTimeout(() => {
        queue.splice(queue.indexOf(entry), 1)
        reject(tooBusy())
        startNext()
      }, maxWaitMs)
      const entry: WaitingTask = {
        weight,
        start: () => {
          clearTimeout(timer)
          acquire(weight)
          resolve()
        },
      }
      queue.push(entry)
    })

  return async (weight, task) => {
    if (queue.length === 0 && fits(weight)) acquire(weight)
    else await enqueue(weight)
    try {
      return await task()
    } finally {
      running -= 1
      load -= weight
      startNext()
    }
  }
}

const tooBusy = () =>
  new Refusal('too-many', 'The portal is busy with other files; please try again in a minute', {
    retryAfter: 60,
  })
