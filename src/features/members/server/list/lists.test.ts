import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { newId } from '#platform/server/core/ids.ts'
import { insertRows } from '#platform/server/database/bulk.ts'
import type { Cursor } from '#platform/server/database/pages.ts'
import { memberAt } from '#test/bench/register.ts'
import { type Engine, engines } from '#test/support/engines.ts'
import { emailOf } from '#test/support/portal/personas.ts'
import { testPortal } from '#test/support/portal/test-portal.ts'
import type { Member } from '../../answers.ts'
import { derivedColumns } from '../../columns/derived-columns.ts'
import { materialIds } from '../../materials.ts'
import type { PersonRow } from '../queries.ts'
import { updateMember } from '../record/member-queries.ts'
import { emptyPerson } from '../record/new-person.ts'
import { listMembers } from './list-queries.ts'

const people = Array.from({ length: 60 }, (_, i) => memberAt(i))

async function open(engine: Engine) {
  const portal = await testPortal(engine)
  const admin = await portal.as('admin')
  await insertRows(portal.db, 'person', people)
  return { portal, admin, db: portal.db }
}

describe.each(engines)('members of a list on %s', (engine) => {
  test('do not match former values', async () => {
    const { db } = await open(engine)
    const find = async (search: string) =>
      (await listMembers(db, { search }, undefined, '2025-01-05')).total
    expect(await find('zebrano')).toBe(1)
    const row = await db
      .selectFrom('person')
      .selectAll()
      .where(sql<boolean>`search_text like '%zebrano%'`)
      .executeTakeFirstOrThrow()
    await updateMember(db, row, {
      search_text: 'sapele',
      directory_text: 'sapele',
      updated_at: '2025-01-05T09:00:00.000Z',
    })
    expect([await find('zebrano'), await find('sapele')]).toEqual([0, 1])
    await db.deleteFrom('person').where('id', '=', row.id).execute()
    expect(await find('sapele')).toBe(0)
  })

  test('may have the longest texts that their fields take', async () => {
    const { db } = await open(engine)
    // Of three bytes each, and without repetitions that a database could compress.
    const letters = (count: number, from: number) =>
      Array.from({ length: count }, (_, i) =>
        String.fromCodePoint(0x4e00 + (((from + i) * 7919) % 20_000)),
      ).join('')
    const person: PersonRow = {
      ...emptyPerson(`${'m'.repeat(64)}@${'ply.'.repeat(45)}example`, new Date('2025-01-05')),
      role: 'oem',
      name: letters(200, 0),
      company_name: letters(200, 200),
      membership_number: letters(30, 400),
      whatsapp_number: '9'.repeat(200),
      services_products: letters(5000, 430),
      materials: JSON.stringify(materialIds),
      materials_other: letters(200, 5430),
      city: letters(60, 5630),
      ledger_entry_id: newId(new Date('2026-01-01')),
      paid_until: '2027-03-31',
      membership_valid_to: '2027-03-31',
      payment_date: '2026-04-01T00:00:00.000Z',
      last_sign_in_at: '2026-04-01T00:00:00.000Z',
      invited_at: '2026-04-01T00:00:00.000Z',
      gstin: '27AAPFU0939F1ZV',
    }
    await insertRows(db, 'person', [{ ...person, ...derivedColumns(person) }])
    const query = { search: letters(30, 400), sort: 'company_name', limit: 5 } as const
    const { members } = await listMembers(db, query, undefined, '2026-11-26')
    expect(members.map(({ id }) => id)).toEqual([person.id])
  })

  test('give the same member in a page, in the full list and alone', async () => {
    const { db, admin } = await open(engine)
    await db
      .updateTable('person')
      .set({ name: 'Quote " \\ \u2028 😀', remarks: 'Two\nlines\tand a tab', payment_amount: 7 })
      .where('id', '=', people[1]?.id ?? '')
      .execute()
    for (const path of ['/api/admin/members', '/api/members', '/api/admin/members/data']) {
      const answer = await admin.request('GET', path)
      expect(answer.headers.get('Content-Type')).toBe('application/json')
      const full: Member[] = await answer.json()
      expect(answer.headers.get('X-Total-Count')).toBe(String(full.length))
      expect(full).toEqual(await admin.get(`${path}?limit=500`))
      expect(full.length).toBeGreaterThan(50)
    }
    const all = await admin.get('/api/admin/members?sort=name')
    expect(all.find(({ id }) => id === people[1]?.id)).toMatchObject({
      name: 'Quote " \\ \u2028 😀',
      remarks: 'Two\nlines\tand a tab',
      payment_amount: 0.07,
    })
    for (const member of all.slice(0, 9))
      expect(await admin.get(`/api/admin/members/${member.id}`)).toEqual(member)
    expect(await admin.get('/api/admin/members?search=nobody%20is%20called%20this')).toEqual([])
    expect(all.find(({ email }) => email === emailOf('admin'))).toMatchObject({ is_member: false })
  })
})

