/** npm run bench: speed and size of the portal, mostly as ratios that do not depend on the machine. */
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { type DrillEnvironment, withEnvironment } from '#test/drills/support/environment.ts'
import { type Finding, tableOf } from '#test/drills/support/findings.ts'
import { startPostgres } from '#test/setup/postgres.ts'
import { engines } from '#test/support/engines.ts'
import { applying } from './apply.ts'
import { documents } from './documents.ts'
import { comparedWithGhost } from './ghost.ts'
import { growth, scales } from './growth.ts'
import { importing } from './import.ts'
import { lighthouse } from './lighthouse.ts'
import { lists } from './lists.ts'
import { pageWeight } from './page-weight.ts'
import { startAndMemory } from './process.ts'
import { writePage } from './report/report.ts'
import { currentCommit, machine, storeRun } from './report/stored-runs.ts'
import { screens } from './screens.ts'
import { speed } from './speed.ts'
import { waits } from './waits.ts'

type Run = (env: DrillEnvironment) => Promise<Finding[]>

const growths = engines.flatMap((engine) =>
  scales.map((members): [string, Run] => [
    `growth-${engine.toLowerCase()}-${members}`,
    (env) => growth(env, engine, members),
  ]),
)

const benchmarks: Record<string, Run> = {
  speed: (env) => speed(env, engines, 7, 3),
  start: (env) => startAndMemory(env, 7),
  weight: pageWeight,
  documents: (env) => documents(env, 1000),
  apply: (env) => applying(env, 9),
  lists: (env) => lists(env, 'SQLite'),
  'lists-postgres': (env) => lists(env, 'PostgreSQL'),
  ...Object.fromEntries(growths),
  import: (env) => importing(env, 'SQLite', 100_000),
  waits: (env) => waits(env, [10_000, 100_000]),
  'screens-10000': (env) => screens(env, 'SQLite', 10_000),
  'screens-100000': (env) => screens(env, 'SQLite', 100_000),
  'import-postgres': (env) => importing(env, 'PostgreSQL', 100_000),
  lighthouse: (env) => lighthouse(env, 400),
  ghost: (env) => comparedWithGhost(env, 10_000),
}
/** Run only when they are named, because they need an installed Ghost or Lighthouse. */
const optional = ['lighthouse', 'ghost']

const { positionals: selected, values } = parseArgs({
  allowPositionals: true,
  options: { runs: { type: 'string', default: '1' }, report: { type: 'string' } },
})
const names = Object.keys(benchmarks)
/** `screens`, `growth` and `growth-sqlite` select those of all sizes. */
const isNamed = (word: string, name: string) =>
  word === name || (/^(growth|screens)/.test(word) && name.startsWith(`${word}-`))
const unknown = selected.filter(
  (word) => word !== 'report' && !names.some((name) => isNamed(word, name)),
)
if (unknown.length > 0) {
  console.error(`Unknown: ${unknown.join(', ')}. Benchmarks: ${names.join(', ')}; or report.`)
  process.exit(2)
}
const toRun = Object.entries(benchmarks).filter(
  ([name]) =>
    (selected.length === 0 && !optional.includes(name)) ||
    selected.some((word) => isNamed(word, name)),
)

const load = () => loadavg()[0] ?? 0
const failed: string[] = []
if (toRun.length > 0) {
  console.log(await machine())
  const postgres = await startPostgres({ durable: true })
  try {
    for (let number = 0; number < Number(values.runs); number++)
      for (const [name, run] of toRun) await runOne(postgres.url, name, run)
  } finally {
    await postgres.stop()
  }
}
if (selected.includes('report') || values.report !== undefined)
  writePage(values.report ?? 'docs/performance.md', names)
if (failed.length > 0) {
  console.error(`Ended with an error: ${failed.join(', ')}.`)
  process.exitCode = 1
}

async function runOne(postgresUrl: string, name: string, run: Run): Promise<void> {
  const [before, startedAt] = [load(), performance.now()]
  const findings = await withEnvironment(postgresUrl, run).catch((error: unknown) => {
    console.error(name, error)
    failed.push(name)
  })
  if (!findings) return
  const loads: [number, number] = [before, load()]
  const seconds = (performance.now() - startedAt) / 1000
  const title = `${name}, ${seconds.toFixed(0)} s, load ${loads.map((value) => value.toFixed(1)).join(' to ')}`
  console.log(`${title}\n${tableOf(findings)}`)
  if (values.report === undefined) return
  storeRun(values.report, name, {
    date: new Date().toISOString(),
    commit: currentCommit(),
    machine: await machine(),
    load: loads,
    seconds,
    findings,
  })
}
