/**
 * npm run scan: attacks portals of its own, with the sample association, with wapiti and sqlmap (docs/security-scans.md).
 * Prints a table, and writes the reports of the tools to `--out`. Exits with 1 when a tool has a finding of medium level or above, an answer
 * has a status of 500 or above, or the portal logs an error. It sends requests to 127.0.0.1 only.
 */
import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type DrillEnvironment, withEnvironment } from '#test/drills/support/environment.ts'
import { postgresql, startPostgres } from '#test/setup/postgres.ts'
import { requirePrograms, sqlmap, wapiti } from '#test/setup/programs.ts'
import type { Engine } from '#test/support/engines.ts'
import { scanControl } from './control.ts'
import type { Front } from './front.ts'
import { isDestructive, type Operation, type Role } from './operations.ts'
import type { ScanResult } from './run-tool.ts'
import { openFrontOf, openSamplePortal, type SamplePortal } from './sample-portal.ts'
import { scanParameters } from './sqlmap.ts'
import { scanOperations, scanSite } from './wapiti.ts'

interface Scan {
  title: string
  run: (env: DrillEnvironment) => Promise<ScanResult & Partial<Front> & { errors: string[] }>
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    out: { type: 'string', default: '.cache/scans' },
    engine: { type: 'string' },
    roles: { type: 'string' },
  },
})
const out = resolve(values.out)
mkdirSync(out, { recursive: true })
const roles = (values.roles?.split(',') ?? [
  'visitor',
  'seeker',
  'vendor',
  'oem',
  'admin',
]) as Role[]
const engines = values.engine ? [values.engine as Engine] : (['SQLite', 'PostgreSQL'] as const)
const isSelected = (tool: string): boolean => positionals.length === 0 || positionals.includes(tool)

const scans: Scan[] = [
  ...(isSelected('control') ? [controlScan()] : []),
  ...(isSelected('wapiti') ? wapitiScans() : []),
  ...(isSelected('sqlmap') ? sqlmapScans() : []),
  ...(isSelected('site') ? [siteScan()] : []),
]

function controlScan(): Scan {
  return {
    title: 'control: a vulnerable server',
    run: async (env) => ({ ...(await scanControl(env, join(out, 'control'))), errors: [] }),
  }
}

/** After the roles, because it takes long. */
function siteScan(): Scan {
  return {
    title: 'wapiti: the site itself',
    run: (env) => withPortal(env, 'SQLite', (portal) => scanSite(portal, join(out, 'site'))),
  }
}

function wapitiScans(): Scan[] {
  return roles.flatMap((role) => [
    frontScan(`wapiti: ${role}`, 'SQLite', role, (operation) => !isDestructive(operation)),
    frontScan(`wapiti: ${role}, deletions`, 'SQLite', role, isDestructive),
  ])
}

function frontScan(
  title: string,
  engine: Engine,
  role: Role,
  isIncluded: (operation: Operation) => boolean,
): Scan {
  return {
    title,
    run: (env) =>
      withPortal(env, engine, async (portal) => {
        const operations = portal.operations.filter(
          (operation) => operation.roles.includes(role) && isIncluded(operation),
        )
        const front = await openFrontOf(env, portal, role, operations)
        const result = await scanOperations(front, join(out, title.replace(/\W+/g, '-')))
        const refused = operations.filter(({ id }) => !front.reached.has(id)).map(({ id }) => id)
        const note = `${operations.length} operations; without a success: ${refused.join(' ') || 'none'}`
        return { ...front, ...result, notes: [note, ...(result.notes ?? [])] }
      }),
  }
}

/** Lists as the roles that read them, and as a visitor, whom they refuse. */
function sqlmapScans(): Scan[] {
  const sqlmapRoles = roles.filter((role) => ['visitor', 'oem', 'admin'].includes(role))
  return engines.flatMap((engine) =>
    sqlmapRoles.map((role) => ({
      title: `sqlmap: ${role} on ${engine}`,
      run: (env: DrillEnvironment) =>
        withPortal(env, engine, async (portal) => {
          const operations = portal.operations.filter(
            ({ method, query, roles: allowed, path }) =>
              method === 'GET' &&
              Object.keys(query).length > 0 &&
              (allowed.includes(role) || /^\/api\/(members|jobs)$/.test(path)),
          )
          const front = await openFrontOf(env, portal, role, operations)
          const folder = join(out, `sqlmap-${role}-${engine}`)
          return { ...front, ...(await scanParameters(front, operations, engine, folder)) }
        }),
    })),
  )
}

async function withPortal<Result extends object>(
  env: DrillEnvironment,
  engine: Engine,
  scan: (portal: SamplePortal) => Promise<Result>,
): Promise<Result & { errors: string[] }> {
  const portal = await openSamplePortal(env, engine)
  const result = await scan(portal)
  return { ...result, errors: portal.loggedErrors() }
}

// The tools and portals end with this process.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

await requirePrograms([postgresql, wapiti, sqlmap])
const postgres = await startPostgres({ durable: false })
let hasFailed = false
try {
  for (const { title, run } of scans) {
    const startedAt = performance.now()
    const {
      findings,
      notes,
      statuses = {},
      failures = [],
      errors,
    } = await withEnvironment(postgres.url, run)
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(0)
    const requests = Object.values(statuses).reduce((sum, count) => sum + count, 0)
    console.log(`${title}, ${seconds} s: ${requests} requests ${JSON.stringify(statuses)}`)
    for (const note of notes ?? []) console.log(`  ${note}`)
    for (const problem of [...findings, ...failures, ...errors]) console.log(`  ${problem}`)
    if (findings.length + failures.length + errors.length > 0) hasFailed = true
  }
} finally {
  await postgres.stop()
}
console.log(hasFailed ? 'There are findings.' : 'No finding.')
process.exitCode = hasFailed ? 1 : 0
