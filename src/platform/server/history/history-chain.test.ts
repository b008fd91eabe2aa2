import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { dropHistoryTrigger } from '#test/support/database/history.ts'
import { engines } from '#test/support/engines.ts'
import { testDatabase } from '#test/support/portal/test-portal.ts'
import type { Database } from '../database/database.ts'
import { isPostgres } from '../database/engine-sql.ts'
import { eraseHistory, recordChange, recordChanges } from './history.ts'
import { sealHistory, verifyHistory } from './history-chain.ts'

const now = new Date('2025-01-05T09:00:00.000Z')

const change = (subjectId: string, remarks: string) => ({
  actor: 'admin',
  subject: 'person',
  subjectId,
  action: 'edited',
  before: { remarks: '' },
  after: { remarks },
})

/** Two seals with three entries, and one entry that is not sealed yet. */
async function fill(db: Database): Promise<string[]> {
  await recordChanges(db, [change('asha', 'Pays late'), change('ravi', 'Pays early')], now)
  await sealHistory(db, now)
  await recordChange(db, change('asha', 'Pays on time'), now)
  await sealHistory(db, now)
  await recordChange(db, change('asha', 'New'), now)
  const rows = await db.selectFrom('history').select('id').orderBy('id').execute()
  return rows.map(({ id }) => id)
}

/** Statements of SQLite alone. */
test.each([
  `insert or replace into history (id, at, subject, subject_id, act, digest, is_erasure)
    select id, at, subject, subject_id, 'nothing', digest, is_erasure from history`,
  `replace into history (rowid, id, at, subject, subject_id, act, digest, is_erasure)
    select rowid, 'other', at, subject, subject_id, act, digest, is_erasure from history limit 1`,
  `insert or replace into history_seal select sequence, sealed_at, '', previous, hash from history_seal`,
])('the history on SQLite refuses %s', async (statement) => {
  const { db } = await testDatabase('SQLite')
  await fill(db)
  await expect(sql.raw(statement).execute(db)).rejects.toThrow('The history is append-only')
  expect((await verifyHistory(db)).problems).toEqual([])
})

describe.each(engines)('the history on %s', (engine) => {
  test.each([
    `update history set "before" = '{}'`,
    `update history set actor_id = 'somebody'`,
    `update history set at = '2020-01-01T00:00:00.000Z'`,
    `update history set "before" = null, "after" = null`,
    `update history set "before" = null, "after" = null, salt = null, act = 'x'`,
    'delete from history',
    'delete from history_seal',
    `update history_seal set hash = ''`,
  ])('refuses %s', async (statement) => {
    const { db } = await testDatabase(engine)
    await fill(db)
    await expect(sql.raw(statement).execute(db)).rejects.toThrow('The history is append-only')
    if (isPostgres(db))
      await expect(sql.raw('truncate history').execute(db)).rejects.toThrow(
        'The history is append-only',
      )
    expect((await verifyHistory(db)).problems).toEqual([])
  })

  test('is verified while some entries wait for their seal', async () => {
    const { db } = await testDatabase(engine)
    await fill(db)
    expect(await verifyHistory(db)).toMatchObject({
      entries: 4,
      unsealed: 1,
      erased: 0,
      head: { sequence: 2 },
      problems: [],
    })
    const [one, other] = await Promise.all([sealHistory(db, now), sealHistory(db, now)])
    expect(one).toEqual(other)
    expect(await verifyHistory(db)).toMatchObject({ unsealed: 0, head: one, problems: [] })
    expect(await sealHistory(db, now)).toEqual(one)
  })

  test('keeps who and when, but no value, of an erased record', async () => {
    const { db } = await testDatabase(engine)
    await fill(db)
    const erasure = { actor: 'admin', subject: 'person', subjectId: 'asha', action: 'deleted' }
    await eraseHistory(db, [erasure], now)
    await sealHistory(db, now)
    expect(await verifyHistory(db)).toMatchObject({ entries: 5, erased: 3, problems: [] })
    const rows = await db
      .selectFrom('history')
      .select(['actor_id', 'before', 'after', 'salt'])
      .where('subject_id', '=', 'asha')
      .where('is_erasure', '=', false)
      .execute()
    const erased = { actor_id: 'admin', before: null, after: null, salt: null }
    expect(rows).toEqual([erased, erased, erased])
    const others = await db
      .selectFrom('history')
      .selectAll()
      .where('subject_id', '=', 'ravi')
      .execute()
    expect(JSON.stringify(others)).toContain('Pays early')
  })

  test('names an entry that was changed', async () => {
    const { db } = await testDatabase(engine)
    const [first, second, , last] = await fill(db)
    await dropHistoryTrigger(db)
    await sql`update history set actor_id = 'somebody' where id = ${first}`.execute(db)
    await sql`update history set "after" = '{}' where id in (${second}, ${last})`.execute(db)
    expect((await verifyHistory(db)).problems).toEqual([
      expect.stringContaining(`Entry ${first} of the history (edited, person asha`),
      expect.stringContaining(`The values of entry ${second} of the history`),
      expect.stringContaining(`The values of entry ${last} of the history`),
    ])
  })

  test('names entries that were removed', async () => {
    const { db } = await testDatabase(engine)
    const [, second, , last] = await fill(db)
    await dropHistoryTrigger(db, 'history_not_deleted')
    await sql`delete from history where id in (${second}, ${last})`.execute(db)
    const removed = [second, last].map((id) => `Entry ${id} of the history was removed.`)
    expect((await verifyHistory(db)).problems).toEqual(removed)
    // Sealing does not cover it up.
    await sealHistory(db, now)
    expect((await verifyHistory(db)).problems).toEqual(removed)
  })

  test('names an entry that another program has added', async () => {
    const { db } = await testDatabase(engine)
    await fill(db)
    await sql`insert into history (id, at, actor_id, subject, subject_id, act, salt, digest, is_erasure)
      select 'x', at, actor_id, subject, subject_id, act, salt, digest, is_erasure from history
      where subject_id = 'ravi'`.execute(db)
    expect((await verifyHistory(db)).problems).toEqual([
      expect.stringContaining('Entry x of the history (edited, person ravi'),
    ])
  })

  test('names values that were erased without their record', async () => {
    const { db } = await testDatabase(engine)
    const [first] = await fill(db)
    await sql`update history set "before" = null, "after" = null, salt = null
      where id = ${first}`.execute(db)
    expect((await verifyHistory(db)).problems).toEqual([
      expect.stringContaining(`The values of entry ${first} of the history`),
    ])
  })

  test('names values that were erased after the erasure of their record', async () => {
    const { db } = await testDatabase(engine)
    await fill(db)
    const erasure = { actor: 'admin', subject: 'person', subjectId: 'asha', action: 'deleted' }
    await eraseHistory(db, [erasure], now)
    await sealHistory(db, now)
    await recordChange(db, change('asha', 'Restored'), now)
    const last = await db
      .selectFrom('history')
      .select('id')
      .orderBy('id', 'desc')
      .executeTakeFirst()
    await sql`update history set "before" = null, "after" = null, salt = null
      where id = ${last?.id}`.execute(db)
    const problems = [expect.stringContaining(`The values of entry ${last?.id} of the history`)]
    expect((await verifyHistory(db)).problems).toEqual(problems)
    await sealHistory(db, now)
    expect((await verifyHistory(db)).problems).toEqual(problems)
    // Another erasure of the record covers it.
    await eraseHistory(db, [erasure], now)
    await sealHistory(db, now)
    expect((await verifyHistory(db)).problems).toEqual([])
  })
})
