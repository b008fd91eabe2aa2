import { describe, expect, test } from 'vitest'
import { minutes } from '#shared/durations.ts'
import { engines } from '#test/support/engines.ts'
import {
  decide,
  detailsOf,
  historyTexts,
  ownApplication,
  sendOem,
  sendVendor,
  submitApplication,
} from '#test/support/portal/applications.ts'
import { emailOf } from '#test/support/portal/personas.ts'
import { type TestPortal, testPortal } from '#test/support/portal/test-portal.ts'
import { applicationNumber } from '../../rules.ts'

const companies = (list: { formData: { companyName: string } }[]) =>
  list.map(({ formData }) => formData.companyName)

/** Five firms, a minute apart; the oldest first. */
async function fiveFirms(portal: TestPortal) {
  const applications: { id: string; token: string }[] = []
  for (const [companyName, name, send] of [
    ['Rosewood Works', 'Kiran Desai', sendOem],
    ['Lacquer House', 'Manoj Pillai', sendVendor],
    ['राजस्थान फर्नीचर', 'सुनीता शर्मा', sendOem],
    ['Varnish & Co_100%', 'Élodie Fernandes', sendVendor],
    ['Mango Doors', 'Kiran Bedi', sendOem],
  ] as const) {
    const email = `firm${applications.length}@firms.example`
    applications.push(await submitApplication(portal, send, { companyName, name, email }))
    portal.advanceClock(minutes(1))
  }
  return applications
}

describe.each(engines)('lists of applications on %s', (engine) => {
  test('are sorted newest first and filtered by status and type', async () => {
    const portal = await testPortal(engine)
    const [first, second] = await fiveFirms(portal)
    await decide(portal, first?.id ?? '', { status: 'rejected' })
    await decide(portal, second?.id ?? '', { status: 'changes', reason: 'More.' })
    const admin = await portal.as('admin')
    const list = async (path: `${'applications' | 'pending-applications'}${'' | `?${string}`}`) =>
      companies(await admin.get(`/api/admin/${path}`))
    const newest = [
      'Mango Doors',
      'Varnish & Co_100%',
      'राजस्थान फर्नीचर',
      'Lacquer House',
      'Rosewood Works',
    ]
    expect(await list('applications')).toEqual(newest)
    expect(await list('applications?sort=-created_at')).toEqual(newest)
    expect(await list('applications?sort=created_at')).toEqual([...newest].reverse())
    expect(await list('applications?status=rejected')).toEqual(['Rosewood Works'])
    expect(await list('applications?status=changes&type=oem')).toEqual([])
    expect(await list('applications?type=vendor')).toEqual(['Varnish & Co_100%', 'Lacquer House'])
    expect(await list('pending-applications')).toEqual(newest.slice(0, 3))
    expect(await list('pending-applications?status=rejected&sort=created_at')).toEqual(
      newest.slice(0, 3).reverse(),
    )
    expect(await admin.get('/api/admin/stats')).toMatchObject({ pendingOEMs: 2, pendingVendors: 1 })
  })

  test('are found by their number, however it is typed', async () => {
    const portal = await testPortal(engine)
    await fiveFirms(portal)
    const admin = await portal.as('admin')
    const all = await admin.get('/api/admin/applications')
    const number = applicationNumber(all[2]?.id ?? '')
    for (const search of [
      number,
      number.toLowerCase(),
      number.slice(2),
      `${number} ${all[2]?.formData.email}`,
    ])
      expect([
        search,
        companies(await admin.get(`/api/admin/applications?search=${encodeURIComponent(search)}`)),
      ]).toEqual([search, [all[2]?.formData.companyName]])
    expect(await admin.get('/api/admin/applications?search=A-00000000')).toEqual([])
  })

  test('are searched by parts of name, company or email, with % and _ taken literally', async () => {
    const portal = await testPortal(engine)
    await fiveFirms(portal)
    const admin = await portal.as('admin')
    for (const [search, found] of [
      ['KIRAN', ['Mango Doors', 'Rosewood Works']],
      ['kiran mango', ['Mango Doors']],
      ['फर्नीचर', ['राजस्थान फर्नीचर']],
      ['FIRM3@firms', ['Varnish & Co_100%']],
      ['élodie', ['Varnish & Co_100%']],
      ['_1', ['Varnish & Co_100%']],
      ['%', ['Varnish & Co_100%']],
      ['  ', 5],
      ['98250', []],
    ] as const) {
      const query = `search=${encodeURIComponent(search)}`
      const list = companies(await admin.get(`/api/admin/applications?${query}`))
      expect([search, typeof found === 'number' ? list.length : list]).toEqual([search, found])
    }
  })

  test.each(['created_at', '-created_at'])(
    'are paged by %s without gaps or duplicates while others arrive',
    async (sort) => {
      const portal = await testPortal(engine)
      await fiveFirms(portal)
      const admin = await portal.as('admin')
      const all = companies(await admin.get(`/api/admin/pending-applications?sort=${sort}`))
      const paged: string[] = []
      let next: string | undefined = `/api/admin/pending-applications?sort=${sort}&limit=2`
      while (next) {
        const answer: Response = await admin.request('GET', next)
        expect(answer.headers.get('X-Total-Count')).toMatch(/^[56]$/)
        const page = companies(await answer.json())
        paged.push(...page)
        next = answer.headers.get('Link')?.match(/^<(.+)>; rel="next"$/)?.[1]
        if (paged.length === 2 && sort === '-created_at')
          await submitApplication(portal, sendVendor, {
            companyName: 'Newcomer',
            email: 'new@firms.example',
          })
      }
      expect(paged).toEqual(all)
    },
  )
})

