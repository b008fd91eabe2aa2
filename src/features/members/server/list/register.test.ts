// cspell:ignore Yamunanagr
// cspell:ignore ptail sagwna suplies
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Engine, engines } from '#test/support/engines.ts'
import { emailOf } from '#test/support/portal/personas.ts'
import { testPortal } from '#test/support/portal/test-portal.ts'
import { memberForm, newMemberOf } from '#test/support/samples.ts'
import type { Member } from '../../answers.ts'
import { derivedColumns } from '../../columns/derived-columns.ts'
import { memberSelection } from '../../contract.ts'
import { findPersonByEmail, type PersonRow } from '../queries.ts'
import { addMember } from '../record/enrol.ts'
import { updateMember } from '../record/member-queries.ts'
import { listMembers } from './list-queries.ts'
import { resolveSelection } from './selection.ts'

const people = [
  ['Asha Patil', 'Teak & Co', 'asha@teak.example'],
  ['Ravi Kumar', 'Sagwan Supplies', 'ravi@sagwan.example'],
  ['बढ़ई राम', 'राम प्लाईवुड', 'ram@ply.example'],
  ['Émile Zölner', '100% Ply_wood \\ "Boards"', 'emile@ply.example'],
] as const

async function open(engine: Engine) {
  const portal = await testPortal(engine)
  const admin = await portal.as('admin')
  for (const [index, [name, company_name, email]] of people.entries())
    await addMember(portal.world, 'nobody', {
      ...newMemberOf(index % 2 ? 'vendor' : 'oem', email),
      name,
      company_name,
    })
  const names = async (query: string): Promise<string[]> =>
    (await admin.get(`/api/admin/members?${query}`)).map((member) => member.name)
  return { portal, admin, names }
}

describe.each(engines)('the register on %s', (engine) => {
  test('lists everybody with a role, by number descending', async () => {
    const { admin } = await open(engine)
    const all = await admin.get('/api/admin/members')
    expect(all.map(({ membership_number: number }) => number)).toEqual([
      'VENDOR2025002',
      'VENDOR2025001',
      'OEM2025002',
      'OEM2025001',
      null,
    ])
    expect(all.at(-1)).toMatchObject({ role: 'admin', email: emailOf('admin') })
    expect(all[0]).toMatchObject({
      payment_status: false,
      payment_amount: null,
      is_active: true,
      is_visible: true,
      is_member: true,
    })
  })

  test('pages without gaps or repeats in any order', async () => {
    const { admin } = await open(engine)
    for (const sort of ['name', '-name', '-membership_number', 'company_name', 'created_at']) {
      const ids: string[] = []
      let path: string | undefined = `/api/admin/members?limit=2&sort=${sort}`
      while (path) {
        const answer = await admin.request('GET', path)
        expect(answer.headers.get('X-Total-Count')).toBe('5')
        ids.push(...(await answer.json()).map(({ id }: Member) => id))
        path = answer.headers.get('Link')?.match(/<([^>]+)>/)?.[1]
      }
      const full = await admin.get(`/api/admin/members?sort=${sort}`)
      expect(ids).toEqual(full.map(({ id }) => id))
    }
  })
})

