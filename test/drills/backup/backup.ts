/** Backs up a portal under load, restores each archive elsewhere, and compares. */

import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sum } from '#shared/sum.ts'
import { queryDatabase } from '#test/support/database/query-database.ts'
import type { Engine } from '#test/support/engines.ts'
import { cookieHeader } from '#test/support/portal/test-client.ts'
import type { DrillEnvironment } from '#test/support/process/environment.ts'
import { counted, type Finding, info, measured, quantile } from '#test/support/process/findings.ts'
import { multipart, send } from '#test/support/process/form-client.ts'
import { spreadsheet } from '#test/support/process/member-sheets.ts'
import { portalSettings } from '#test/support/process/portal-settings.ts'
import { adminEmail, signIn } from '#test/support/process/sign-in.ts'
import { runPortalCommand } from '../support/command.ts'
import { copyOf, mixedLoad, signInPeople } from '../support/mixed-load.ts'

type Settings = Awaited<ReturnType<typeof portalSettings>>
type Acknowledged = ReturnType<typeof copyOf>

/** Each round backs up under load, restores, compares, flips one byte of the archive and restores again. */
export async function backupDrill(
  env: DrillEnvironment,
  engine: Engine,
  rounds: number,
  acknowledgements = 30,
): Promise<Finding[]> {
  const mail = await env.mailServer()
  const settings = { ...(await portalSettings(env, mail, engine)), TRUST_PROXY: '1' }
  const portal = await env.portal(settings)
  const people = await signInPeople(env, portal, mail)
  const load = await mixedLoad()
  const found = { created: 0, restored: 0, kept: 0, expected: 0, equal: 0, files: 0, damaged: 0 }
  const times: number[] = []
  const problems = new Set<string>()
  const folder = env.folder()
  for (let round = 0; round < rounds; round++) {
    // The limits of a person's writes are for an hour, and a round takes seconds.
    await queryDatabase(settings, 'delete from rate_count')
    const running = load.start(portal, people)
    await running.reached(acknowledgements)
    const before = copyOf(load.acknowledged)
    const file = join(folder, `${round}.backup`)
    const backup = await runPortalCommand(settings, 'backup', file)
    await running.stop()
    if (backup.code === 0) found.created += 1
    else problems.add(backup.output)
    const place = await emptyPlace(env, settings, engine)
    const restore = await runPortalCommand(place, 'restore', file)
    times.push(restore.ms)
    if (restore.code === 0) found.restored += 1
    else problems.add(restore.output)
    const { kept, expected } = await countKept(place, before)
    found.kept += kept
    found.expected += expected
    const { equal, files } = await compareFiles(settings, place)
    found.equal += equal
    found.files += files
    if (await findsDamage(await emptyPlace(env, settings, engine), file)) found.damaged += 1
    rmSync(file, { force: true })
  }
  const { code } = await portal.end('SIGTERM')
  return [
    counted(`backups made under load, ${engine}`, found.created, rounds),
    counted(`archives restored and verified, ${engine}`, found.restored, rounds),
    counted(
      `writes acknowledged before a backup and restored, ${engine}`,
      found.kept,
      found.expected,
    ),
    counted(`restored files equal by hash, ${engine}`, found.equal, found.files),
    counted(`archives with one flipped byte refused and named, ${engine}`, found.damaged, rounds),
    counted(`clean stops at the end, ${engine}`, code === 0 ? 1 : 0, 1),
    info(`slowest restore, ${engine}`, `${quantile(times, 1).toFixed(0)} ms`),
    ...[...problems].map((problem) => measured('problem', problem.slice(0, 300), 'none', false)),
  ]
}

/** An empty data folder and database with the keys of the backed-up portal. */
async function emptyPlace(
  env: DrillEnvironment,
  settings: Settings,
  engine: Engine,
): Promise<Settings & { FILES_KEY_FILE: string }> {
  return {
    ...settings,
    DATA_DIR: env.folder(),
    DATABASE_URL: await env.database(engine),
    FILES_KEY_FILE: `${settings.DATA_DIR}.key`,
  }
}

