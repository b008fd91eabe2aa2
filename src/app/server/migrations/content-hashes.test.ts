/** What was submitted to a portal from before `content_hash` is still known. */
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { migrate } from '#platform/server/database/migrate.ts'
import { emptyInstallation, openInstallation } from '#test/support/database/older-database.ts'
import { engines } from '#test/support/engines.ts'
import { migrations } from '../migrations.ts'

const before = Object.entries(migrations).filter(([name]) => name < '1028')
const applicationTexts =
  'type, status, name, email, company_name, phone_key, company_key, form_data, decision_reason, search_text, created_at, updated_at'
const jobTexts =
  'title, company_name, description, location, location_type, employment_type, how_to_apply, status, decision_reason, search_text, created_at, updated_at'
const personTexts =
  'name, company_name, whatsapp_number, website_url, company_description, services_products, address, factory_address, certificate_postal_address, business_partner, materials, materials_other, social_links, remarks, created_at, updated_at'

const emptyTexts = (count: number): string => Array.from({ length: count }, () => "''").join(', ')

describe.each(engines)('submissions to an older portal on %s', (engine) => {
  test('applications and job postings keep their hashes', async () => {
    const { db, close } = await openInstallation(await emptyInstallation(engine))
    await migrate(db, Object.fromEntries(before))
    const empty = sql.raw(emptyTexts(12))
    await sql`insert into application (id, submission_print, ${sql.raw(applicationTexts)})
      values ('a', 'of the form', ${empty})`.execute(db)
    await sql`insert into person (id, is_active, is_visible, session_epoch, email, ${sql.raw(personTexts)})
      values ('p', true, true, 0, '', ${sql.raw(emptyTexts(16))})`.execute(db)
    await sql`insert into job (id, poster_id, submission_print, ${sql.raw(jobTexts)})
      values ('j', 'p', 'of the posting', ${empty}), ('k', 'p', null, ${empty})`.execute(db)
    await migrate(db, migrations)
    const { rows } = await sql`select id, content_hash from application
      union all select id, content_hash from job order by id`.execute(db)
    expect(rows).toEqual([
      { id: 'a', content_hash: 'of the form' },
      { id: 'j', content_hash: 'of the posting' },
      { id: 'k', content_hash: null },
    ])
    await close()
  })
})
