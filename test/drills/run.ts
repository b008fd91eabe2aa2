/**
 * npm run drill: runs all drills, or those named after `--`, at their full counts. Prints a table of
 * results and exits with 1 when a goal is not met. `npm test` runs eight of them
 * with small counts (*.test.ts beside them).
 * `--engine NAME` runs those for several engines, of databases or browsers, on one only. `upgrade` compares with the
 * portal of `--base COMMIT`; there are no tags of releases yet, so the default is the commit before the newest
 * migration.
 * What follows `fresh-machine` goes to the `npm test` of that drill.
 */
import { parseArgs } from 'node:util'
import { chromiumProgram } from '#test/setup/browser.ts'
import { startClock } from '#test/setup/clock.ts'
import { firefox } from '#test/setup/firefox.ts'
import { type Postgres, postgresql, startPostgres } from '#test/setup/postgres.ts'
import {
  caddy,
  debootstrap,
  ext4,
  git,
  type Program,
  pgbouncer,
  requirePrograms,
} from '#test/setup/programs.ts'
import { webkit } from '#test/setup/webkit.ts'
import type { Engine } from '#test/support/engines.ts'
import { type DrillEnvironment, withEnvironment } from '#test/support/process/environment.ts'
import { type Finding, tableOf, unmetGoals } from '#test/support/process/findings.ts'
import { connectionLossDrill, killedPortalDrill } from './applications/interrupted-forms.ts'
import { backupDrill, restoreTimeDrill } from './backup/backup.ts'
import { browsersDrill } from './browsers/browsers-drill.ts'
import { engines } from './browsers/engines.ts'
import { clusterDrill } from './cluster/cluster.ts'
import { confirmKillDrill } from './dues/confirm-kill.ts'
import { doublePaymentsDrill } from './dues/double-payments.ts'
import { duesKillDrill } from './dues/dues-kill.ts'
import { duesHistoriesDrill } from './dues/histories.ts'
import { noticesKillDrill } from './dues/notices-kill.ts'
import { freshMachineDrill } from './machine/fresh-machine.ts'
import { smallServerDrill } from './machine/small-server.ts'
import { crashDrill } from './process/crash.ts'
import { diskFullDrill, readOnlyDrill } from './process/disk-full.ts'
import { lockDrill } from './process/lock.ts'
import { mailFailuresDrill } from './process/mail-failures.ts'
import { newerDatabaseDrill, simultaneousStartDrill } from './process/newer-database.ts'
import { postgresRestartDrill } from './process/postgres-restart.ts'
import { powerCutDrill } from './process/power-cut.ts'
import { fullSoak, soakDrill } from './process/soak.ts'
import { stopDrill } from './process/stop.ts'
import { importKillDrill } from './register/import-kill.ts'
import { xssDrill } from './screens/xss.ts'
import { fullSeason, seasonDrill } from './season/season-drill.ts'
import { lockoutDrill } from './sign-in/lockout.ts'
import { scannerBrowserDrill } from './sign-in/scanner-browser.ts'
import { uniformAnswersDrill } from './sign-in/uniform-answers.ts'
import { upgradeDrill } from './upgrade/upgrade-drill.ts'

const dayOfAttack = { minutes: 1440, requests: 4, networks: [1, 100] }

type Run = (env: DrillEnvironment) => Promise<Finding[]>

/** Runs a drill on each engine, with separate results. */
const onEach = (drill: (env: DrillEnvironment, engine: Engine) => Promise<Finding[]>) => ({
  SQLite: (env: DrillEnvironment) => drill(env, 'SQLite'),
  PostgreSQL: (env: DrillEnvironment) => drill(env, 'PostgreSQL'),
})

/** Runs a drill on both engines, each with its own count. */
const onBothEngines = (
  drill: (env: DrillEnvironment, engine: Engine, count: number) => Promise<Finding[]>,
  onSqlite: number,
  onPostgres = onSqlite,
) => onEach((env, engine) => drill(env, engine, engine === 'SQLite' ? onSqlite : onPostgres))

