/** Limits how much memory-hungry work (pictures, PDFs, spreadsheets) runs at the same time. */
import { Refusal } from '#shared/refusal.ts'

interface WorkQueueLimits {
  /** Largest total weight of the running tasks; a task that weighs more than this runs alone. */
  capacity: number
  /** How many tasks may run at once, however light. */
  concurrency: number
  /** How many tasks may wait; further ones are refused. */
  maxWaiting: number
  /** How many tasks of one client may wait; further ones are refused. */
  maxWaitingPerClient?: number
  /** How long a task may wait, in milliseconds; then it is refused. */
  maxWaitMs: number
}

/**
 * Runs a task of this weight as soon as there is capacity for it; refuses with 'too-many'. Clients take
 * turns, so that a client with many tasks delays another by one task. Tasks without a client count as
 * one client's.
 */
export type WorkQueue = <Outcome>(
  weight: number,
  task: () => Promise<Outcome>,
  client?: string,
) => Promise<Outcome>

interface WaitingTask {
  client: string
  weight: number
  start: () => void
}

/** The task of the client whose turn it is runs first, even if it must wait and a lighter task would fit. */
export function createWorkQueue({
  capacity,
  concurrency,
  maxWaiting,
  maxWaitingPerClient = maxWaiting,
  maxWaitMs,
}: WorkQueueLimits): WorkQueue {
  const waiting = waitingTasks()
  let running = 0
  let load = 0

  const fits = (weight: number) =>
    running < concurrency && (running === 0 || load + weight <= capacity)
  const startNext = () => {
    for (let task = waiting.next(); task && fits(task.weight); task = waiting.next()) {
      waiting.remove(task)
      task.start()
    }
  }
  const acquire = (client: string, weight: number) => {
    running += 1
    load += weight
    waiting.endTurn(client)
  }
  const enqueue = (client: string, weight: number) =>
    new Promise<void>((resolve, reject) => {
      if (waiting.count() >= maxWaiting) return reject(tooBusy())
      if (waiting.count(client) >= maxWaitingPerClient) return reject(tooManyOfClient())
      const timer = setTimeout(() => {
        waiting.remove(task)
        reject(tooBusy())
        startNext()
      }, maxWaitMs)
      const task: WaitingTask = {
        client,
        weight,
        start: () => {
          clearTimeout(timer)
          acquire(client, weight)
          resolve()
        },
      }
      waiting.add(task)
    })

  return async (weight, task, client = '') => {
    if (waiting.count() === 0 && fits(weight)) acquire(client, weight)
    else await enqueue(client, weight)
    try {
      return await task()
    } finally {
      running -= 1
      load -= weight
      startNext()
    }
  }
}

/** Waiting tasks by client, the clients in the order of their turns. */
function waitingTasks() {
  const byClient = new Map<string, WaitingTask[]>()
  let total = 0
  /** The client of the last turn; it is moved to the end only at the next turn, behind newcomers. */
  let last: string | undefined

  const moveToEnd = (client: string, tasks: WaitingTask[]) => {
    byClient.delete(client)
    byClient.set(client, tasks)
  }
  return {
    count: (client?: string) =>
      client === undefined ? total : (byClient.get(client)?.length ?? 0),
    add: (task: WaitingTask) => {
      const tasks = byClient.get(task.client)
      if (tasks) tasks.push(task)
      else byClient.set(task.client, [task])
      total += 1
    },
    remove: (task: WaitingTask) => {
      const tasks = byClient.get(task.client) ?? []
      tasks.splice(tasks.indexOf(task), 1)
      if (tasks.length === 0) byClient.delete(task.client)
      total -= 1
    },
    endTurn: (client: string) => {
      last = client
    },
    next: (): WaitingTask | undefined => {
      const [first] = byClient
      if (first && first[0] === last) moveToEnd(...first)
      const [next] = byClient.values()
      return next?.[0]
    },
  }
}

const tooBusy = () =>
  new Refusal('too-many', 'The portal is busy; please try again in a minute', {
    retryAfter: 60,
  })

const tooManyOfClient = () =>
  new Refusal(
    'too-many',
    'Other files from you are still being processed; please try again in a few seconds',
    { code: 'files-waiting', retryAfter: 5 },
  )
