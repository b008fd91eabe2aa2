import { randomUUID } from 'node:crypto'
import type { Context } from 'hono'
import { busyMessage, Refusal, type RefusalKind } from '#shared/refusal.ts'
import { loggedPath } from '#shared/screens/address.ts'
import type { Log } from '../core/log.ts'
import { DatabaseUnavailable, isDeadlock, isStatementTimeout } from '../database/database-errors.ts'
import { diskMessages, diskProblem } from '../disk/disk-space.ts'

const statusOf = {
  invalid: 400,
  'signed-out': 401,
  forbidden: 403,
  missing: 404,
  'not-allowed': 405,
  conflict: 409,
  gone: 410,
  'too-large': 413,
  'wrong-type': 415,
  'too-many': 429,
  unavailable: 503,
} as const satisfies Record<RefusalKind, number>

/**
 * The error handler of the server: the only place that maps refusals and errors to HTTP statuses.
 * Calls `onError` with every error.
 */
export function answerError(
  log: Log,
  onError: (error: unknown) => void = () => {},
): (error: Error, c: Context) => Response {
  return (error, c) => {
    onError(error)
    if (error instanceof Refusal) {
      const { code, field, member, retryAfter } = error.details
      if (code !== undefined) c.header('Error-Code', code)
      if (field !== undefined) c.header('Error-Field', field)
      if (member !== undefined) c.header('Error-Member', member)
      if (retryAfter !== undefined) c.header('Retry-After', String(retryAfter))
      return c.text(error.message, statusOf[error.kind])
    }
    if (error instanceof DatabaseUnavailable) {
      log.error({ err: error }, 'database unavailable')
      c.header('Retry-After', '5')
      return c.text('The portal cannot reach its database; please try again in a moment', 503)
    }
    const problem = diskProblem(error)
    if (problem) {
      log.error({ err: error }, `alarm: disk ${problem}`)
      c.header('Retry-After', '60')
      return c.text(diskMessages[problem], 503)
    }
    if (isStatementTimeout(error)) {
      log.error({ err: error }, 'statement timeout')
      c.header('Retry-After', '30')
      return c.text(busyMessage, 503)
    }
    if (isDeadlock(error)) {
      log.warn({ err: error }, 'deadlock between transactions')
      return c.text('Someone else was changing this at the same time; please try again', 409)
    }
    const reference = randomUUID().slice(0, 8)
    const path = loggedPath(c.req.path)
    log.error({ reference, method: c.req.method, path, err: error }, 'defect')
    return c.text(`Something went wrong on our side (reference ${reference})`, 500)
  }
}
