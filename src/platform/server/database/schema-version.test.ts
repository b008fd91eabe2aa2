import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import {
  appliedIn,
  emptyInstallation,
  type Installation,
  installationWith,
  onlyBaseline,
  openInstallation,
} from '#test/support/database/older-database.ts'
import { type Engine, engines } from '#test/support/engines.ts'
import type { Database } from './database.ts'
import { migrate } from './migrate.ts'
import { replacedMigrations, schemaVersion } from './schema-version.ts'

const createLater = async (db: Database): Promise<void> => {
  await sql`create table later (id integer)`.execute(db)
}
const withLater = { ...onlyBaseline, '1001-later': { up: createLater } }
const baseline = '1000-baseline'
const first = '2024-01-05T00:00:00.000Z'

test.each([
  ['no migration', [], { kind: 'empty' }],
  ['the baseline', [baseline], { kind: 'behind' }],
  ['all migrations', [baseline, '1001-later'], { kind: 'current' }],
  ['exactly the replaced ones', replacedMigrations, { kind: 'replaced' }],
  ['the replaced and a later one', [...replacedMigrations, '1001-later'], { kind: 'replaced' }],
  ['all replaced ones but the first', replacedMigrations.slice(1), { kind: 'older' }],
  ['only the first of the replaced ones', replacedMigrations.slice(0, 1), { kind: 'older' }],
  ['a later one', [baseline, '9999-future'], { kind: 'newer', unknown: '9999-future' }],
  [
    'a later one instead of the baseline',
    [...replacedMigrations, '1001-other'],
    { kind: 'newer', unknown: '1001-other' },
  ],
] as const)('the version of a schema with %s', (_what, applied, version) => {
  expect(schemaVersion(applied, withLater)).toEqual(version)
})

async function open(place: Installation): Promise<Database> {
  const { db, close } = await openInstallation(place)
  onTestFinished(close)
  return db
}

/** Databases of two processes; SQLite has only one process. */
const openTwice = async (place: Installation, engine: Engine): Promise<[Database, Database]> => {
  const db = await open(place)
  return [db, engine === 'SQLite' ? db : await open(place)]
}

describe.each(engines)('migrating on %s', (engine) => {
  test('a database with exactly the replaced migrations keeps its rows and its age', async () => {
    const place = await installationWith(engine, replacedMigrations)
    const db = await open(place)
    await db.insertInto('setting').values({ name: 'upi_id', value: 'a@bank' }).execute()
    await migrate(db, withLater)
    expect(await appliedIn(place)).toEqual({ names: Object.keys(withLater), first })
    expect(await db.selectFrom('setting').select('value').execute()).toEqual([{ value: 'a@bank' }])
    await sql`select id from later`.execute(db)
  })

  test.each([
    ['an older', replacedMigrations.slice(0, -1), 'is of an older portal; start version 0.1.0-'],
    ['a newer', [baseline, '9999-future'], 'a newer portal (it knows "9999-future")'],
  ])('a database of %s portal is refused and stays as it is', async (_kind, applied, reason) => {
    const place = await installationWith(engine, applied)
    const db = await open(place)
    await expect(migrate(db, withLater)).rejects.toThrow(reason)
    expect(await appliedIn(place)).toEqual({ names: applied, first })
  })

  test.each([
    ['an empty database', []],
    ['a database with the replaced migrations', replacedMigrations],
  ])('%s by two processes at once is done once', async (_what, applied) => {
    const place =
      applied.length === 0
        ? await emptyInstallation(engine)
        : await installationWith(engine, applied)
    const two = await openTwice(place, engine)
    await Promise.all([...two, ...two].map((db) => migrate(db, withLater)))
    expect((await appliedIn(place)).names).toEqual(Object.keys(withLater))
  })

  test('that is killed between the baseline and the next migration is done by the next start', async () => {
    const place = await installationWith(engine, replacedMigrations)
    const script = join(
      import.meta.dirname,
      '../../../../test/support/database/killed-migration.ts',
    )
    const child = spawn(process.execPath, [script], { env: { PATH: process.env.PATH, ...place } })
    expect(await once(child, 'exit')).toEqual([null, 'SIGKILL'])
    expect(await appliedIn(place)).toEqual({ names: [...replacedMigrations], first })
    await migrate(await open(place), withLater)
    expect(await appliedIn(place)).toEqual({ names: Object.keys(withLater), first })
  })
})
