import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { insertRows } from '#platform/server/database/bulk.ts'
import type { Database } from '#platform/server/database/database.ts'
import type { Cursor } from '#platform/server/http/paging.ts'
import { memberAt } from '#test/bench/register.ts'
import { type Engine, engines } from '#test/support/engines.ts'
import { emailOf } from '#test/support/personas.ts'
import { testPortal } from '#test/support/test-portal.ts'
import type { Member } from '../../answers.ts'
import { type PersonRow, updatePayment } from '../queries.ts'
import { updateMember } from '../record/member-queries.ts'
import { emptyPerson, noPayment } from '../record/new-person.ts'
import { listMembers } from './list-queries.ts'

const people = Array.from({ length: 60 }, (_, i) => memberAt(i))

async function open(engine: Engine) {
  const portal = await testPortal(engine)
  const admin = await portal.as('admin')
  await insertRows(portal.db, 'person', people)
  return { portal, admin, db: portal.db }
}

/** The stored search and directory rows, beside the rows computed from `person`. */
async function copies(db: Database) {
  const stored = await db
    .selectFrom('person_search')
    .select(searchColumns)
    .orderBy('person_id')
    .execute()
  const listed = await db
    .selectFrom('person_listed')
    .select(listedColumns)
    .orderBy('person_id')
    .execute()
  const all = await db.selectFrom('person').selectAll().orderBy('id').execute()
  return { stored, listed, ...expectedRows(all) }
}

const searchColumns = [
  'person_id',
  'role',
  'is_active',
  'is_visible',
  'is_paid',
  'membership_valid_to',
  'payment_date',
  'payment_mode',
  'created_at',
  'materials',
  'by_number',
  'by_name',
  'by_company',
  'by_joined',
  'by_paid',
  'by_valid_to',
  'by_dues',
  'has_email',
  'phone_digits',
  'state',
  'text',
] as const

const listedColumns = [
  'person_id',
  'role',
  'by_company',
  'shown_city',
  'materials',
  'text',
  'phone_digits',
] as const

const lowerAscii = (text: string) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())

const expectedRows = (all: PersonRow[]) => ({
  expected: all.map((person) => ({
    person_id: person.id,
    role: person.role,
    is_active: person.is_active,
    is_visible: person.is_visible,
    is_paid: person.ledger_entry_id !== null,
    membership_valid_to: person.membership_valid_to,
    payment_date: person.payment_date,
    payment_mode: person.payment_mode,
    created_at: person.created_at,
    materials: person.materials,
    by_number: lowerAscii(person.membership_number ?? ''),
    by_name: lowerAscii(person.name),
    by_company: lowerAscii(person.company_name),
    by_joined: person.created_at,
    by_paid: person.payment_date ?? '',
    by_valid_to: person.membership_valid_to ?? '',
    by_dues: person.paid_until,
    has_email: person.email !== '',
    phone_digits: person.phone_digits,
    state: person.state,
    text: person.search_text,
  })),
  expectedListed: all
    .filter(
      ({ role, is_active, is_visible }) =>
        role !== null && role !== 'admin' && is_active && is_visible,
    )
    .map((person) => ({
      person_id: person.id,
      role: person.role,
      by_company: lowerAscii(person.company_name),
      shown_city: person.shown_city,
      materials: person.materials,
      text: person.directory_text,
      phone_digits: person.show_phone ? person.phone_digits : '',
    })),
})

/** One column each: a trigger that watches only other columns would miss one of them. */
const changes: Partial<PersonRow>[] = [
  { role: 'admin' },
  { role: null },
  { is_active: false },
  { is_visible: false },
  { name: 'Zoë ÅSE' },
  { company_name: 'Émile & CO' },
  { membership_number: 'OEM-Ä-1' },
  { materials: '["mdf"]' },
  { shown_city: 'Kochi' },
  { search_text: 'zoë\nteak' },
  { directory_text: 'mdf boards' },
  { created_at: '2001-02-03T04:05:06.000Z' },
  { payment_date: '2024-02-03T04:05:06.000Z' },
  { payment_mode: 'Cash' },
  { membership_valid_to: '2030-01-01' },
  { ledger_entry_id: 'entry' },
  { paid_until: '2027-03-31' },
  { email: '' },
  { phone_digits: '9829012345' },
  { state: '24' },
  { show_phone: false },
]

describe.each(engines)('search rows on %s', (engine) => {
  test('follow every change of a person', async () => {
    const { db } = await open(engine)
    const change = fc.record(
      {
        role: fc.constantFrom('oem', 'vendor', 'admin', null),
        is_active: fc.boolean(),
        is_visible: fc.boolean(),
        name: fc.constantFrom('Zoë ÅSE', 'बढ़ई Ram', ''),
        company_name: fc.constantFrom('Émile & Co', 'Teak'),
        materials: fc.constantFrom('[]', '["mdf"]'),
        shown_city: fc.constantFrom('', 'Pune'),
        search_text: fc.constantFrom('zoë\nteak', 'ram'),
        directory_text: fc.constantFrom('mdf boards', 'ply'),
        show_phone: fc.boolean(),
        phone_digits: fc.constantFrom('9829012345', ''),
        paid_until: fc.constantFrom('', '2025-03-31'),
        state: fc.constantFrom('27', ''),
        remarks: fc.constantFrom('a', 'b'),
      },
      { requiredKeys: [] },
    )
    let at = 0
    await fc.assert(
      fc.asyncProperty(fc.nat(people.length - 1), change, async (index, changes) => {
        at += 1
        const { id = '' } = people[index] ?? {}
        const row = await db
          .selectFrom('person')
          .selectAll()
          .where('id', '=', id)
          .executeTakeFirst()
        if (!row) return
        await updateMember(db, row, { ...changes, updated_at: `v${at}` })
        if (at % 3 === 0) await updatePayment(db, { id, updated_at: `v${at}` }, noPayment, `w${at}`)
        if (at % 9 === 0) await db.deleteFrom('person').where('id', '=', id).execute()
      }),
      { numRuns: 60 },
    )
    const { stored, listed, expected, expectedListed } = await copies(db)
    expect(stored).toEqual(expected)
    expect(listed).toEqual(expectedListed)
    expect(listed.length).toBeGreaterThan(5)
  })

  test('follow a change of a single column', async () => {
    const { db } = await open(engine)
    const listedOem = people.filter(({ is_active, is_visible }) => is_active && is_visible)
    for (const [index, change] of changes.entries()) {
      const { id = '', updated_at = '' } = listedOem[index] ?? {}
      expect(await updateMember(db, { id, updated_at }, change)).toBe(true)
    }
    const { stored, listed, expected, expectedListed } = await copies(db)
    expect(stored).toEqual(expected)
    expect(listed).toEqual(expectedListed)
  })

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
    await updateMember(db, row, { search_text: 'sapele', updated_at: 'v1' })
    expect([await find('zebrano'), await find('sapele')]).toEqual([0, 1])
    await db.deleteFrom('person').where('id', '=', row.id).execute()
    expect(await find('sapele')).toBe(0)
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
    const all: Member[] = await admin.get('/api/admin/members?sort=name')
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
        const full: Member[] = await admin.get(`/api/admin/members?sort=${sort}${filter}`)
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
