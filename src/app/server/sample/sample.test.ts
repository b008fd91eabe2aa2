import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { addSamplePayments } from '#features/ledger/server/sample.ts'
import { addSampleMembers, samplePeople } from '#features/members/server/sample.ts'
import { yearInIndia } from '#shared/dates.ts'
import { type TestPortal, testPortal } from '#test/support/portal/test-portal.ts'
import { openSample } from './sample.ts'

/** Opens the sample association and returns the printed lines. */
async function openAndPrint({ world }: TestPortal): Promise<string> {
  const lines: string[] = []
  await openSample(world, (line) => lines.push(line))
  return lines.join('\n')
}

const tokenOf = (printed: string, role: string) =>
  printed.match(
    new RegExp(`^ +${role}.* http://portal\\.test/login/verify#token=(\\S+)$`, 'm'),
  )?.[1]

describe('the start of the sample association', () => {
  test('prints that it is a sample, and a link for each role that signs in any browser, any number of times', async () => {
    const portal = await testPortal('SQLite')
    const printed = await openAndPrint(portal)
    expect(printed).toContain('This is sample data')
    expect(printed).toContain('ADMIN_EMAIL=you@example.org npm start')
    for (const [role, who] of Object.entries({
      Administrator: { role: 'admin', email: samplePeople.admin, name: 'Meera Krishnan' },
      'OEM member': { role: 'oem', email: samplePeople.oem, is_member: true },
      Vendor: { role: 'vendor', email: samplePeople.vendor, is_member: true },
      'Job seeker': { email: samplePeople.seeker, is_member: false },
    }))
      for (let time = 0; time < 2; time++) {
        const browser = portal.visitor()
        const token = tokenOf(printed, role)
        expect(await browser.post('/api/auth/verify', { token })).toMatchObject(who)
        expect(await browser.get('/api/user')).toMatchObject(who)
      }
  })

  test('fills it once and sends no mail', async () => {
    const portal = await testPortal('SQLite')
    const first = await openAndPrint(portal)
    const before = await contents(portal)
    const second = await openAndPrint(portal)
    expect(await contents(portal)).toEqual(before)
    expect(await portal.mails()).toEqual([])
    expect(tokenOf(second, 'Vendor')).not.toBe(tokenOf(first, 'Vendor'))
  })

  test('leaves a database with people alone', async () => {
    const portal = await testPortal('SQLite')
    await portal.as('oem')
    const printed = await openAndPrint(portal)
    expect(await contents(portal)).toMatchObject({
      jobs: [],
      applications: [],
      files: [],
      people: [{ email: 'oem@teak.example' }],
    })
    expect(printed).toContain(`${samplePeople.admin} can no longer sign in`)
  })

  test('leaves no file behind when filling fails', async () => {
    const portal = await testPortal('SQLite')
    await portal.db.schema.dropTable('saved_job').execute()
    await expect(openAndPrint(portal)).rejects.toThrow('saved_job')
    expect(await portal.db.selectFrom('stored_file').selectAll().execute()).toEqual([])
    expect(await portal.db.selectFrom('person').selectAll().execute()).toEqual([])
  })
})

describe('the members of the sample association', () => {
  test('are numbered by the year they joined, some of them inactive or hidden', async () => {
    const portal = await testPortal('SQLite')
    portal.clock.now = new Date('2026-11-21T06:00:00.000Z')
    await openAndPrint(portal)
    const { people } = await contents(portal)
    const members = people.filter(({ membership_number }) => membership_number !== null)
    expect(members).toHaveLength(60)
    for (const { role, created_at, membership_number } of members)
      expect(membership_number).toMatch(
        new RegExp(`^${role?.toUpperCase()}${yearInIndia(created_at)}0\\d\\d$`),
      )
    const years = new Set(members.map(({ created_at }) => yearInIndia(created_at)))
    expect([...years].sort()).toEqual([2019, 2020, 2021, 2022, 2023, 2024, 2025, 2026])
    expect(members.filter(({ is_active }) => !is_active)).toHaveLength(3)
    expect(members.filter(({ is_visible }) => !is_visible)).toHaveLength(3)
  })

  test('have valid, expired and unpaid memberships', async () => {
    const portal = await testPortal('SQLite', { startsAt: '2026-11-21T06:00:00.000Z' })
    const token = tokenOf(await openAndPrint(portal), 'Administrator')
    const admin = portal.visitor()
    await admin.post('/api/auth/verify', { token })
    const count = async (query: string) => (await admin.get(`/api/admin/members?${query}`)).length
    const active = 'role=member&active=true'
    expect(await count(`${active}&paid=true&validity=valid`)).toBeGreaterThan(20)
    expect(await count(`${active}&paid=true&validity=expired`)).toBeGreaterThan(5)
    expect(await count(`${active}&paid=false`)).toBeGreaterThan(5)
  })

  test('have only .example addresses and unassigned phone numbers', async () => {
    const portal = await testPortal('SQLite')
    await openAndPrint(portal)
    const { people, jobs } = await contents(portal)
    for (const { email, website_url, whatsapp_number, role } of people) {
      expect(email).toMatch(/^[a-z.]+@[a-z]+\.example$/)
      expect(website_url).toMatch(/^$|^https:\/\/www\.[a-z]+\.example$/)
      expect(whatsapp_number).toMatch(
        /^oem|vendor/.test(role ?? '') ? /^\+91 64\d00 0\d{4}$/ : /^$/,
      )
    }
    expect(new Set(people.map(({ whatsapp_number }) => whatsapp_number)).size).toBe(61)
    expect(JSON.stringify(jobs)).not.toMatch(/@(?!\w+\.example)|https?:\/\/(?!www\.\w+\.example)/)
  })
})

