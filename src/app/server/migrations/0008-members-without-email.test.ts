import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Database } from '#platform/server/database/database.ts'
import { migrate } from '#platform/server/database/migrate.ts'
import { emptyDatabase, migrationsUpTo } from '#test/support/empty-database.ts'
import { type Engine, engines } from '#test/support/engines.ts'
import { migrations } from '../migrations.ts'

const texts = [
  'name',
  'company_name',
  'whatsapp_number',
  'website_url',
  'company_description',
  'services_products',
  'address',
  'factory_address',
  'certificate_postal_address',
  'business_partner',
  'materials_other',
  'social_links',
  'remarks',
]

/** A row of `person` as the version before 0008 wrote it. */
const insertPerson = (db: Database, id: string, email: string, entry: string | null = null) =>
  sql`insert into person (id, email, role, is_active, is_visible, membership_number, session_epoch,
    ${sql.join(texts.map((name) => sql.ref(name)))}, materials, created_at, updated_at, search_text, ledger_entry_id)
    values (${id}, ${email}, 'oem', ${true}, ${true}, ${`OEM-${id}`}, 0,
    ${sql.join(texts.map((name) => `${name} of ${id}`))}, '[]', '2024-01-01', 'v1', ${`teak ${id}`}, ${entry})`.execute(
    db,
  )

const schemaOf = async (db: Database, engine: Engine) =>
  engine === 'SQLite'
    ? (
        await sql<{ name: string }>`
          select type || ' ' || name as name from sqlite_schema
          where tbl_name = 'person' and name not like 'sqlite_%' order by 1`.execute(db)
      ).rows
    : []

describe.each(engines)('0008 and 0009 on %s', (engine) => {
  test('keep people, what refers to them, triggers and indexes', async () => {
    const db = await emptyDatabase(engine)
    await migrate(db, migrationsUpTo('0007-history-actions'))
    await sql`insert into ledger_entry (id, receipt_number, person_id, kind, amount_paise, reference,
      paid_at, dues_at, recorded_at, member_name, company_name)
      values ('e1', 'R2024-25/0001', 'a', 'payment', 500000, '', '2024', '2024', '2024', 'A', 'A')`.execute(
      db,
    )
    await insertPerson(db, 'a', 'a@teak.example', 'e1')
    await insertPerson(db, 'b', 'b@teak.example')
    await sql`insert into session (id_hash, id, person_id, created_at, seen_at, device, epoch)
      values ('h', 's', 'a', '2024', '2024', 'Firefox', 0)`.execute(db)
    const before = await sql`select * from person order by id`.execute(db)
    const schemaBefore = await schemaOf(db, engine)

    await migrate(db, migrationsUpTo('0009-imported-numbers'))

    // Other text than above: SQLite caches the columns of a statement.
    const after = await sql`select p.* from person p order by id`.execute(db)
    expect(after.rows).toEqual(
      before.rows.map((row, index) => ({
        ...(row as object),
        receipt_number: index === 0 ? 'R2024-25/0001' : null,
      })),
    )
    expect((await sql`select * from session`.execute(db)).rows).toHaveLength(1)
    expect(await schemaOf(db, engine)).toEqual(expect.arrayContaining(schemaBefore))

    await insertPerson(db, 'c', '')
    await insertPerson(db, 'd', '')
    await expect(insertPerson(db, 'e', 'b@teak.example')).rejects.toThrow()
    await expect(
      sql`insert into session (id_hash, id, person_id, created_at, seen_at, device, epoch)
        values ('h2', 's2', 'none', '2024', '2024', 'Firefox', 0)`.execute(db),
    ).rejects.toThrow()
    await sql`update person set search_text = 'sapele' where id = 'a'`.execute(db)
    await sql`delete from person where id = 'b'`.execute(db)
    const copies = await sql`select person_id, text from person_search order by person_id`.execute(
      db,
    )
    expect(copies.rows).toEqual([
      { person_id: 'a', text: 'sapele' },
      { person_id: 'c', text: 'teak c' },
      { person_id: 'd', text: 'teak d' },
    ])
    await sql`delete from person where id = 'a'`.execute(db)
    expect((await sql`select * from session`.execute(db)).rows).toEqual([])
  })
})

describe.each(engines)('0010 to 0012 on %s', (engine) => {
  test('fill what they add from old data, and keep it up to date', async () => {
    const db = await emptyDatabase(engine)
    await migrate(db, migrationsUpTo('0007-history-actions'))
    const insertPayment = (id: string, person: string, paid_at: string, valid_to: string | null) =>
      sql`insert into ledger_entry (id, receipt_number, person_id, kind, amount_paise, reference,
        paid_at, dues_at, recorded_at, member_name, company_name, valid_to)
        values (${id}, ${id}, ${person}, 'payment', 500000, '', ${paid_at}, '2024', '2024', 'A', 'A', ${valid_to})`.execute(
        db,
      )
    await insertPayment('e1', 'a', '2023-03-31T18:29:00.000Z', null)
    await insertPayment('e2', 'a', '2024-05-01T00:00:00.000Z', '2025-03-31')
    await insertPayment('e3', 'b', '2023-03-31T18:31:00.000Z', null)
    await sql`insert into ledger_entry (id, receipt_number, person_id, kind, amount_paise, reference,
      paid_at, dues_at, recorded_at, member_name, company_name, reverses_id)
      values ('e4', null, 'a', 'reversal', -500000, '', '2024', '2024', '2024', 'A', 'A', 'e2')`.execute(
      db,
    )
    for (const id of ['a', 'b', 'c']) await insertPerson(db, id, `${id}@teak.example`)
    await sql`update person set whatsapp_number = '+91 98290-12345 / 0291 2000035' where id = 'a'`.execute(
      db,
    )
    await sql`update person set whatsapp_number = '98290 00000', show_phone = ${false} where id = 'b'`.execute(
      db,
    )
    await sql`insert into session (id_hash, id, person_id, created_at, seen_at, device, epoch)
      values ('h', 's', 'a', '2024-06-01', '2024', 'Firefox', 0)`.execute(db)

    await migrate(db, migrations)

    const people = await sql`select id, paid_until, phone_digits, invited_at, last_sign_in_at
      from person order by id`.execute(db)
    const none = { invited_at: null, last_sign_in_at: null }
    expect(people.rows).toEqual([
      {
        id: 'a',
        paid_until: '2023-03-31',
        phone_digits: '9829012345 2912000035',
        ...none,
        last_sign_in_at: '2024-06-01',
      },
      { id: 'b', paid_until: '2024-03-31', phone_digits: '9829000000', ...none },
      { id: 'c', paid_until: '', phone_digits: '', ...none },
    ])
    const copies = async () =>
      (
        await sql`select s.person_id, s.by_dues, s.phone_digits, l.phone_digits as shown
          from person_search s join person_listed l on l.person_id = s.person_id order by 1`.execute(
          db,
        )
      ).rows
    const expected = [
      {
        person_id: 'a',
        by_dues: '2023-03-31',
        phone_digits: '9829012345 2912000035',
        shown: '9829012345 2912000035',
      },
      { person_id: 'b', by_dues: '2024-03-31', phone_digits: '9829000000', shown: '' },
      { person_id: 'c', by_dues: '', phone_digits: '', shown: '' },
    ]
    expect(await copies()).toEqual(expected)
    await sql`update person set show_phone = not show_phone, paid_until = '2026-03-31'`.execute(db)
    expect(await copies()).toEqual(
      expected.map((row) => ({
        ...row,
        by_dues: '2026-03-31',
        shown: row.shown === '' ? row.phone_digits : '',
      })),
    )
  })
})
