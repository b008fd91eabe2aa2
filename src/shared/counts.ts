/** '1,25,000': digits grouped as in India. */
export const formatCount = (count: number): string => count.toLocaleString('en-IN')

/** '1 row', '1,200 rows'. */
export const countOf = (count: number, one: string, many: string): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`
