/** Writes the figures of one run as Markdown: for the terminal, and as docs/performance.md. */
import { type Figure, isMet } from './figure.ts'

export interface Section {
  name: string
  /** What is measured, in one sentence. */
  about: string
  figures: readonly Figure[]
  seconds: number
}

export interface RunFacts {
  date: Date
  /** Has a '+' when the files differed from it. */
  commit: string
  machine: string
  /** The load average before and after. */
  load: readonly [before: number, after: number]
}

const maxLines = 130

/** Throws when the page has more than `maxLines`. */
export function pageOf(sections: readonly Section[], facts: RunFacts): string {
  const verdicts = sections.flatMap(({ figures }) => figures.map(isMet))
  const judged = verdicts.filter((verdict) => verdict !== undefined)
  const [before, after] = facts.load.map((load) => load.toFixed(1))
  const text = [
    introduction,
    `Commit ${facts.commit}, ${facts.date.toISOString().slice(0, 10)}, on ${facts.machine}; load ${before} before and ${after} after.
Goals met: ${judged.filter(Boolean).length} of ${judged.length}.`,
    ...sections.map(sectionOf),
  ].join('\n\n')
  const lines = text.split('\n').length
  if (lines > maxLines)
    throw new Error(`The page of figures has ${lines} lines; at most ${maxLines} are read.`)
  return `${text}\n`
}

const introduction = `# Performance

\`npm run bench\` writes this page, all of it in one run. \`npm run bench -- register import\` prints some benches, and
\`--against COMMIT\` measures the portal of another commit in turns with this one.

A millisecond holds for one machine and one hour, so that the ratio to another commit decides whether a change is slow.
The goals are in \`test/bench\`; a line without one informs.`

/** A table; with `--against` it has the columns of the other commit. */
export function sectionOf({ name, about, figures, seconds }: Section): string {
  const hasBefore = figures.some(({ before }) => before !== undefined)
  const heads = ['What', 'Portal', ...(hasBefore ? ['Before', 'Ratio'] : []), 'Goal', '']
  const rows = figures.map((figure) => [
    figure.what,
    withUnit(figure.value, figure),
    ...(hasBefore ? comparison(figure) : []),
    goalText(figure),
    { true: 'met', false: '**not met**', undefined: '' }[String(isMet(figure))] ?? '',
  ])
  const table = [heads, heads.map(() => '---'), ...rows]
  return `## ${name}

${about} (${seconds.toFixed(0)} s.)

${table.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}`
}

const comparison = (figure: Figure): string[] => {
  const { before, value } = figure
  if (before === undefined) return ['', '']
  return [withUnit(before, figure), before === 0 ? '' : rounded(value / before)]
}

function goalText(figure: Figure): string {
  const { most, mostMore } = figure.goal ?? {}
  return [
    most !== undefined && `at most ${withUnit(most, figure)}`,
    mostMore !== undefined &&
      figure.before !== undefined &&
      `at most ${withUnit(mostMore, figure)} more than before`,
  ]
    .filter((part) => part !== false)
    .join(', ')
}

const withUnit = (value: number, { unit }: Figure): string => `${rounded(value)} ${unit}`.trim()

/** Rounds to three digits: further ones differ from run to run. */
const rounded = (value: number): string =>
  Math.abs(value) >= 100 ? value.toFixed(0) : String(Number(value.toPrecision(3)))
