/** Compares two texts by code units, for sorting ids, days and times; not for names, which need a locale. */
export const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
