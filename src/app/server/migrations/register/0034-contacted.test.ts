import { describe, expect, test } from 'vitest'
import { insertRows } from '#platform/server/database/bulk.ts'
import { migrate } from '#platform/server/database/migrate.ts'
import { memberAt } from '#test/bench/register.ts'
import { emptyDatabase, migrationsUpTo } from '#test/support/empty-database.ts'
import { engines } from '#test/support/engines.ts'
import { migrations } from '../../migrations.ts'

describe.each(engines)('members of an older version on %s', (engine) => {
  test('are marked as invited and signed in, also later', async () => {
    const db = await emptyDatabase(engine)
    await migrate(db, migrationsUpTo('0033'.padEnd(40, 'z')))
    const [invited, signedIn, neither] = [memberAt(0), memberAt(1), memberAt(2)]
    const at = '2026-01-05T09:00:00.000Z'
    await insertRows(db, 'person', [
      { ...invited, invited_at: at },
      { ...signedIn, last_sign_in_at: at },
      neither,
    ])
    await migrate(db, migrations)
    const marks = async () => {
      const rows = await db
        .selectFrom('person_search')
        .select(['person_id', 'is_invited', 'has_signed_in'])
        .execute()
      return new Map(rows.map((row) => [row.person_id, [row.is_invited, row.has_signed_in]]))
    }
    const expected = new Map([
      [invited.id, [true, false]],
      [signedIn.id, [false, true]],
      [neither.id, [false, false]],
    ])
    expect(await marks()).toEqual(expected)
    const { id } = neither
    await db.updateTable('person').set({ last_sign_in_at: at }).where('id', '=', id).execute()
    const last = { ...memberAt(3), invited_at: at, last_sign_in_at: at }
    await insertRows(db, 'person', [last])
    expect(await marks()).toEqual(expected.set(id, [false, true]).set(last.id, [true, true]))
  })
})
