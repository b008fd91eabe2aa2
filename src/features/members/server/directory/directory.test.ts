// cspell:ignore Agrawal rajastan
import { describe, expect, test } from 'vitest'
import { insertRows } from '#platform/server/database/bulk.ts'
import { roles } from '#shared/roles.ts'
import { type Engine, engines } from '#test/support/engines.ts'
import type { TestClient } from '#test/support/portal/test-client.ts'
import { testPortal } from '#test/support/portal/test-portal.ts'
import { memberForm } from '#test/support/samples.ts'
import type { DirectoryMember } from '../../answers.ts'
import { derivedColumns } from '../../columns/derived-columns.ts'
import { findPerson } from '../queries.ts'
import { updateMember } from '../record/member-queries.ts'
import { emptyPerson } from '../record/new-person.ts'
import { isListed, listed } from './listed-queries.ts'
import { listDirectory } from './queries.ts'

const firms = [
  {
    ...memberForm('vendor', 'priya@laminates.example'),
    name: 'Priya Shah',
    company_name: 'Morbi Laminates',
    services_products: 'Decorative sheets',
    additional_info_materials_products: ['laminate', 'other'],
    materials_other: 'Compact boards',
    factory_address: 'Survey 212, Morbi 363642, Gujarat',
    remarks: 'Pays late',
    certificate_postal_address: 'Post box 9, Morbi',
  },
  {
    ...memberForm('oem', 'ram@badhai.example'),
    name: 'बढ़ई राम',
    company_name: 'आरा मिल',
    address: '4 Sardarpura, JODHPUR 342003',
  },
] as const

async function open(engine: Engine) {
  const portal = await testPortal(engine)
  const oem = await portal.as('oem')
  const vendor = await portal.as('vendor')
  const admin = await portal.as('admin')
  const priya = await admin.post('/api/admin/members', firms[0])
  const ram = await admin.post('/api/admin/members', firms[1])
  const names = async (query: string) =>
    (await oem.get(`/api/members?${query}`)).map(({ name }): string => name)
  return { portal, oem, vendor, admin, priya, ram, names }
}

/** The directory with four more firms, whose trades are spelt in several ways. */
async function openWithTrades(engine: Engine) {
  const opened = await open(engine)
  for (const [name, company_name, services_products] of [
    ['Zubin', 'Zubin Timber', 'Plywod and doors'],
    ['Anil', 'Anil Traders', 'Plywood'],
    ['Bina', 'Bina Boards', 'Plywood'],
    ['Marudhar', 'Marudhar Woodcraft', 'Carpenter tools'],
  ])
    await opened.admin.post('/api/admin/members', {
      ...memberForm('oem', `${name}@ply.example`),
      name,
      company_name,
      services_products,
    })
  return opened
}

/** The names on all pages from this one on, and the number of members that each page says. */
async function pagesOf(client: TestClient, first: string) {
  const names: string[] = []
  const totals = new Set<string | null>()
  let next: string | undefined = first
  while (next) {
    const answer = await client.request('GET', next)
    totals.add(answer.headers.get('X-Total-Count'))
    names.push(...((await answer.json()) as DirectoryMember[]).map(({ name }) => name))
    next = answer.headers.get('Link')?.match(/<(.*)>/)?.[1]
  }
  return { total: [...totals].join(), names }
}

