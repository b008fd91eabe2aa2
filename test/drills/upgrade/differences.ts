/** Finds and groups the differences between the answers of two portals. */
import { isRecord } from '#shared/records.ts'
import { type Answers, withNames } from './capture/answers.ts'

export interface Difference {
  /** The call, with ids replaced by names. */
  call: string
  /** The position in the answer, like 'body › [asha@cast.example] › amount_paise'. */
  path: string
  before: unknown
  after: unknown
}

/** Matches what identifies a person: an email address or a membership number. */
const people = /[\w.+-]+@[\w.-]+\.example|\b(?:OEM|VENDOR)\d{7}\b/

/** The member of a difference; undefined when it names none. The request of the call may name several. */
export function memberOf({ call, path, before, after }: Difference): string | undefined {
  const [, caller = '', route = call] = /^(.*?): ([A-Z]+ \/.*)$/s.exec(call) ?? []
  const rows = [before, after].map((row) => JSON.stringify(row ?? ''))
  return [path, route.replace(/ \{.*$/s, ''), ...rows, caller]
    .map((text) => people.exec(text)?.[0])
    .find((found) => found)
}

/** Ids and what was drawn at random stay what they are. */
export function differencesAfterUpgrade(before: Answers, after: Answers): Difference[] {
  const ids = [...before.names].flatMap(([id, name]): Difference[] => {
    const now = after.names.get(id)
    return now === name ? [] : [{ call: 'names of ids', path: id, before: name, after: now }]
  })
  return [...ids, ...differences(mapped(before), mapped(after))]
}

/**
 * For two portals with data of their own: what is drawn at random is left out, and the order of rows, because ids of
 * the same moment are in random order.
 */
export function differencesOfTwins(before: Answers, after: Answers): Difference[] {
  return differences(mapped(before, withoutChance), mapped(after, withoutChance)).filter(
    ({ path }) => !path.includes(orderOf),
  )
}

/** Replaces ids by names. */
const mapped = (
  { names, texts }: Answers,
  map = (text: string): string => text,
): Map<string, string> =>
  new Map([...texts].map(([call, text]) => [map(call), withNames(map(text), names)]))

/** Tokens, codes, references of notices, names of uploads and the bytes of documents that contain them. */
const chance: readonly (readonly [RegExp, string])[] = [
  [/"(token|code|sha256|link)":"[^"]*"/g, '"$1":"…"'],
  // A bulk payment shows the time of the entry with the lowest id. Ids of the same moment are random, and entries of
  // one moment are milliseconds apart.
  [/("recorded_at":"[^"]*\.)\d{3}Z/g, '$1…Z'],
  // When a mail is handed over depends on the machine.
  [/"sent_at":"[^"]*"/g, '"sent_at":"…"'],
  [/#token=[\w.~-]+/g, '#token=…'],
  [/\bDN\d{4}[0-9A-Z]{8}\b/g, 'DN…'],
  [/\/uploads\/[\w.-]+/g, '/uploads/…'],
  [/verify\/[0-9A-Z-]+/g, 'verify/…'],
]

const withoutChance = (text: string): string =>
  chance.reduce((result, [pattern, sign]) => result.replace(pattern, sign), text)

/** Sorted JSON by call, compared value by value where the texts differ. */
export function differences(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): Difference[] {
  const found: Difference[] = []
  for (const call of new Set([...before.keys(), ...after.keys()])) {
    const [old, now] = [before.get(call), after.get(call)]
    if (old === now) continue
    if (old === undefined || now === undefined)
      found.push({ call, path: '', before: old && 'an answer', after: now && 'an answer' })
    else
      compare(JSON.parse(old), JSON.parse(now), [], (path, a, b) => {
        found.push({ call, path: path.join(' › '), before: a, after: b })
      })
  }
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

const orderOf = 'order, row'

/**
 * Rows that are the same in both belong together; the others are compared by what they are about, so that one row
 * more is one difference.
 */
function compareLists(
  before: readonly unknown[],
  after: readonly unknown[],
  path: string[],
  report: Report,
): void {
  const old = byKey(split(before, after, textOf).others)
  const now = byKey(split(after, before, textOf).others)
  for (const key of new Set([...old.keys(), ...now.keys()]))
    compare(old.get(key), now.get(key), [...path, `[${key}]`], report)
  const oldOrder = split(before, after, keyOf).common.map(keyOf)
  const newOrder = split(after, before, keyOf).common.map(keyOf)
  const moved = oldOrder.findIndex((key, index) => key !== newOrder[index])
  if (moved >= 0) report([...path, `${orderOf} [${moved}]`], oldOrder[moved], newOrder[moved])
}

const textOf = (row: unknown): string => JSON.stringify(row)

/** The rows that the other list also has, each as often as both have it, and the others. */
function split(
  rows: readonly unknown[],
  others: readonly unknown[],
  nameOf: (row: unknown) => string,
): { common: unknown[]; others: unknown[] } {
  const counts = new Map<string, number>()
  for (const row of others) counts.set(nameOf(row), (counts.get(nameOf(row)) ?? 0) + 1)
  const { common = [], others: rest = [] } = Object.groupBy(rows, (row) => {
    const left = counts.get(nameOf(row)) ?? 0
    counts.set(nameOf(row), left - 1)
    return left > 0 ? 'common' : 'others'
  })
  return { common, others: rest }
}

/** Names of rows, the first that a row has; without one the row itself is its name. */
const keys = [
  'id',
  'reference',
  'email',
  'membership_number',
  'name',
  'month',
  'status',
  'age',
  'year',
  'role',
  'reason',
  'Email',
  'Membership No',
  'Receipt No.',
  'Membership No.',
  'Of',
  'Month',
  'State',
  'Type',
]

function byKey(list: readonly unknown[]): Map<string, unknown> {
  const rows = new Map<string, unknown>()
  const counts = new Map<string, number>()
  for (const row of list) {
    const key = keyOf(row)
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    rows.set(count === 1 ? key : `${key} (${count})`, row)
  }
  return rows
}

function keyOf(row: unknown): string {
  if (!isRecord(row)) {
    const rowText = /^the row of (.+)$/.exec(String(row))
    return rowText?.[1] ?? (Array.isArray(row) ? String(row.slice(0, 3)) : String(row))
  }
  const name = keys.find((key) => typeof row[key] === 'string' && row[key] !== '')
  if (name !== undefined) return String(row[name])
  // A note about a line of a spreadsheet.
  return typeof row.row === 'number' ? `line ${row.row}, ${row.column}` : 'row'
}
