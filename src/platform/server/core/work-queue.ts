/** Limits how much memory-hungry work (pictures, PDFs, spreadsheets) runs at the same time. */
import { Refusal } from '#shared/refusal.ts'

export interface WorkQueueLimits {
  /** Largest total weight of the running tasks; a task that weighs more than this runs alone. */
  capacity: number
  /** How many tasks may run concurrently, regardless of their weight. */
  concurrency: number
  /** How many tasks may wait; further ones are refused. */
  maxWaiting: number
  /** How many tasks of one client may wait; further ones are refused. */
  maxWaitingPerClient?: number
  /** How many tasks of one client may run concurrently; free slots are left to others. */
  maxRunningPerClient?: number
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

/** Tasks run in the order of turns: if the next one must wait, lighter tasks that would fit wait as well. */
export function createWorkQueue({
  capacity,
  concurrency,
  maxWaiting,
  maxWaitingPerClient = maxWaiting,
  maxRunningPerClient = concurrency,
  maxWaitMs,
}: WorkQueueLimits): WorkQueue {
  const turns = clientTurns(maxRunningPerClient)
  const waiting = waitingTasks()
  let running = 0
  let load = 0

  const fits = (weight: number) =>
    running < concurrency && (running === 0 || load + weight <= capacity)
  /** The task of the client whose last turn was longest ago. */
  const next = () =>
    waiting
      .first()
      .filter(({ client }) => turns.mayRun(client))
      .toSorted((one, other) => turns.lastTurn(one.client) - turns.lastTurn(other.client))[0]
  const startNext = () => {
    for (let task = next(); task && fits(task.weight); task = next()) {
      waiting.remove(task)
      task.start()
    }
  }
  const acquire = (client: string, weight: number) => {
    running += 1
    load += weight
    turns.begin(client)
  }
  const release = (client: string, weight: number) => {
    running -= 1
    load -= weight
    turns.end(client, waiting.count(client) > 0)
  }
  const enqueue = (client: string, weight: number) =>
    new Promise<void>((resolve, reject) => {
      if (waiting.count() >= maxWaiting) return reject(tooBusy())
      if (waiting.count(client) >= maxWaitingPerClient) return reject(tooManyOfClient())
      const timer = setTimeout(() => {
        waiting.remove(task)
        turns.forgetIdle(client, waiting.count(client) > 0)
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
      startNext()
    })

  return async (weight, task, client = '') => {
    if (waiting.count() === 0 && fits(weight) && turns.mayRun(client)) acquire(client, weight)
    else await enqueue(client, weight)
    try {
      return await task()
    } finally {
      release(client, weight)
      startNext()
    }
  }
}

/** Waiting tasks by client, in the order of their arrival. */
function waitingTasks() {
  const byClient = new Map<string, WaitingTask[]>()
  let total = 0
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
    first: (): WaitingTask[] => [...byClient.values()].flatMap(([task]) => task ?? []),
  }
}

/** The turns and running tasks of the clients that have some. */
function clientTurns(maxRunning: number) {
  const clients = new Map<string, { running: number; lastTurn: number }>()
  let turn = 0
  /** A client that neither runs nor waits is forgotten: there may be very many. */
  const forgetIdle = (client: string, isWaiting: boolean) => {
    if (clients.get(client)?.running === 0 && !isWaiting) clients.delete(client)
  }
  return {
    mayRun: (client: string) => (clients.get(client)?.running ?? 0) < maxRunning,
    begin: (client: string) => {
      turn += 1
      clients.set(client, { running: (clients.get(client)?.running ?? 0) + 1, lastTurn: turn })
    },
    end: (client: string, isWaiting: boolean) => {
      const state = clients.get(client)
      if (!state) return
      state.running -= 1
      forgetIdle(client, isWaiting)
    },
    forgetIdle,
    /** 0 for a client that had no turn yet. */
    lastTurn: (client: string) => clients.get(client)?.lastTurn ?? 0,
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
