/** What the two engines say when something is wrong, in the portal's own words. */

/** True when the database could not be reached or is going down: the same call may do later. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const { code, message } = errorCodes(error)
  return (
    /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|57P0\d|08\w{3}|53300)$/.test(
      String(code),
    ) || /^(Connection terminated|timeout exceeded when trying to connect)/.test(String(message))
  )
}

/** True when somebody else has just written what may be there only once. */
export function isUniqueViolation(error: unknown): boolean {
  const { code, errcode } = errorCodes(error)
  return code === '23505' || errcode === 2067 || errcode === 1555
}

/** True when a statement was given up because it took, or had to wait for others, too long. */
export const isStatementTimeout = (error: unknown): boolean => errorCodes(error).code === '57014'

/** What the two engines put on their errors; empty for what is no error. */
export function errorCodes(error: unknown): {
  code?: unknown
  errcode?: unknown
  message?: unknown
} {
  return error instanceof Error ? error : {}
}

/** SQLite's word for a file that somebody else holds. */
export const isSqliteBusy = (error: unknown): boolean => errorCodes(error).errcode === 5