describe.each(engines)('the search of the register on %s', (engine) => {
  test('finds phone numbers however they are typed, and no part of one below five digits', async () => {
    const { portal, names } = await open(engine)
    await addMember(portal.world, 'nobody', {
      ...newMemberOf('oem', 'tel@ply.example'),
      name: 'Tel',
      whatsapp_number: '+91-98290 12345',
    })
    const find = (search: string) => names(`search=${encodeURIComponent(search)}`)
    for (const search of ['98290 12345', '+91-9829012345', '098290', '9012345', '००९८२९०'])
      expect(await find(search)).toEqual(['Tel'])
    expect(await find('9829')).toEqual([])
    expect(await find('0123456')).toEqual([])
  })

  test('finds a substring of name, company, e-mail or number of any length, ignoring case', async () => {
    const { names } = await open(engine)
    const find = (substring: string) =>
      names(`role=member&search=${encodeURIComponent(substring)}&sort=name`)
    expect(await find('ASHA p')).toEqual(['Asha Patil'])
    expect(await find('k')).toEqual(['Asha Patil', 'Ravi Kumar'])
    expect(await find('ply')).toEqual(['Émile Zölner', 'बढ़ई राम'].toSorted())
    expect(await find('y_w')).toEqual(['Émile Zölner'])
    expect(await find('0% ')).toEqual(['Émile Zölner'])
    expect(await find('\\ "b')).toEqual(['Émile Zölner'])
    expect(await find('zÖLN')).toEqual(['Émile Zölner'])
    expect(await find('e\u0301mile')).toEqual(['Émile Zölner'])
    expect(await find('प्लाई')).toEqual(['बढ़ई राम'])
    expect(await find('m2025002')).toEqual(['बढ़ई राम'])
    expect(await find('___')).toEqual([])
  })

  test('forgives typing errors where nobody contains the search, but not in Member Data', async () => {
    const { portal, admin, names } = await open(engine)
    const find = (typed: string) => names(`role=member&search=${encodeURIComponent(typed)}`)
    expect(await find('asha ptail')).toEqual(['Asha Patil'])
    expect(await find('Sagwna Suplies')).toEqual(['Ravi Kumar'])
    expect(await find('patil\nteak')).toEqual(['Asha Patil'])
    expect(await find('qwertzuiop')).toEqual([])
    // Who contains the search is found alone.
    await admin.post('/api/admin/members', {
      ...memberForm('oem', 'meena@ply.example'),
      name: 'Meena Ptail',
    })
    expect(await find('ptail')).toEqual(['Meena Ptail'])
    const selection = { query: { role: 'vendor', search: 'sagwna' }, except: [], count: 1 }
    const { ids } = await resolveSelection(
      portal.db,
      memberSelection.parse(selection),
      '2025-01-05',
    )
    expect(ids).toHaveLength(1)
    expect(await admin.get('/api/admin/members/data?search=sagwna')).toEqual([])
  })

  test('finds by products, town and state where nobody contains the search', async () => {
    const { admin, names } = await open(engine)
    await admin.post('/api/admin/members', {
      ...memberForm('oem', 'verma@ply.example'),
      name: 'Suresh Verma',
      services_products: 'Plywood, doors',
      address: '12 Workshop Road, Yamunanagar',
      gstin: '06AAPFU0939F1ZZ',
    })
    const find = (typed: string) => names(`search=${encodeURIComponent(typed)}`)
    for (const typed of ['plywood yamunanagar', 'Verma Yamunanagr', 'doors Haryana'])
      expect(await find(typed)).toEqual(['Suresh Verma'])
    expect(await find('plywood Rajasthan')).toEqual([])
    expect(await admin.get('/api/admin/members/data?search=yamunanagar')).toEqual([])
  })

  test('finds exactly what scanning every field finds', async () => {
    const { portal } = await open(engine)
    const texts = people.flat()
    const substring = fc.oneof(
      fc
        .constantFrom(...texts)
        .chain((text) =>
          fc
            .tuple(fc.nat(text.length - 1), fc.integer({ min: 1, max: 6 }))
            .map(([from, length]) => text.slice(from, from + length)),
        ),
      fc.string({ minLength: 1, maxLength: 4 }),
    )
    await fc.assert(
      fc.asyncProperty(substring, async (typed) => {
        fc.pre(typed.isWellFormed() && !/\p{Cc}/u.test(typed) && typed.trim() !== '')
        const term = typed.normalize('NFC').toLowerCase().trim()
        const { members } = await listMembers(
          portal.db,
          { search: typed, isExact: true },
          undefined,
          '2025-01-05',
        )
        const found = members.map(({ email }) => email).toSorted()
        const expected = (await listMembers(portal.db, {}, undefined, '2025-01-05')).members
          .filter((member) =>
            [member.name, member.company_name, member.email, member.membership_number ?? ''].some(
              (field) => field.normalize('NFC').toLowerCase().includes(term),
            ),
          )
          .map(({ email }) => email)
        expect(found).toEqual(expected.toSorted())
      }),
      { numRuns: 150 },
    )
  })
})

describe.each(engines)('the filters of the register on %s', (engine) => {
  test('are type, activity, payment and validity', async () => {
    const { admin, names } = await open(engine)
    const [asha] = await admin.get('/api/admin/members?search=asha')
    await admin.put(`/api/admin/members/${asha?.id}/payment`, {
      payment_status: true,
      membership_valid_from: '2024-04-01',
      membership_valid_to: '2025-01-05',
      paymentAmount: 5000,
    })
    expect(await names('role=vendor&sort=name')).toEqual(['Ravi Kumar', 'Émile Zölner'])
    expect(await names('role=member&paid=true')).toEqual(['Asha Patil'])
    expect(await names('validity=valid')).toEqual(['Asha Patil'])
    expect(await names('validity=expired')).toEqual([])
    expect(await names('validity=unset&role=oem')).toEqual(['बढ़ई राम'])
    await admin.put(`/api/admin/members/${asha?.id}/status`, { is_active: false })
    expect(await names('active=false')).toEqual(['Asha Patil'])
  })

  test('are the state and the last day paid for', async () => {
    const { portal, names } = await open(engine)
    const places: Partial<PersonRow>[] = [
      { gstin: '24AAPFU0939F1ZV', address: 'Pune 411042', paid_until: '2024-03-31' },
      { gstin: '', address: 'Pune', factory_address: 'Bhosari, Pune 411026', paid_until: '' },
      { gstin: '', certificate_postal_address: 'मुंबई ४०००११', paid_until: '2025-03-31' },
      { gstin: '', address: 'Pune', paid_until: '2025-01-04' },
    ]
    const nowhere = { address: '', certificate_postal_address: '', factory_address: '' }
    for (const [index, place] of places.entries()) {
      const email = people[index]?.[2] ?? ''
      const person = await findPersonByEmail(portal.db, email)
      if (!person) throw new Error(`There is no ${email}`)
      const changes = { ...nowhere, ...place }
      await updateMember(portal.db, person, {
        ...changes,
        ...derivedColumns({ ...person, ...changes }),
      })
    }
    const [asha, ravi, ram, emile] = people.map(([name]) => name)
    const find = async (query: string) => names(`role=member&sort=name&${query}`)
    expect(await find('state=24')).toEqual([asha])
    expect(await find('state=27')).toEqual([ravi, ram])
    expect(await find('state=none')).toEqual([emile])
    expect(await find('state=27&search=ravi')).toEqual([ravi])
    expect(await find('state=27&limit=1')).toEqual([ravi])
    expect(await find('paid_from=2024-03-31&paid_to=2025-01-04')).toEqual([asha, emile])
    expect(await find('paid_to=2024-12-31')).toEqual([asha, ravi])
    expect(await find('paid_from=2025-01-05&state=27')).toEqual([ram])
  })
})

test('the register refuses unknown values', async () => {
  const { admin } = await open('SQLite')
  for (const query of ['sort=remarks', 'role=king', 'limit=0', 'cursor=x', 'validity=maybe'])
    expect((await admin.request('GET', `/api/admin/members?${query}`)).status).toBe(400)
})
