/** What the two engines say when something is wrong, in the portal's own words. */

/** True when the database could not be reached or is going down: the same call may do later. */
export function isDatabaseAway(error: unknown): boolean {
  const { code, message } = codesOf(error)
  return (
    /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|57P0\d|08\w{3}|53300)$/.test(
      String(code),
    ) || /^(Connection terminated|timeout exceeded when trying to connect)/.test(String(message))
  )
}

/** True when somebody else has just written what may be there only once. */
export function isClash(error: unknown): boolean {
  const { code, errcode } = codesOf(error)
  return code === '23505' || errcode === 2067 || errcode === 1555
}

/** True when a statement was given up because it took, or had to wait for others, too long. */
export const isTooLong = (error: unknown): boolean => codesOf(error).code === '57014'

/** What the two engines put on their errors; empty for what is no error. */
export function codesOf(error: unknown): { code?: unknown; errcode?: unknown; message?: unknown } {
  return error instanceof Error ? error : {}
}

/** SQLite's word for a file that somebody else holds. */
export const isBusy = (error: unknown): boolean => codesOf(error).errcode === 5
