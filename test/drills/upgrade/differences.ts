/** The differences between the answers of two portals, grouped by call and path. */
import { isRecord } from '#shared/records.ts'
import { sum } from '#shared/sum.ts'

export interface Difference {
  /** Who calls, and the call: 'oem: GET /api/user'. */
  call: string
  /** The place in the answer, like 'body › [Teak & Co] › amount_paise'. */
  path: string
  before: unknown
  after: unknown
}

/** Compares answers by call. Ids must be the same in both. */
export function differences(
  before: ReadonlyMap<string, unknown>,
  after: ReadonlyMap<string, unknown>,
): Difference[] {
  const found: Difference[] = []
  for (const call of new Set([...before.keys(), ...after.keys()]))
    compare(before.get(call), after.get(call), [], (path, old, now) =>
      found.push({ call, path: path.join(' › '), before: old, after: now }),
    )
  return found
}

type Report = (path: string[], before: unknown, after: unknown) => void

function compare(before: unknown, after: unknown, path: string[], report: Report): void {
  if (Object.is(before, after)) return
  if (Array.isArray(before) && Array.isArray(after)) compareLists(before, after, path, report)
  else if (isRecord(before) && isRecord(after))
    for (const name of new Set([...Object.keys(before), ...Object.keys(after)]))
      compare(before[name], after[name], [...path, name], report)
  else report(path, before, after)
}

/**
 * Rows that are in both belong together; of the others those with the same id, and what remains in turns, so that one
 * row more is one difference.
 */
function compareLists(
  before: readonly unknown[],
  after: readonly unknown[],
  path: string[],
  report: Report,
): void {
  const old = rowsMissingIn(after, before)
  const now = rowsMissingIn(before, after)
  for (const key of new Set([...old.keys(), ...now.keys()]))
    compare(old.get(key), now.get(key), [...path, `[${key}]`], report)
  if (old.size > 0 || now.size > 0) return
  const moved = before.findIndex((row, index) => textOf(row) !== textOf(after[index]))
  if (moved >= 0) report([...path, `order, row ${moved + 1}`], before[moved], after[moved])
}

const textOf = (row: unknown): string => JSON.stringify(row)

/** The rows that the other list does not have, by their ids, or by their numbers among them. */
function rowsMissingIn(other: readonly unknown[], rows: readonly unknown[]): Map<string, unknown> {
  const texts = other.map(textOf)
  const missing = rows.filter((row) => {
    const same = texts.indexOf(textOf(row))
    if (same >= 0) texts.splice(same, 1)
    return same < 0
  })
  return new Map(missing.map((row, index) => [keyOf(row) ?? String(index + 1), row]))
}

const keyOf = (row: unknown): string | undefined =>
  isRecord(row) && typeof row.id === 'string' ? row.id : undefined

/**
 * By call and path without ids and numbers of rows: a paragraph for what differs, the most differences first, then a
 * line for each new field, which is not counted.
 */
export function reportOf(found: readonly Difference[]): { count: number; lines: string[] } {
  const groups = [...Map.groupBy(found, ({ call, path }) => withoutNames(`${call} › ${path}`))]
  const isNew = ([, ones]: (typeof groups)[number]) =>
    ones.every(({ path, before }) => before === undefined && /[^\]]$/.test(path))
  const changed = groups
    .filter((group) => !isNew(group))
    .toSorted(([, a], [, b]) => b.length - a.length)
  const paragraphs = changed.flatMap(([place, ones]) => [
    `${ones.length} × ${place}`,
    ...ones.slice(0, 3).map((one) => `    ${lineOf(one)}`),
  ])
  const fields = groups.filter(isNew).map(([place, [one]]) => `new: ${place}: ${short(one?.after)}`)
  return { count: sum(changed, ([, ones]) => ones.length), lines: [...paragraphs, ...fields] }
}

const withoutNames = (place: string): string =>
  place
    .replace(/\[.*?\](?= › |$)/g, '[…]')
    .replace(/\?\S*/, '')
    .replace(/[\da-f]{8}-[\da-f-]{27}/g, '…')

/** A difference in one line, with values that are cut. */
export const lineOf = ({ call, path, before, after }: Difference): string =>
  `${call} › ${path}: ${short(before)} → ${short(after)}`

const short = (value: unknown): string => {
  const text = value === undefined ? 'nothing' : JSON.stringify(value)
  return text.length > 160 ? `${text.slice(0, 160)}…` : text
}
