/** Differences as findings: a line for each group with its first examples; all of them in a file. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Finding, info, measured } from '../support/findings.ts'
import type { Difference } from './differences.ts'
import { cacheFolder } from './old-portal.ts'
import { reasonOf } from './wanted-differences.ts'

const shownGroups = 40
const shownExamples = 3

export function reported(what: string, differences: readonly Difference[]): Finding[] {
  const reasons = Map.groupBy(differences, reasonOf)
  const unwanted = reasons.get(undefined) ?? []
  const file = join(cacheFolder, `${what.replace(/\W+/g, '-')}.txt`)
  mkdirSync(cacheFolder, { recursive: true })
  writeFileSync(
    file,
    differences.map((one) => `${lineOf(one)}${reasonOf(one) ? ' (wanted)' : ''}\n`).join(''),
  )
  const groups = [...Map.groupBy(unwanted, groupOf)].toSorted(([, a], [, b]) => b.length - a.length)
  const examples = groups
    .slice(0, shownGroups)
    .flatMap(([group, members]) => [
      `${members.length} × ${group}`,
      ...members.slice(0, shownExamples).map((one) => `    ${lineOf(one)}`),
    ])
  return [
    {
      ...measured(
        `${what}: differences that nobody wants`,
        String(unwanted.length),
        '0',
        unwanted.length === 0,
      ),
      ...(unwanted.length > 0 && { examples: [...examples, `All of them: ${file}`] }),
    },
    ...[...reasons].flatMap(([reason, ones]) =>
      reason === undefined ? [] : [info(`${what}: wanted, ${reason}`, String(ones.length))],
    ),
  ]
}

/** The call without names and days, and the last name of the place. */
const groupOf = ({ call, place }: Difference): string => {
  const plain = call
    .replace(/^\d{4}-\d{2}-\d{2},? (\d+, )?/, '')
    .replace(/\/[^/ ]*[@ #][^/]*(?=\/|$)/g, '/…')
    .replace(/[?{].*$/, '')
  return `${plain} › ${place.split(' › ').at(-1)?.replace(/\d+/g, 'n') ?? ''}`
}

const lineOf = ({ call, place, before, after }: Difference): string =>
  `${call} › ${place}: ${short(before)} → ${short(after)}`

const short = (value: unknown): string => {
  const text = value === undefined ? 'nothing' : JSON.stringify(value)
  return text.length > 160 ? `${text.slice(0, 160)}…` : text
}