describe.each(engines)('many members of a list on %s', (engine) => {
  test('are found by a frequent word like by a scan', async () => {
    const { db } = await open(engine)
    const many = Array.from({ length: 5500 }, (_, i) => ({
      ...emptyPerson(`many${i}@ply.example`, new Date('2025-01-05')),
      id: `many-${i}`,
      // A job seeker in ten, who is not listed; a vendor in seven.
      role: i % 10 === 0 ? null : i % 7 === 0 ? ('vendor' as const) : ('oem' as const),
      name: `Frequent ${i}`,
      membership_number: `M${String(i).padStart(6, '0')}`,
      search_text: `frequent ${i}`,
    }))
    await insertRows(db, 'person', many)
    const listed = many.filter(({ role }) => role === 'vendor').map(({ id }) => id)
    for (const sort of ['membership_number', '-membership_number'] as const) {
      const ids = sort === 'membership_number' ? listed : listed.toReversed()
      let after: Cursor | undefined
      for (const search of ['frequent', 'frequent', 'fr']) {
        const page = await listMembers(
          db,
          { search, role: 'vendor', sort, limit: 20 },
          after,
          '2025-01-05',
        )
        const from = after ? ids.indexOf(after.id) + 1 : 0
        expect(page.members.map(({ id }) => id)).toEqual(ids.slice(from, from + 20))
        expect(page.total).toBe(listed.length)
        after = page.next
      }
    }
  })

  test('are found by a word that only the last companies have', async () => {
    const { db } = await open(engine)
    const many = Array.from({ length: 2000 }, (_, i) => ({
      ...emptyPerson(`many${i}@ply.example`, new Date('2025-01-05')),
      id: `many-${String(i).padStart(4, '0')}`,
      role: i % 10 === 0 ? null : i % 7 === 0 ? ('vendor' as const) : ('oem' as const),
      is_active: i % 11 > 0,
      company_name: `${i < 300 ? 'Zebu' : 'Bhatt'} ${String(i).padStart(4, '0')}`,
      search_text: i < 300 ? 'zebu' : 'bhatt',
    }))
    await insertRows(db, 'person', many)
    const found = many.filter(({ role, is_active }, i) => i < 300 && role === 'oem' && is_active)
    for (const sort of ['company_name', '-company_name'] as const) {
      const ids = found.map(({ id }) => id)
      if (sort === '-company_name') ids.reverse()
      const listed: string[] = []
      let after: Cursor | undefined
      for (const _ of [1, 2, 3]) {
        const query = { search: 'zebu', role: 'oem', active: 'true', sort, limit: 95 } as const
        const page = await listMembers(db, query, after, '2025-01-05')
        expect(page.total).toBe(ids.length)
        listed.push(...page.members.map(({ id }) => id))
        after = page.next
      }
      expect({ listed, after }).toEqual({ listed: ids, after: undefined })
    }
  })

  test('are paged without gaps or repeats in every order and with every filter', async () => {
    const { admin } = await open(engine)
    const filters = [
      '&dues=owes&email=given',
      '&role=oem&active=true',
      '&paid=true&search=a',
      '&validity=unset&search=sh',
    ]
    for (const sort of ['membership_number', '-payment_date', 'dues', '-created_at'])
      for (const filter of filters) {
        const full = await admin.get(`/api/admin/members?sort=${sort}${filter}`)
        const ids: string[] = []
        let path: string | undefined = `/api/admin/members?limit=7&sort=${sort}${filter}`
        while (path) {
          const answer = await admin.request('GET', path)
          expect(answer.headers.get('X-Total-Count')).toBe(String(full.length))
          ids.push(...(await answer.json()).map(({ id }: Member) => id))
          path = answer.headers.get('Link')?.match(/<([^>]+)>/)?.[1]
        }
        expect(ids).toEqual(full.map(({ id }) => id))
        expect(ids.length).toBeGreaterThan(1)
      }
  })
})
