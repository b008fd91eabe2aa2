/**
 * npm run drill: every drill at its full count, or those named behind `--`. Prints what happened
 * as n/N and ends with 1 when anything was missed. `npm test` runs the same drills in small.
 */
import { type Postgres, startPostgres } from '#test/setup/postgres.ts'
import { cutDrill, killDrill } from './applications/interrupted-forms.ts'
import { formDrill } from './applications/killed-form.ts'
import { hostileDrill } from './files/hostile-uploads.ts'
import { intakeDrill } from './files/intake.ts'
import { pdfFuzzDrill } from './files/pdf-fuzz.ts'
import { photoDrill } from './files/photos.ts'
import { crashDrill } from './process/crash.ts'
import { lockDrill } from './process/lock.ts'
import { mailDrill } from './process/mail-failures.ts'
import { newerDrill, togetherDrill } from './process/newer-database.ts'
import { stopDrill } from './process/stop.ts'
import { crowdDrill } from './register/crowd.ts'
import { badRowsDrill, encodingsDrill } from './register/import-files.ts'
import { importKillDrill } from './register/import-kill.ts'
import { spreadsheetDrill } from './register/spreadsheet.ts'
import { raceDrill } from './sign-in/race.ts'
import { scannerDrill } from './sign-in/scanner.ts'
import { scannerBrowserDrill } from './sign-in/scanner-browser.ts'
import { uniformDrill } from './sign-in/uniform-answers.ts'
import { type Finding, misses, tableOf } from './support/findings.ts'
import { type Engine, type Site, withSite } from './support/site.ts'

const crowd = { admins: 100, rounds: 200, creations: 1000 }

/** The drill on SQLite and on PostgreSQL, each so many times. */
const onBoth =
  (
    drill: (site: Site, engine: Engine, count: number) => Promise<Finding[]>,
    onSqlite: number,
    onPostgres = onSqlite,
  ) =>
  async (site: Site): Promise<Finding[]> => [
    ...(await drill(site, 'SQLite', onSqlite)),
    ...(await drill(site, 'PostgreSQL', onPostgres)),
  ]

const drills: Record<string, (site: Site) => Promise<Finding[]>> = {
  scanner: (site) => scannerDrill(site, 1000),
  'scanner-browser': (site) => scannerBrowserDrill(site, 20),
  race: onBoth(raceDrill, 200),
  uniform: onBoth(uniformDrill, 2000),
  crash: onBoth(crashDrill, 50, 15),
  cut: onBoth(cutDrill, 200, 50),
  kill: onBoth(killDrill, 100, 25),
  'import-kill': onBoth(importKillDrill, 50),
  crowd: (site) => crowdDrill(site, 'SQLite', { ...crowd, portals: 1 }),
  'crowd-postgres': (site) => crowdDrill(site, 'PostgreSQL', { ...crowd, portals: 1 }),
  'crowd-two': (site) => crowdDrill(site, 'PostgreSQL', { ...crowd, portals: 2 }),
  'import-files': async (site) => [
    ...(await encodingsDrill(site)),
    ...(await badRowsDrill(site, 'SQLite', 100_000)),
    ...(await badRowsDrill(site, 'PostgreSQL', 100_000)),
  ],
  csv: (site) => spreadsheetDrill(site, 1_000_000, 10_000),
  hostile: async (site) => [...(await hostileDrill(site, 1000)), ...(await photoDrill(site, 300))],
  intake: (site) => intakeDrill(site, { pictures: 60, megapixels: 40, goal: 2000 }),
  'pdf-fuzz': (site) => pdfFuzzDrill(site, { count: 200_000, seed: 1, forQpdf: 500 }),
  form: (site) => formDrill(site, 20),
  mail: (site) => mailDrill(site, { mails: 500, silences: 8, kills: 5, calls: 200 }),
  lock: (site) => lockDrill(site, 20),
  stop: (site) => stopDrill(site, 20),
  newer: async (site) => [
    ...(await newerDrill(site, 'SQLite', 5)),
    ...(await newerDrill(site, 'PostgreSQL', 5)),
    ...(await togetherDrill(site, 10)),
  ],
}

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !(name in drills))
if (unknown.length > 0) {
  console.error(
    `There is no drill ${unknown.join(', ')}; there are ${Object.keys(drills).join(', ')}.`,
  )
  process.exit(2)
}

const postgres: Postgres = await startPostgres({ durable: true })
const missed: string[] = []
try {
  for (const [name, drill] of Object.entries(drills)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue
    const began = performance.now()
    const findings = await withSite(postgres.url, drill).catch((error: unknown) => {
      console.error(error)
      return [{ what: 'the drill broke off', value: 'yes', goal: 'no', met: false }]
    })
    console.log(
      `${name}, ${((performance.now() - began) / 1000).toFixed(0)} s\n${tableOf(findings)}`,
    )
    if (misses(findings).length > 0) missed.push(name)
  }
} finally {
  await postgres.stop()
}
console.log(missed.length === 0 ? 'Nothing was missed.' : `Missed in: ${missed.join(', ')}.`)
process.exitCode = missed.length === 0 ? 0 : 1
