/** Classifies the errors of both engines that the portal handles. */

/** The database is unreachable or shutting down: the same call may succeed later. */
export class DatabaseUnavailable extends Error {
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
  }
}

/**
 * True for an error of a query on PostgreSQL that leaves its connection useless: it was lost (08), the
 * server shuts down, crashed or starts (57P01 to 57P05), has no memory or connection left (53200, 53300),
 * or has become a standby (25006). Whether a commit that ends so was stored is unknown.
 */
export function isConnectionLost(error: unknown): boolean {
  const { code, message, severity } = errorCodes(error)
  return (
    /^(08\w{3}|57P0\d|53[23]00|25006|E[A-Z]{4,})$/.test(String(code)) ||
    /^(FATAL|PANIC)$/.test(String(severity)) ||
    /^Connection terminated|not queryable$|^Query read timeout$/.test(String(message))
  )
}

/** True for a violated unique constraint: the same value was written by another transaction. */
export function isUniqueViolation(error: unknown): boolean {
  const { code, errcode } = errorCodes(error)
  return code === '23505' || errcode === 2067 || errcode === 1555
}

/** True when PostgreSQL cancelled a statement because of its timeout. */
export const isStatementTimeout = (error: unknown): boolean => errorCodes(error).code === '57014'

/** True when PostgreSQL rolled a transaction back: a deadlock, or a failed serialisation. */
export const isDeadlock = (error: unknown): boolean =>
  /^(40P01|40001)$/.test(String(errorCodes(error).code))

/** True when another process holds the SQLite file (SQLITE_BUSY). */
export const isSqliteBusy = (error: unknown): boolean => errorCodes(error).errcode === 5

/**
 * `code` is PostgreSQL's or Node's, `errcode` SQLite's, `severity` PostgreSQL's; empty for a value that
 * is no Error.
 */
export function errorCodes(error: unknown): {
  code?: unknown
  errcode?: unknown
  severity?: unknown
  message?: unknown
} {
  return error instanceof Error ? error : {}
}
