import { countOf, formatCount, joinWithAnd, plural } from '#shared/sentences.ts'

const maxNamed = 6

/** '2 hidden rows (rows 3 and 4)', '58 hidden rows (rows 3 to 60)'. */
export function hiddenRowsText(rows: readonly number[]): string {
  const runs: { from: number; to: number }[] = []
  for (const row of rows) {
    const last = runs.at(-1)
    if (last && last.to === row - 1) last.to = row
    else runs.push({ from: row, to: row })
  }
  const names = runs.flatMap(({ from, to }) => {
    const [first, last] = [formatCount(from), formatCount(to)]
    return from === to ? [first] : to === from + 1 ? [first, last] : [`${first} to ${last}`]
  })
  const named = names.length > maxNamed ? [...names.slice(0, maxNamed), 'others'] : names
  const count = countOf(rows.length, 'hidden row', 'hidden rows')
  return `${count} (${plural(rows.length, 'row', 'rows')} ${joinWithAnd(named)})`
}
