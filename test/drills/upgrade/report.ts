/**
 * Differences as findings and as a file: by field, so that 10,000 equal ones are one line with examples, and by
 * member, so that an account can be read as a whole.
 */
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Finding, measured } from '#test/support/process/findings.ts'
import { type Difference, memberOf } from './differences.ts'

const shownFields = 40
const shownCalls = 5
const shownExamples = 3

export type ReportDifferences = (what: string, differences: readonly Difference[]) => Finding[]

export const differenceReporter =
  (folder: string): ReportDifferences =>
  (what, differences) => {
    const count = differences.length
    const goal = measured(`${what}: differences`, String(count), '0', count === 0)
    if (count === 0) return [goal]
    const file = join(folder, `${what.replace(/\W+/g, '-')}.txt`)
    writeReport(file, differences)
    const shown = byField(differences).slice(0, shownFields).flat()
    return [{ ...goal, examples: [...shown, `All of them: ${file}`] }]
  }

/** Writes in parts, because the whole report may be longer than a string can be. */
function writeReport(file: string, differences: readonly Difference[]): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `By field: ${differences.length} differences\n\n`)
  const append = (lines: readonly string[]) => appendFileSync(file, `${lines.join('\n')}\n`)
  for (const lines of byField(differences)) append(lines)
  append(['', 'By member', ''])
  for (const lines of byMember(differences)) append(lines)
  append(['', 'One by one', ''])
  for (const one of differences) append([lineOf(one)])
}

/** A row for each field, the most differences first: their number, members, calls and examples. */
export function byField(differences: readonly Difference[]): string[][] {
  return mostFirst(Map.groupBy(differences, fieldOf)).map(([field, ones]) => {
    const members = Map.groupBy(ones, nameOf)
    const changes = mostFirst(Map.groupBy(ones, changeOf))
    const calls = mostFirst(Map.groupBy(ones, pathOfField))
    const [change = '', most = []] = changes[0] ?? []
    const examples = [...members.values()].flatMap((found) => found.slice(0, 1))
    return [
      `${field}: ${ones.length} × of ${members.size} members${most.length > 1 ? `, ${most.length} × ${change}` : ''}`,
      ...calls.slice(0, shownCalls).map(([call, found]) => `    ${found.length} × ${call}`),
      ...(calls.length > shownCalls ? [`    and ${calls.length - shownCalls} other places`] : []),
      ...(examples.length < shownExamples ? ones : examples)
        .slice(0, shownExamples)
        .map((one) => `        ${lineOf(one)}`),
    ]
  })
}

/** A row for each member: the changed values, and the number of answers with them. */
export function byMember(differences: readonly Difference[]): string[][] {
  return mostFirst(Map.groupBy(differences, nameOf)).map(([member, ones]) => [
    member,
    ...mostFirst(Map.groupBy(ones, (one) => `${fieldOf(one)}: ${changeOf(one)}`)).map(
      ([change, found]) => `    ${found.length} × ${change}`,
    ),
  ])
}

const mostFirst = (groups: Map<string, Difference[]>): [string, Difference[]][] =>
  [...groups].toSorted(([, a], [, b]) => b.length - a.length)

/** The last name of the path; of a row that only one portal has, where it is missing. */
function fieldOf({ call, path }: Difference): string {
  const names = path.split(' › ')
  const last = names.at(-1) ?? ''
  if (last === '') return `the answer to ${callWithoutNames(call)}`
  return last.startsWith('[') ? `a row of ${names.at(-2) ?? 'the answer'}` : withoutNames(last)
}

const pathOfField = ({ call, path }: Difference): string =>
  `${callWithoutNames(call)}${path && ` › ${withoutNames(path)}`}`

const withoutNames = (path: string): string => path.replace(/\[.*?\](?= › |$)/g, '[…]')

/** 'GET /api/admin/members/…/account', without the day, who calls, what for, and with what. */
function callWithoutNames(call: string): string {
  const [, route = call] = /: ([A-Z]+ \/.*)$/s.exec(call) ?? []
  return route
    .replace(/(\?| \{| \(\d+\)$).*$/s, '')
    .replace(/\/[^/]*[@ #][^/]*(?=\/|$)/g, (part) => (part.includes('@') ? '/member' : '/…'))
    .replace(/^mail to \S+: (.*?) .*$/, 'mail: $1')
}

const nameOf = (difference: Difference): string => memberOf(difference) ?? 'sums'

const changeOf = ({ before, after }: Difference): string => `${short(before)} → ${short(after)}`

const lineOf = (difference: Difference): string =>
  `${difference.call} › ${difference.path}: ${changeOf(difference)}`

const short = (value: unknown): string => {
  const text = value === undefined ? 'nothing' : JSON.stringify(value)
  return text.length > 160 ? `${text.slice(0, 160)}…` : text
}
