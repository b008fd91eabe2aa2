/** npm run bench: speed and size of the portal, mostly as ratios that do not depend on the machine. */
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os'
import { type DrillEnvironment, withEnvironment } from '#test/drills/support/environment.ts'
import { type Finding, tableOf } from '#test/drills/support/findings.ts'
import { startPostgres } from '#test/setup/postgres.ts'
import { engines } from '#test/support/engines.ts'
import { applying } from './apply.ts'
import { documents } from './documents.ts'
import { importing } from './import.ts'
import { lists } from './lists.ts'
import { pageWeight } from './page-weight.ts'
import { startAndMemory } from './process.ts'
import { screens } from './screens.ts'
import { speed } from './speed.ts'

const benchmarks: Record<string, (env: DrillEnvironment) => Promise<Finding[]>> = {
  speed: (env) => speed(env, engines, 7, 3),
  start: (env) => startAndMemory(env, 7),
  weight: pageWeight,
  documents: (env) => documents(env, 1000),
  apply: (env) => applying(env, 9),
  lists: (env) => lists(env, 'SQLite'),
  'lists-postgres': (env) => lists(env, 'PostgreSQL'),
  import: (env) => importing(env, 'SQLite', 100_000),
  screens: (env) => screens(env, 'SQLite', [10_000, 100_000]),
  'import-postgres': (env) => importing(env, 'PostgreSQL', 100_000),
}

const selected = process.argv.slice(2)
const gib = (totalmem() / 2 ** 30).toFixed(0)
const load = () => loadavg()[0]?.toFixed(1)
console.log(
  `${availableParallelism()} x ${cpus()[0]?.model.trim()}, ${gib} GiB, ${process.platform}, Node ${process.version}`,
)
const postgres = await startPostgres({ durable: true })
try {
  for (const [name, benchmark] of Object.entries(benchmarks))
    if (selected.length === 0 || selected.includes(name)) {
      const before = load()
      const findings = await withEnvironment(postgres.url, benchmark)
      console.log(`${name}, load ${before} to ${load()}\n${tableOf(findings)}`)
    }
} finally {
  await postgres.stop()
}