describe.each(engines)('the directory on %s', (engine) => {
  test('lists active, visible members by company, without private fields', async () => {
    const { oem, vendor, admin, priya, ram, names } = await open(engine)
    expect(await names('')).toEqual(['Priya Shah', 'Ravi Kumar', 'Asha Patil', 'बढ़ई राम'])
    const { id } = priya
    const member = await vendor.get(`/api/members/${id}`)
    expect(member).toEqual({
      id,
      role: 'vendor',
      name: 'Priya Shah',
      company_name: 'Morbi Laminates',
      company_description: '',
      services_products: 'Decorative sheets',
      additional_info_materials_products: ['laminate', 'other'],
      materials_other: 'Compact boards',
      business_partner: '',
      membership_number: 'VENDOR2025002',
      website_url: 'https://teak.example',
      social_links: '',
      photo_url: null,
      logo_url: null,
      city: 'Morbi',
      whatsapp_number: '+91 98765 43210',
      email: 'priya@laminates.example',
      address: '',
      factory_address: 'Survey 212, Morbi 363642, Gujarat',
      created_at: '2025-01-05T09:00:00.000Z',
    })
    expect((await oem.get('/api/members?search=morbi'))[0]).toEqual(member)

    await admin.put(`/api/admin/members/${id}/visibility`, { is_visible: false })
    await admin.put(`/api/admin/members/${ram.id}/status`, { is_active: false })
    expect(await names('')).toEqual(['Ravi Kumar', 'Asha Patil'])
    for (const unlisted of [id, ram.id, 'x'])
      await expect(oem.get(`/api/members/${unlisted}`)).rejects.toThrow('404: Member not found')
    expect((await oem.request('GET', '/api/members/%00')).status).toBe(404)
  })

  test('omits what a member hides, also the city of a hidden address', async () => {
    const { portal, oem, priya, names } = await open(engine)
    const hide = { show_phone: false, show_email: false, show_address: false }
    const row = await findPerson(portal.db, priya.id)
    if (!row) throw new Error('Priya was not found')
    await updateMember(portal.db, row, { ...hide, ...derivedColumns({ ...row, ...hide }) })
    const member = await oem.get(`/api/members/${priya.id}`)
    expect(member).toMatchObject({
      whatsapp_number: null,
      email: null,
      address: null,
      factory_address: null,
      city: '',
    })
    expect(JSON.stringify(await oem.get('/api/members'))).not.toMatch(/363642|priya@/)
    expect(await names('search=363642')).toEqual([])
    expect(await names('search=gujarat')).toEqual([])
    expect(await names('search=priya@laminates')).toEqual([])
    expect(await names('city=Morbi')).toEqual([])
  })

  test('lists every member with all fields for an administrator', async () => {
    const { admin, ram } = await open(engine)
    await admin.put(`/api/admin/members/${ram.id}/status`, { is_active: false })
    const all = await admin.get('/api/members')
    expect(all.map(({ role }) => role).toSorted()).toEqual(['oem', 'oem', 'vendor', 'vendor'])
    expect(all.find(({ id }) => id === ram.id)).toMatchObject({ is_active: false })
    expect(all.find(({ name }) => name === 'Priya Shah')).toMatchObject({ remarks: 'Pays late' })
  })

  test('has the members of the rule, evaluated for a row or by the database', async () => {
    const { portal } = await open(engine)
    const people = [...roles, null].flatMap((role) =>
      [true, false].flatMap((is_active) =>
        [true, false].map((is_visible) => ({
          ...emptyPerson(`${role}-${is_active}-${is_visible}@ply.example`, new Date('2026-01-01')),
          role,
          is_active,
          is_visible,
        })),
      ),
    )
    await insertRows(portal.db, 'person', people)
    const all = await portal.db.selectFrom('person').selectAll().execute()
    const found = await portal.db.selectFrom('person').select('id').where(listed).execute()
    const { members } = await listDirectory(portal.db, {}, undefined)
    const expected = all.filter(isListed).map(({ id }) => id)
    expect(found.map(({ id }) => id).toSorted()).toEqual(expected.toSorted())
    expect(members.map(({ id }) => id).toSorted()).toEqual(expected.toSorted())
  })

  test('is refused for job seekers and visitors', async () => {
    const { portal, priya } = await open(engine)
    for (const path of ['/api/members', '/api/members/cities', `/api/members/${priya.id}`]) {
      expect((await (await portal.as('seeker')).request('GET', path)).status).toBe(403)
      expect((await portal.visitor().request('GET', path)).status).toBe(401)
    }
  })
})

