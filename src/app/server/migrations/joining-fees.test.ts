/** Which members of a portal from before `has_joining_fee` have a joining fee. */
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { migrate } from '#platform/server/database/migrate.ts'
import { emptyInstallation, openInstallation } from '#test/support/database/older-database.ts'
import { engines } from '#test/support/engines.ts'
import { migrations } from '../migrations.ts'

const before = Object.entries(migrations).filter(([name]) => name < '1034')
const texts =
  'name, company_name, whatsapp_number, website_url, company_description, services_products, address, factory_address, certificate_postal_address, business_partner, materials, materials_other, social_links, remarks, created_at, updated_at'

describe.each(engines)('members of an older portal on %s', (engine) => {
  test('have a joining fee that was charged and not cancelled, or that a payment implied', async () => {
    const { db, close } = await openInstallation(await emptyInstallation(engine))
    await migrate(db, Object.fromEntries(before))
    for (const id of ['brought', 'cancelled', 'charged', 'dues'])
      await sql`insert into person (id, is_active, is_visible, session_epoch, email, ${sql.raw(texts)})
        values (${id}, true, true, 0, '', ${sql.raw(texts.replaceAll(/\w+/g, "''"))})`.execute(db)
    const entries = [
      ['c1', 'charged', 'charge', 'joining fee', null],
      ['c2', 'cancelled', 'charge', 'joining fee', null],
      ['v2', 'cancelled', 'cancellation', 'joining fee', 'c2'],
      ['c3', 'dues', 'charge', 'dues', null],
    ]
    for (const [id, person, kind, item, reverses] of entries)
      await sql`insert into ledger_entry (id, person_id, kind, item, reverses_id, amount_paise, reference,
        paid_at, recorded_at, dues_at, member_name, company_name, membership_number) values (${id}, ${person}, ${kind}, ${item}, ${reverses},
        1, '', '', '', '', '', '', '')`.execute(db)
    for (const [person, charge] of [
      ['brought', 'p1 joining fee 2026-27'],
      ['dues', 'p2 2026-27'],
    ])
      await sql`insert into settlement (person_id, money_id, charge_id, kind, year, paid_on, paise)
        values (${person}, 'p', ${charge}, 'payment', '2026-27', '2026-05-02', 1)`.execute(db)
    await migrate(db, migrations)
    const people = await db
      .selectFrom('person')
      .select(['id', 'has_joining_fee'])
      .orderBy('id')
      .execute()
    expect(people.map(({ id, has_joining_fee }) => [id, has_joining_fee])).toEqual([
      ['brought', true],
      ['cancelled', false],
      ['charged', true],
      ['dues', false],
    ])
    await close()
  })
})