const drills: Record<string, Run | Record<string, Run>> = {
  backup: onEach(async (env, engine) => [
    ...(await backupDrill(env, engine, 25)),
    ...(await restoreTimeDrill(env, engine, 10_000)),
  ]),
  'scanner-browser': (env) => scannerBrowserDrill(env, 20),
  lockout: onEach((env, engine) => lockoutDrill(env, engine, dayOfAttack)),
  'uniform-answers': onBothEngines(uniformAnswersDrill, 2000),
  crash: onBothEngines(crashDrill, 200),
  'power-cut': onBothEngines(powerCutDrill, 50),
  soak: onEach((env, engine) => soakDrill(env, engine, fullSoak)),
  cluster: clusterDrill,
  browsers: Object.fromEntries(
    Object.entries(engines).map(([engine, openTab]) => [
      engine,
      (env) => browsersDrill(env, engine, openTab),
    ]),
  ),
  'connection-loss': onBothEngines(connectionLossDrill, 200, 50),
  'killed-portal': onBothEngines(killedPortalDrill, 100, 25),
  'import-kill': onBothEngines(importKillDrill, 50),
  'dues-histories': (env) => duesHistoriesDrill(env, 500),
  'double-payments': onBothEngines(doublePaymentsDrill, 20),
  'dues-kill': onBothEngines(duesKillDrill, 50),
  'confirm-kill': onBothEngines(confirmKillDrill, 50),
  'notices-kill': onBothEngines(noticesKillDrill, 50),
  season: onEach((env, engine) => seasonDrill(env, engine, fullSeason)),
  'mail-failures': (env) =>
    mailFailuresDrill(env, { mails: 500, silences: 8, kills: 5, calls: 200 }),
  xss: (env) => xssDrill(env, 300),
  lock: (env) => lockDrill(env, 50),
  stop: (env) => stopDrill(env, 20),
  'disk-full': async (env) => [
    ...(await diskFullDrill(env, 20)),
    ...(await readOnlyDrill(env, 20)),
  ],
  'postgres-restart': (env) => postgresRestartDrill(env, 20),
  'newer-database': async (env) => [
    ...(await newerDatabaseDrill(env, 'SQLite', 5)),
    ...(await newerDatabaseDrill(env, 'PostgreSQL', 5)),
    ...(await simultaneousStartDrill(env, 10)),
  ],
  upgrade: onEach((env, engine) => upgradeDrill(env, engine, values.base)),
  'small-server': smallServerDrill,
  'fresh-machine': (env) => freshMachineDrill(env, testArguments),
}

/** Long drills, and drills that need root, a network or the history of the repository, run only by their name. */
const onlyByName = ['fresh-machine', 'small-server', 'upgrade']

const last = process.argv.indexOf('fresh-machine') + 1
const testArguments = last > 0 ? process.argv.slice(last) : []

const { positionals: selected, values } = parseArgs({
  args: process.argv.slice(2, last || undefined),
  allowPositionals: true,
  options: {
    engine: { type: 'string' },
    base: { type: 'string' },
  },
})
const unknown = selected.filter((name) => !(name in drills))
if (unknown.length > 0) {
  console.error(`Unknown drill: ${unknown.join(', ')}. Drills: ${Object.keys(drills).join(', ')}.`)
  process.exit(2)
}

/** The selected drills; one for each engine is `soak SQLite` and `soak PostgreSQL`. */
const runs = Object.entries(drills)
  .filter(([name]) =>
    selected.length === 0 ? !onlyByName.includes(name) : selected.includes(name),
  )
  .flatMap(([name, drill]): [string, Run][] => {
    if (typeof drill === 'function') return [[name, drill]]
    return Object.entries(drill)
      .filter(([engine]) => values.engine === undefined || values.engine === engine)
      .map(([engine, run]) => [`${name} ${engine}`, run])
  })

/** What drills need besides PostgreSQL. */
const programsOf: Record<string, readonly Program<unknown>[]> = {
  browsers: [chromiumProgram, firefox, webkit],
  cluster: [caddy, pgbouncer],
  'disk-full': [ext4],
  'fresh-machine': [debootstrap],
  'power-cut': [ext4],
  'scanner-browser': [chromiumProgram],
  season: [chromiumProgram],
  'small-server': [debootstrap],
  upgrade: [git],
  xss: [chromiumProgram],
}
await requirePrograms([
  postgresql,
  ...runs.flatMap(([title]) => programsOf[title.split(' ')[0] ?? ''] ?? []),
])

startClock()
const postgres: Postgres = await startPostgres({ durable: true })
const failed: string[] = []
try {
  for (const [title, drill] of runs) {
    const startedAt = performance.now()
    const findings = await withEnvironment(postgres.url, drill).catch((error: unknown) => {
      console.error(error)
      return [{ what: 'the drill ended with an error', value: 'yes', goal: 'no', met: false }]
    })
    const seconds = (performance.now() - startedAt) / 1000
    console.log(`${title}, ${seconds.toFixed(0)} s\n${tableOf(findings)}`)
    if (unmetGoals(findings).length > 0) failed.push(title)
  }
} finally {
  await postgres.stop()
}
console.log(failed.length === 0 ? 'All goals were met.' : `Goals not met in: ${failed.join(', ')}.`)
process.exitCode = failed.length === 0 ? 0 : 1