describe('the sample association', () => {
  test.each([
    ['2026-11-21T10:00:00+05:30', 2026],
    ['2027-03-31T23:50:00+05:30', 2026],
    ['2027-04-01T00:10:00+05:30', 2027],
    ['2028-02-29T12:00:00+05:30', 2027],
    ['2028-03-31T23:50:00+05:30', 2027],
    ['2031-04-01T00:10:00+05:30', 2031],
  ])('has members who paid for this and the last financial year, on %s', async (time, start) => {
    const portal = await testPortal('SQLite')
    const members = await addSampleMembers(portal.db, new Date(time))
    await addSamplePayments(portal.db, members, '', new Date(time))
    const years = await portal.db
      .selectFrom('ledger_entry')
      .select('valid_from')
      .distinct()
      .where(sql<boolean>`valid_from like '%-04-01'`)
      .orderBy('valid_from')
      .execute()
    expect(years.map(({ valid_from }) => valid_from)).toEqual([
      `${start - 1}-04-01`,
      `${start}-04-01`,
    ])
  })

  test('has members with logos that open', async () => {
    const portal = await testPortal('SQLite')
    const token = tokenOf(await openAndPrint(portal), 'OEM member')
    const member = portal.visitor()
    await member.post('/api/auth/verify', { token })
    const { people } = await contents(portal)
    const logos = people.flatMap(({ logo_url }) => logo_url ?? [])
    expect(logos).toHaveLength(18)
    const answer = await member.request('GET', `${logos[0]}?size=small`)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
  })

  test('has pending applications whose papers open', async () => {
    const portal = await testPortal('SQLite')
    const token = tokenOf(await openAndPrint(portal), 'Administrator')
    const admin = portal.visitor()
    await admin.post('/api/auth/verify', { token })
    expect(await admin.get('/api/admin/stats')).toMatchObject({ pendingOEMs: 3, pendingVendors: 2 })
    const applications = await admin.get('/api/admin/applications')
    expect(applications.map(({ status }) => status)).toEqual([
      ...Array(5).fill('pending'),
      'changes',
      'withdrawn',
      'rejected',
      'approved',
    ])
    const alike = []
    for (const { id, formData, decision_reason, status } of applications) {
      expect(formData.email).toMatch(/^[a-z]+@[a-z]+\.example$/)
      expect(formData.whatsappNumber).toMatch(/^\+91 64\d00 0\d{4}$/)
      expect(decision_reason !== '').toBe(['changes', 'rejected'].includes(status))
      const details = await admin.get(`/api/admin/applications/${id}`)
      expect(details.history[0]?.words).toBe('The applicant submitted this application')
      alike.push(...details.alike)
    }
    expect(alike).toMatchObject([
      { what: 'member', company_name: 'Deccan Edge Profiles', same: ['company'] },
    ])
    const { files } = await contents(portal)
    expect(files.every(({ owner }) => owner !== null)).toBe(true)
    for (const file of files) expect(await portal.world.files.read(file, 'full')).toBeDefined()
  })

  test('has jobs in every state', async () => {
    const portal = await testPortal('SQLite')
    const link = tokenOf(await openAndPrint(portal), 'OEM member')
    const { jobs } = await contents(portal)
    expect(jobs).toHaveLength(23)
    const now = portal.clock.now.toISOString()
    const states = jobs.map(({ status, expires_at }) =>
      status === 'approved' && (expires_at ?? '') < now ? 'expired' : status,
    )
    for (const state of ['pending', 'approved', 'rejected', 'filled', 'withdrawn', 'expired'])
      expect(states).toContain(state)
    for (const { status, decision_reason } of jobs)
      expect(decision_reason !== '').toBe(status === 'rejected')
    const oem = portal.visitor()
    await oem.post('/api/auth/verify', { token: link })
    expect((await oem.get('/api/jobs')).length).toBe(states.filter((s) => s === 'approved').length)
  })
})

async function contents({ db }: TestPortal) {
  return {
    people: await db.selectFrom('person').selectAll().orderBy('id').execute(),
    jobs: await db.selectFrom('job').selectAll().orderBy('id').execute(),
    applications: await db.selectFrom('application').selectAll().orderBy('id').execute(),
    files: await db.selectFrom('stored_file').selectAll().orderBy('name').execute(),
    history: await db.selectFrom('history').selectAll().orderBy('id').execute(),
    outbox: await db.selectFrom('outbox').selectAll().execute(),
  }
}
