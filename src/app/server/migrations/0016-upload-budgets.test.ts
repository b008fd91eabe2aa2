import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Database } from '#platform/server/database/database.ts'
import { migrate } from '#platform/server/database/migrate.ts'
import { emptyDatabase, migrationsUpTo } from '#test/support/empty-database.ts'
import { engines } from '#test/support/engines.ts'
import { migrations } from '../migrations.ts'

/** A row of `stored_file` as the version before 0016 wrote it. */
const insertFile = (
  db: Database,
  name: string,
  uploadedBy: string | null,
  owner: [string, string] | [null, null],
) =>
  sql`insert into stored_file (name, kind, type, size, original_name, has_small, digest, uploaded_by,
    owner, owner_id, created_at) values (${name}, 'memberPhoto', 'jpeg', 700, 'a.jpg', ${true}, 'd',
    ${uploadedBy}, ${owner[0]}, ${owner[1]}, '2024-01-01')`.execute(db)

const insertApplication = (db: Database, id: string, status: string) =>
  sql`insert into application (id, submission_print, type, status, name, email, company_name, phone_key,
    company_key, form_data, decision_reason, search_text, created_at, updated_at)
    values (${id}, '', 'oem', ${status}, '', '', '', '', '', '{}', '', '', '2024-01-01', '2024-01-01')`.execute(
    db,
  )

describe.each(engines)('files and applications of an older version on %s', (engine) => {
  test('count as stored bytes of visitors until they are approved', async () => {
    const db = await emptyDatabase(engine)
    await migrate(db, migrationsUpTo('0012'.padEnd(40, 'z')))
    for (const status of ['pending', 'rejected', 'approved'])
      await insertApplication(db, status, status)
    await insertFile(db, 'unclaimed', null, [null, null])
    await insertFile(db, 'logo', 'p1', [null, null])
    await insertFile(db, 'photo', null, ['person', 'p1'])
    for (const id of ['pending', 'rejected', 'approved'])
      await insertFile(db, `of ${id}`, null, ['application', id])
    await migrate(db, migrations)
    const files = await db
      .selectFrom('stored_file')
      .select(['name', 'pool', 'stored_bytes'])
      .execute()
    expect(files.every(({ stored_bytes }) => stored_bytes === 700)).toBe(true)
    const counted = files.filter(({ pool }) => pool === 'visitor').map(({ name }) => name)
    expect(counted.toSorted()).toEqual(['of pending', 'of rejected', 'unclaimed'])
    const row = await db.selectFrom('application').selectAll().executeTakeFirstOrThrow()
    expect(row).toMatchObject({ reminded_at: null, deletion_announced_at: null, kept_at: null })
  })
})
