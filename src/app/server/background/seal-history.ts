/** Seals the history every minute, and logs the newest seal once a day (contract 17.1). */

import { type RepeatedTask, repeat } from '#platform/server/core/repeat.ts'
import { type HistoryHead, sealHistory } from '#platform/server/history/history-chain.ts'
import type { World } from '#platform/server/world.ts'
import { days, minutes } from '#shared/durations.ts'

/** Starts now. Errors go to the log; the next minute tries again. */
export function startSealing({ db, log, now }: World): RepeatedTask {
  let loggedAt = Number.NEGATIVE_INFINITY
  const logDaily = ({ sequence, hash }: HistoryHead): void => {
    if (now().getTime() < loggedAt + days(1)) return
    loggedAt = now().getTime()
    log.info({ sequence, hash }, 'history sealed')
  }
  const seal = async (): Promise<void> => {
    try {
      const head = await sealHistory(db, now())
      if (head) logDaily(head)
    } catch (error) {
      log.error({ err: error }, 'sealing the history failed')
    }
  }
  const task = repeat(seal, minutes(1))
  task.run()
  return task
}
