/** A reference that was typed in groups counts as the whole one after an upgrade. */
// cspell:ignore AXISN
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { migrate } from '#platform/server/database/migrate.ts'
import { emptyInstallation, openInstallation } from '#test/support/database/older-database.ts'
import { engines } from '#test/support/engines.ts'
import { migrations } from '../migrations.ts'

const before = Object.entries(migrations).filter(([name]) => name < '1032')
const whole = 'AXISN52026080300123'

describe.each(engines)('references of an older portal on %s', (engine) => {
  test('keys of references in groups are made whole, and shared where one is taken', async () => {
    const { db, close } = await openInstallation(await emptyInstallation(engine))
    await migrate(db, Object.fromEntries(before))
    const rows = [
      ['e1', whole, whole],
      ['e2', 'axisn 52026080300123', '52026080300123'],
      ['e3', 'AXIS N52026080300123', 'N52026080300123'],
      ['e4', 'AXISN52026 080300124', '80300124'],
      ['e5', 'Ref 412356789012', '412356789012'],
      // The key of the bank line to which it is matched.
      ['e6', 'axisn 52026080300125', '412356789013'],
    ] as const
    for (const [id, reference, key] of rows) {
      await sql`insert into ledger_entry (id, person_id, kind, amount_paise, mode, reference, paid_at, dues_at,
        recorded_at, member_name, company_name)
        values (${id}, 'p', 'payment', 100, 'Bank', ${reference}, '', '', '', '', '')`.execute(db)
      await sql`insert into payment_reference (entry_id, key, share, batch) values (${id}, ${key}, 0, 'b')`.execute(
        db,
      )
    }
    await migrate(db, migrations)
    const keys = await db
      .selectFrom('payment_reference')
      .select(['entry_id', 'key', 'share', 'batch'])
      .orderBy('entry_id')
      .execute()
    expect(keys.map(({ key, share }) => [key, share])).toEqual([
      [whole, 0],
      [whole, 1],
      [whole, 2],
      ['AXISN52026080300124', 0],
      ['412356789012', 0],
      ['412356789013', 0],
    ])
    expect(keys.every(({ batch }) => batch === 'b')).toBe(true)
    await close()
  })
})
