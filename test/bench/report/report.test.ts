import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Finding } from '#test/drills/support/findings.ts'
import { writePage } from './report.ts'
import { storeRun } from './stored-runs.ts'

const finding = (scale: number, value: number, met: boolean): Finding => ({
  what: `SQLite, ${scale}: search (${value} against 2 ms)`,
  value: `ratio ${value / 2}`,
  goal: 'ratio <= 2',
  met,
  figure: {
    name: 'search',
    unit: 'ms',
    value,
    limit: 2,
    ratio: value / 2,
    scale,
    engine: 'SQLite',
  },
})

test('the page has the median of the runs, their spread, a plot, and what was not measured', () => {
  const folder = mkdtempSync(join(tmpdir(), 'performance-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const report = join(folder, 'performance.md')
  for (const value of [99, 5, 3, 4])
    storeRun(report, 'lists', {
      date: '2026-11-22T10:00:00.000Z',
      commit: 'abc',
      machine: '2 cores',
      load: [0, 1],
      seconds: 9,
      findings: [finding(1000, value, value < 5), finding(10_000, 2, true)],
    })
  writePage(report, ['lists', 'screens'])
  const page = readFileSync(report, 'utf8')
  expect(page).toContain(
    '| SQLite, 1000: search (4 against 2 ms) | ratio 2 | 1.50 to 2.50 | ratio <= 2 | **not met** |',
  )
  expect(page).toContain('Goals met: 1 of 2.')
  expect(page).toContain('`npm run bench -- screens`: not measured.')
  expect(page).toContain('](images/performance/search.svg)')
  const plot = readFileSync(join(folder, 'images/performance/search.svg'), 'utf8')
  expect(plot).toContain('SQLite, limit')
  expect(plot).not.toContain('NaN')
})