describe.each(engines)('the search of the directory on %s', (engine) => {
  test('is in name, company, product, material and city, with words in any order', async () => {
    const { names } = await open(engine)
    expect(await names('search=SHAH%20decor')).toEqual(['Priya Shah'])
    expect(await names('search=laminate')).toEqual(['Priya Shah'])
    expect(await names('search=compact')).toEqual(['Priya Shah'])
    expect(await names('search=jodh')).toEqual(['बढ़ई राम'])
    expect(await names(`search=${encodeURIComponent('बढई')}`)).toEqual(['बढ़ई राम'])
    expect(await names('search=%25')).toEqual([])
    expect(await names('search=pays')).toEqual([])
  })

  test('forgives typing errors, after the exact matches', async () => {
    const { names } = await openWithTrades(engine)
    expect(await names('search=plywod')).toEqual(['Zubin', 'Anil', 'Bina'])
    expect(await names('search=plywood')).toEqual(['Anil', 'Bina', 'Zubin'])
    expect(await names('search=PLYWOD%20traders')).toEqual(['Anil'])
    // A word of the trade in the other language, after the exact match.
    for (const search of ['carpenter', 'carpentar'])
      expect(await names(`search=${search}`)).toEqual(['Marudhar', 'बढ़ई राम'])
    expect(await names(`search=${encodeURIComponent('प्लाईवुड')}`)).toEqual(['Anil', 'Bina'])
    expect(await names('search=MARUDHR')).toEqual(['Marudhar'])
    expect(await names('search=laminat%20morby')).toEqual(['Priya Shah'])
    expect(await names('search=marudhr&role=vendor')).toEqual([])
    expect(await names('search=qwertzuiop')).toEqual([])
  })

  test('finds the members of a state by its name, in any spelling', async () => {
    const { admin, names } = await open(engine)
    for (const [name, address] of [
      ['Agrawal', '4 Mall Road, Agra'],
      ['Arun', 'Plot 9, NAVI MUMBAI'],
      ['Kota', '12 Station Road, Kota 324001'],
    ] as const)
      await admin.post('/api/admin/members', {
        ...memberForm('vendor', `${name}@ply.example`),
        name,
        company_name: `${name} Hinges`,
        services_products: 'Soft-close hinges',
        address,
        factory_address: '',
      })
    const found = {
      Rajasthan: ['बढ़ई राम', 'Kota'],
      'hinge Rajasthan': ['Kota'],
      राजस्थान: ['बढ़ई राम', 'Kota'],
      rajastan: ['बढ़ई राम', 'Kota'],
      'hinges in Uttar Pradesh': ['Agrawal'],
      pradesh: ['Agrawal'],
      maharashtra: ['Arun'],
      'hinge punjab': [],
    }
    for (const [search, expected] of Object.entries(found))
      expect([search, (await names(`search=${search}`)).toSorted()]).toEqual([
        search,
        expected.toSorted(),
      ])
  })

  test('forgives six words, in a search that is not made to keep the portal busy', async () => {
    const { names } = await openWithTrades(engine)
    const words = ['marudhra', 'marudhrr', 'marudhaa', 'woodcrafq', 'carpentar', 'carpentre']
    expect(await names(`search=${words.join(' ')}`)).toEqual(['Marudhar'])
    expect(await names(`search=${words.join(' ')} carpentes`)).toEqual([])
  })

  test('is paged, also where it forgives typing errors', async () => {
    const { names, oem } = await openWithTrades(engine)
    const path = '/api/members?search=plywod&limit=1'
    expect(await pagesOf(oem, path)).toEqual({ total: '3', names: ['Zubin', 'Anil', 'Bina'] })
    for (const cursor of [
      ['', ''],
      ['2x', 'y'],
      ['1', ''],
    ])
      expect(
        await names(
          `search=plywod&cursor=${Buffer.from(JSON.stringify(cursor)).toString('base64url')}`,
        ),
      ).not.toContain('Priya Shah')
  })
})

describe.each(engines)('the list of the directory on %s', (engine) => {
  test('is filtered by type, material and city', async () => {
    const { oem, names } = await open(engine)
    expect(await names('role=vendor')).toEqual(['Priya Shah', 'Ravi Kumar'])
    expect(await names('role=admin')).toEqual([])
    expect(await names('material=laminate')).toEqual(['Priya Shah'])
    expect(await names('material=mdf')).toEqual([])
    expect(await names('city=Jodhpur')).toEqual(['बढ़ई राम'])
    expect(await oem.get('/api/members/cities')).toEqual([
      { city: 'Jodhpur', members: 1 },
      { city: 'Morbi', members: 1 },
    ])
    for (const query of ['material=gold', 'role=king', 'limit=0', 'cursor=x'])
      expect((await oem.request('GET', `/api/members?${query}`)).status).toBe(400)
  })

  test('is paged, with its length and a link to the next page', async () => {
    const { oem } = await open(engine)
    expect(await pagesOf(oem, '/api/members?limit=1')).toEqual({
      total: '4',
      names: ['Priya Shah', 'Ravi Kumar', 'Asha Patil', 'बढ़ई राम'],
    })
  })
})
