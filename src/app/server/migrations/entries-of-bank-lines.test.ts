/** Bank lines of a database from before `bank_line_entry` keep what they are matched to. */
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { migrate } from '#platform/server/database/migrate.ts'
import { emptyInstallation, openInstallation } from '#test/support/database/older-database.ts'
import { engines } from '#test/support/engines.ts'
import { migrations } from '../migrations.ts'

const before = Object.entries(migrations).filter(([name]) => name < '1018')

describe.each(engines)('bank lines of an older database on %s', (engine) => {
  test('each line keeps its entry; of two lines with one payment the confirmed one does', async () => {
    const { db, close } = await openInstallation(await emptyInstallation(engine))
    await migrate(db, Object.fromEntries(before))
    await sql`insert into bank_statement (id, file_name, file_hash, from_day, to_day, imported_at, lines)
      values ('s', 'a.csv', 'h', '2026-05-01', '2026-05-31', '2026-06-01T00:00:00.000Z', 4)`.execute(
      db,
    )
    const lines = [
      ['l1', 'recorded', 'e1', '2026-06-01'],
      ['l2', 'confirmed', 'e1', '2026-06-02'],
      ['l3', 'returned', 'e2', '2026-06-02'],
      ['l4', 'open', null, null],
    ]
    for (const [id, state, entry, at] of lines)
      await sql`insert into bank_line (id, statement_id, row_number, line_hash, day, amount_paise, narration, reference,
        state, entry_id, decided_at) values (${id}, 's', 1, ${id}, '2026-05-02', 100, '', '', ${state}, ${entry}, ${at})`.execute(
        db,
      )
    await migrate(db, migrations)
    const matches = await db.selectFrom('bank_line_entry').selectAll().orderBy('entry_id').execute()
    expect(matches).toEqual([
      { entry_id: 'e1', line_id: 'l2' },
      { entry_id: 'e2', line_id: 'l3' },
    ])
    await close()
  })
})