/** How many acknowledged writes the restored database has. */
async function countKept(place: Settings, acknowledged: Acknowledged) {
  const stored = async (statement: string) =>
    new Set((await queryDatabase(place, statement)).map((row) => String(Object.values(row)[0])))
  const pairs = [
    [acknowledged.jobs, await stored('select id from job')],
    [acknowledged.members, await stored('select email from person')],
    [acknowledged.files, await stored('select name from stored_file')],
    [acknowledged.payments, await stored('select reference from ledger_entry')],
    [
      acknowledged.imports,
      new Set([...(await stored('select email from person'))].map((email) => email.split('@')[1])),
    ],
  ] as const
  const sumOf = (count: (pair: (typeof pairs)[number]) => number) => sum(pairs, count)
  return {
    kept: sumOf(([expected, actual]) => [...expected].filter((id) => actual.has(id)).length),
    expected: sumOf(([expected]) => expected.size),
  }
}

/** Compares every restored file, also small versions, with the one in the portal's own folder. */
async function compareFiles(settings: Settings, place: Settings) {
  const rows = await queryDatabase(place, 'select name, has_small from stored_file')
  const names = rows.flatMap(({ name, has_small }) =>
    has_small ? [String(name), `${name}.small`] : [String(name)],
  )
  const hashIn = ({ DATA_DIR }: Settings, name: string): string | undefined => {
    const path = join(DATA_DIR, 'uploads', name.slice(0, 2), name)
    if (!existsSync(path)) return undefined
    return createHash('sha256').update(readFileSync(path)).digest('hex')
  }
  const equal = names.filter((name) => {
    const hash = hashIn(place, name)
    return hash !== undefined && hash === hashIn(settings, name)
  })
  return { equal: equal.length, files: names.length }
}

/** Flips a random bit of the archive; true when the restore refuses it and leaves the place empty. */
async function findsDamage(place: Settings, file: string): Promise<boolean> {
  const bytes = readFileSync(file)
  const at = Math.floor(Math.random() * bytes.length)
  bytes.writeUInt8(bytes.readUInt8(at) ^ (1 << Math.floor(Math.random() * 8)), at)
  writeFileSync(file, bytes)
  const { code, output } = await runPortalCommand(place, 'restore', file)
  return code === 1 && / is damaged: /.test(output) && !existsSync(join(place.DATA_DIR, 'uploads'))
}

/** How long the restore of a register takes. */
export async function restoreTimeDrill(
  env: DrillEnvironment,
  engine: Engine,
  members: number,
): Promise<Finding[]> {
  const mail = await env.mailServer()
  const settings = await portalSettings(env, mail, engine)
  const portal = await env.portal(settings)
  const admin = await signIn(env.client(portal), mail, adminEmail, 'admin')
  const value = { name: 'a.csv', type: 'text/csv', bytes: Buffer.from(spreadsheet(members)) }
  const headers = { Cookie: cookieHeader(admin) }
  const form = multipart([{ field: 'file', value }])
  const imported = await send(portal.url, '/api/members/import', form, { headers })
  if (imported?.status !== 200) throw new Error(`import: ${imported?.status} ${imported?.text}`)
  const file = join(env.folder(), 'portal.backup')
  const backup = await runPortalCommand(settings, 'backup', file)
  const place = await emptyPlace(env, settings, engine)
  const restore = await runPortalCommand(place, 'restore', file)
  const rows = await queryDatabase(place, `select count(*) as n from person where role = 'oem'`)
  const seconds = restore.ms / 1000
  return [
    counted(`members restored, ${engine}`, Number(rows[0]?.n), members),
    info(`backup of ${members} members, ${engine}`, `${(backup.ms / 1000).toFixed(1)} s`),
    measured(
      `restore of ${members} members, ${engine}`,
      `${seconds.toFixed(1)} s`,
      'under 60 s',
      restore.code === 0 && seconds < 60,
    ),
  ]
}
