/** Keeps the figures of each benchmark as JSON, so that a report is rendered from runs of different hours. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { arch, availableParallelism, cpus, release, totalmem } from 'node:os'
import { join } from 'node:path'
import type { Finding } from '#test/drills/support/findings.ts'
import { postgresql } from '#test/setup/postgres.ts'
import { provide } from '#test/setup/programs.ts'

export interface Run {
  date: string
  commit: string
  machine: string
  /** The load average before and after. */
  load: [before: number, after: number]
  seconds: number
  findings: Finding[]
}

/** A report has this many runs of a benchmark; a further run replaces the oldest. */
const runsKept = 3

const folderOf = (report: string): string => report.replace(/\.md$/, '')
const fileOf = (report: string, name: string): string => join(folderOf(report), `${name}.json`)

export function storedRuns(report: string, name: string): Run[] {
  const file = fileOf(report, name)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : []
}

export function storeRun(report: string, name: string, run: Run): void {
  mkdirSync(folderOf(report), { recursive: true })
  const runs = [...storedRuns(report, name), run].slice(-runsKept)
  writeFileSync(fileOf(report, name), `${JSON.stringify(runs, null, 1)}\n`)
}

async function postgresVersion(): Promise<string> {
  const postgres = join(await provide(postgresql), 'postgres')
  const answer = execFileSync(postgres, ['--version'], { encoding: 'utf8' })
  return /\d+(\.\d+)*/.exec(answer)?.[0] ?? 'unknown'
}

export const machine = async (): Promise<string> =>
  [
    `${availableParallelism()} cores ${cpus()[0]?.model.trim()}`,
    `${(totalmem() / 2 ** 30).toFixed(0)} GiB`,
    `${process.platform} ${release().split('-')[0]} ${arch()}`,
    `Node ${process.versions.node}`,
    `SQLite ${process.versions.sqlite ?? 'unknown'}`,
    `PostgreSQL ${await postgresVersion()}`,
  ].join(', ')

/** The short commit, with '+' when files differ from it. */
export function currentCommit(): string {
  const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim()
  try {
    const changes = git('status', '--porcelain', '--untracked-files=no', 'src', 'test', 'scripts')
    return `${git('rev-parse', '--short', 'HEAD')}${changes === '' ? '' : '+'}`
  } catch {
    return 'unknown'
  }
}
