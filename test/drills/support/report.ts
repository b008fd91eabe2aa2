/** Writes the figures of drills as a table of a page such as docs/security-figures.md; later runs replace the rows of a drill. */

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, loadavg, release, totalmem } from 'node:os'
import { machineTime } from '#test/setup/clock.ts'
import type { Finding } from './findings.ts'

const introductionOf = (file: string) => `# Figures of the drills

Each row is one finding of a drill at its full count, written by the command in its row with \`--report
${file}\`, which replaces the rows of that drill. A finding without a goal is for information.
The load is the average of the whole machine, other work included, before and after the drill. \`npm test\`
runs most drills with small counts.

`

const titles = ['Drill', 'What', 'Result', 'Goal', 'Met', 'Command', 'Date', 'Machine']

interface Drill {
  title: string
  /** What follows `npm run drill --`. */
  command: string
  /** The load average when it started. */
  loadBefore: number
}

export function writeReport(file: string, drill: Drill, findings: readonly Finding[]): void {
  const others = existsSync(file) ? rowsIn(readFileSync(file, 'utf8')) : []
  const rows = [
    ...others.filter((row) => !row.startsWith(`| ${drill.title} |`)),
    ...findings.map((finding) => rowOf(drill, finding)),
  ]
  // The order within a drill is that of its findings.
  const sorted = rows.toSorted((a, b) => nameIn(a).localeCompare(nameIn(b)))
  const head = [titles, titles.map(() => '---')].map((cells) => `| ${cells.join(' | ')} |`)
  writeFileSync(file, `${introductionOf(file)}${[...head, ...sorted].join('\n')}\n`)
}

const rowsIn = (text: string): string[] =>
  text.split('\n').filter((line) => line.startsWith('| ') && !/^\| (Drill|---) /.test(line))

const nameIn = (row: string): string => row.split(' | ')[0] ?? ''

function rowOf(drill: Drill, { what, value, goal, met }: Finding): string {
  const command = `\`npm run drill -- ${drill.command}\``
  const date = machineTime().toISOString().slice(0, 10)
  const verdict = goal === undefined ? '' : met ? 'yes' : '**no**'
  const cells = [drill.title, what, value, goal ?? '', verdict, command, date, machine(drill)]
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
}

function machine({ loadBefore }: Drill): string {
  const gigabytes = Math.round(totalmem() / 1024 ** 3)
  const kernel = release().split('-')[0]
  const loads = `load ${loadBefore.toFixed(1)} to ${loadavg()[0]?.toFixed(1)}`
  const node = `Node ${process.versions.node}`
  return `${availableParallelism()} shared cores, ${loads}, ${gigabytes} GB, Linux ${kernel}, ${node}`
}
