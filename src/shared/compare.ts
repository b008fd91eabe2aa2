/** The order of two texts by their characters, for `sort`: of ids, days and times, but not of names in a language. */
export const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
