/** Writes the figures of drills as a table of docs/security-figures.md; later runs replace the rows of a drill. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, release, totalmem } from 'node:os'
import type { Finding } from './findings.ts'

const introduction = `# Figures of the drills

Each row is one finding of a drill, written by the command beside it: \`npm run drill -- NAME --report
docs/security-figures.md\` runs a drill at its full count and replaces its rows. A finding without a goal is
for information. \`npm test\` runs most drills with small counts.

`

const titles = ['Drill', 'What', 'Result', 'Goal', 'Met', 'Command', 'Date', 'Machine']

export function writeReport(file: string, drill: string, findings: readonly Finding[]): void {
  const others = existsSync(file) ? rowsIn(readFileSync(file, 'utf8')) : []
  const rows = [
    ...others.filter((row) => !row.startsWith(`| ${drill} |`)),
    ...findings.map((finding) => rowOf(drill, finding)),
  ]
  // The order within a drill is that of its findings.
  const sorted = rows.toSorted((a, b) => nameIn(a).localeCompare(nameIn(b)))
  const head = [titles, titles.map(() => '---')].map((cells) => `| ${cells.join(' | ')} |`)
  writeFileSync(file, `${introduction}${[...head, ...sorted].join('\n')}\n`)
}

const rowsIn = (text: string): string[] =>
  text.split('\n').filter((line) => line.startsWith('| ') && !/^\| (Drill|---) /.test(line))

const nameIn = (row: string): string => row.split(' | ')[0] ?? ''

function rowOf(drill: string, { what, value, goal, met }: Finding): string {
  const command = `\`npm run drill -- ${drill}\``
  const date = new Date().toISOString().slice(0, 10)
  const verdict = goal === undefined ? '' : met ? 'yes' : '**no**'
  const cells = [drill, what, value, goal ?? '', verdict, command, date, machine()]
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
}

function machine(): string {
  const gigabytes = Math.round(totalmem() / 1024 ** 3)
  const kernel = release().split('-')[0]
  return `${availableParallelism()} cores, ${gigabytes} GB, Linux ${kernel}, Node ${process.versions.node}`
}
