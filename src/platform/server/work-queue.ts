/** Heavy work waits its turn, so that many files at once never need more memory than a few. */
import { Refusal } from '#shared/refusal.ts'

interface WorkQueueLimits {
  /** What all works together may weigh; one that weighs more runs alone. */
  capacity: number
  /** How many may run at once, however light. */
  concurrency: number
  /** How many may wait, and how many milliseconds. */
  maxWaiting: number
  maxWaitMs: number
}

/** Runs a work of this weight when there is room for it. */
export type WorkQueue = <Outcome>(weight: number, work: () => Promise<Outcome>) => Promise<Outcome>

interface Waiting {
  weight: number
  begin: () => void
}

/** First come, first served: a heavy work is never overtaken by light ones. */
export function createWorkQueue({
  capacity: room,
  concurrency: atOnce,
  maxWaiting: waiting,
  maxWaitMs: longestWait,
}: WorkQueueLimits): WorkQueue {
  const queue: Waiting[] = []
  let running = 0
  let taken = 0

  const fits = (weight: number) => running < atOnce && (running === 0 || taken + weight <= room)
  const beginNext = () => {
    for (let next = queue[0]; next && fits(next.weight); next = queue[0]) {
      queue.shift()
      next.begin()
    }
  }
  const take = (weight: number) => {
    running += 1
    taken += weight
  }
  const turnFor = (weight: number) =>
    new Promise<void>((resolve, reject) => {
      if (queue.length >= waiting) return reject(tooBusy())
      const timer = setTimeout(() => {
        queue.splice(queue.indexOf(entry), 1)
        reject(tooBusy())
        beginNext()
      }, longestWait)
      const entry: Waiting = {
        weight,
        begin: () => {
          clearTimeout(timer)
          take(weight)
          resolve()
        },
      }
      queue.push(entry)
    })

  return async (weight, work) => {
    if (queue.length === 0 && fits(weight)) take(weight)
    else await turnFor(weight)
    try {
      return await work()
    } finally {
      running -= 1
      taken -= weight
      beginNext()
    }
  }
}

const tooBusy = () =>
  new Refusal('too-many', 'The portal is busy with other files; please try again in a minute', 60)