test.each([
  'limit=0',
  'limit=two',
  'status=lost',
  'type=admin',
  'sort=name',
  'cursor=x',
  'search=a&search=b',
])('the list of applications refuses ?%s', async (query) => {
  const portal = await testPortal('SQLite')
  const admin = await portal.as('admin')
  const answer = await admin.request('GET', `/api/admin/applications?${query}`)
  expect([answer.status, await answer.text()]).toEqual([
    400,
    expect.stringMatching(/^(Please|This)/),
  ])
})

describe('details of an application', () => {
  test('list members and applications that may be duplicates', async () => {
    const portal = await testPortal('SQLite')
    await portal.as('oem')
    const { id } = await submitApplication(portal, sendOem, {
      companyName: 'M/s. TEAK & Co. Pvt Ltd',
      whatsappNumber: '098765 43210',
    })
    const other = await submitApplication(portal, sendVendor, { email: 'kiran@rosewood.example' })
    await decide(portal, other.id, { status: 'rejected' })
    await submitApplication(portal, sendVendor, {
      email: 'else@where.example',
      whatsappNumber: '+91 90000 00001',
    })
    expect((await detailsOf(portal, id)).alike).toEqual([
      {
        what: 'member',
        id: expect.any(String),
        name: 'Asha Patil',
        company_name: 'Teak & Co',
        note: 'OEM2025001',
        same: ['phone', 'company'],
      },
      {
        what: 'application',
        id: other.id,
        name: 'Manoj Pillai',
        company_name: 'Lacquer House',
        note: 'Rejected',
        same: ['email'],
      },
    ])
  })

  test('do not list the member it became as a duplicate', async () => {
    const portal = await testPortal('SQLite')
    const { id } = await submitApplication(portal, sendOem)
    await decide(portal, id, { status: 'approved' })
    expect((await detailsOf(portal, id)).alike).toEqual([])
  })

  test('have the history, including openings of papers', async () => {
    const portal = await testPortal('SQLite')
    const { id, token } = await submitApplication(portal, sendOem)
    portal.advanceClock(1000)
    await ownApplication(portal, token)
    const admin = await portal.as('admin')
    const { formData } = await detailsOf(portal, id)
    portal.advanceClock(1000)
    expect((await admin.request('GET', `${formData.companyPanCard}`)).status).toBe(200)
    portal.advanceClock(1000)
    await decide(portal, id, { status: 'approved' })
    expect(await historyTexts(portal, id)).toEqual([
      'The applicant submitted this application',
      'The applicant opened the private link, which confirms the email address',
      `${emailOf('admin')} opened the Company PAN Card`,
      `${emailOf('admin')} approved this application`,
    ])
  })
})
