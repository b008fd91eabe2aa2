/** npm run bench: how fast and how small the portal is, as ratios that hold on any machine. */
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os'
import { type Finding, tableOf } from '#test/drills/support/findings.ts'
import { engines, type Site, withSite } from '#test/drills/support/site.ts'
import { startPostgres } from '#test/setup/postgres.ts'
import { applying } from './apply.ts'
import { importing } from './import.ts'
import { lists } from './lists.ts'
import { startAndMemory } from './process.ts'
import { screens } from './screens.ts'
import { speed } from './speed.ts'
import { weight } from './weight.ts'

const parts: Record<string, (site: Site) => Promise<Finding[]>> = {
  speed: (site) => speed(site, engines, 7, 3),
  start: (site) => startAndMemory(site, 7),
  weight,
  apply: (site) => applying(site, 9),
  lists: (site) => lists(site, 'SQLite'),
  'lists-postgres': (site) => lists(site, 'PostgreSQL'),
  import: (site) => importing(site, 'SQLite', 100_000),
  screens: (site) => screens(site, 'SQLite', [10_000, 100_000]),
  'import-postgres': (site) => importing(site, 'PostgreSQL', 100_000),
}

const wanted = process.argv.slice(2)
const gib = (totalmem() / 2 ** 30).toFixed(0)
const load = loadavg()[0]?.toFixed(1)
console.log(
  `${availableParallelism()} x ${cpus()[0]?.model.trim()}, ${gib} GiB, ${process.platform}, Node ${process.version}, load ${load} before`,
)
const postgres = await startPostgres({ durable: true })
try {
  for (const [name, part] of Object.entries(parts))
    if (wanted.length === 0 || wanted.includes(name))
      console.log(tableOf(await withSite(postgres.url, part)))
} finally {
  await postgres.stop()
}
