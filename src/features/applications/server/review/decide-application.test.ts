import { describe, expect, test } from 'vitest'
import { ensureAdmin } from '#features/members/server/record/administrators.ts'
import { type Engine, engines } from '#test/support/engines.ts'
import {
  oemFields,
  sendOem,
  sendVendor,
  submitApplication,
  tokenIn,
  vendorFields,
} from '#test/support/portal/applications.ts'
import { emailOf } from '#test/support/portal/personas.ts'
import { type TestPortal, testPortal } from '#test/support/portal/test-portal.ts'

const path = (id: string) => `/api/admin/applications/${id}` as const

/** A portal with two named administrators. */
async function portalOf(engine: Engine) {
  const portal = await testPortal(engine)
  const asha = await portal.as('admin')
  await ensureAdmin(portal.world, 'ravi@teak.example')
  const ravi = await portal.signIn('ravi@teak.example')
  await rename(portal, emailOf('admin'), 'Asha Patil')
  await rename(portal, 'ravi@teak.example', 'Ravi Kumar')
  return { portal, asha, ravi }
}

const rename = ({ db }: TestPortal, email: string, name: string) =>
  db.updateTable('person').set({ name }).where('email', '=', email).execute()

const membersOf = ({ db }: TestPortal) =>
  db.selectFrom('person').selectAll().where('membership_number', 'is not', null).execute()

describe('approving an application', () => {
  test('creates the member with all fields and the photo, and mails a welcome', async () => {
    const { portal, asha } = await portalOf('SQLite')
    const { id } = await submitApplication(portal, sendVendor)
    const { formData } = await asha.get(path(id))
    expect(await asha.put(`${path(id)}/status`, { status: 'approved' })).toMatchObject({
      id,
      status: 'approved',
      decided_by: 'Asha Patil',
      member_id: expect.any(String),
    })
    const [member, ...others] = await membersOf(portal)
    expect(others).toEqual([])
    expect(member).toMatchObject({
      role: 'vendor',
      is_active: true,
      is_visible: true,
      membership_number: 'VENDOR2025001',
      name: vendorFields.name,
      email: vendorFields.email,
      company_name: vendorFields.companyName,
      whatsapp_number: vendorFields.whatsappNumber,
      website_url: vendorFields.websiteUrl,
      address: vendorFields.address,
      factory_address: vendorFields.factoryAddress,
      certificate_postal_address: vendorFields.certificatePostalAddress,
      services_products: vendorFields.servicesProducts,
      company_description: vendorFields.companyDescription,
      social_links: vendorFields.socialMediaLinks,
      materials: '["paint","other"]',
      materials_other: 'Wood stains',
      photo_url: formData.memberPhoto,
      created_at: '2025-01-05T09:00:00.000Z',
      phone_key: '9930054321',
      company_key: 'lacquerhouse',
    })
    const [mail, ...more] = await portal.mails()
    expect(more).toEqual([])
    expect(mail?.envelope.to).toEqual(['manoj@lacquer.example'])
    expect(mail?.text).toContain('Your membership number is VENDOR2025001')
    const manoj = await portal.signIn('manoj@lacquer.example')
    expect(await manoj.get('/api/user')).toMatchObject({ role: 'vendor', is_member: true })
    expect((await manoj.request('GET', `${formData.memberPhoto}`)).status).toBe(200)
  })

  test('transfers the photo to the member and keeps the papers for administrators', async () => {
    const { portal, asha } = await portalOf('SQLite')
    const { id } = await submitApplication(portal, sendOem)
    const { member_id } = await asha.put(`${path(id)}/status`, { status: 'approved' })
    const files = await portal.db.selectFrom('stored_file').selectAll().execute()
    for (const { kind, owner, owner_id } of files)
      expect([owner, owner_id]).toEqual(
        kind === 'memberPhoto' ? ['person', member_id] : ['application', id],
      )
    expect(files).toHaveLength(6)
    const kiran = await portal.signIn(oemFields.email ?? '')
    const { formData } = await asha.get(path(id))
    expect((await kiran.request('GET', `${formData.companyPanCard}`)).status).toBe(404)
    expect((await asha.request('GET', `${formData.companyPanCard}`)).status).toBe(200)
  })

  test('makes a job seeker with the same address the member', async () => {
    const { portal, asha } = await portalOf('SQLite')
    const kiran = await portal.signIn('kiran@rosewood.example')
    const before = await kiran.get('/api/user')
    const { id } = await submitApplication(portal, sendOem, { email: 'Kiran@Rosewood.example' })
    expect(await asha.put(`${path(id)}/status`, { status: 'approved' })).toMatchObject({
      member_id: before.id,
    })
    expect((await kiran.request('GET', '/api/user')).status).toBe(401)
    const again = await portal.signIn('kiran@rosewood.example')
    expect(await again.get('/api/user')).toMatchObject({ id: before.id, role: 'oem' })
  })

  test('is refused when it has a duplicate that the administrator has not seen', async () => {
    const { portal, asha } = await portalOf('SQLite')
    await portal.as('oem')
    const { id } = await submitApplication(portal, sendOem, { companyName: 'TEAK & Co.' })
    const approve = (seen_duplicates?: string[]) =>
      asha.request('PUT', `${path(id)}/status`, { status: 'approved', seen_duplicates })
    const refused = await approve([])
    expect([refused.status, refused.headers.get('Error-Code'), await refused.text()]).toEqual([
      409,
      'duplicates-found',
      'Please check the possible duplicates: another one was found',
    ])
    const { status, alike } = await asha.get(path(id))
    expect(status).toBe('pending')
    expect((await approve(alike.map((duplicate) => duplicate.id))).status).toBe(200)
  })

  test('takes an approval that does not name duplicates', async () => {
    const { portal, asha } = await portalOf('SQLite')
    await portal.as('oem')
    const { id } = await submitApplication(portal, sendOem, { companyName: 'TEAK & Co.' })
    const answer = await asha.request('PUT', `${path(id)}/status`, { status: 'approved' })
    expect(answer.status).toBe(200)
  })

  test('is refused when the address belongs to a member', async () => {
    const { portal, asha } = await portalOf('SQLite')
    await portal.as('oem')
    const { id } = await submitApplication(portal, sendOem, { email: emailOf('oem') })
    const answer = await asha.request('PUT', `${path(id)}/status`, { status: 'approved' })
    expect([answer.status, await answer.text()]).toEqual([
      409,
      'This email already belongs to Asha Patil of Teak & Co',
    ])
    const details = await asha.get(path(id))
    expect(details).toMatchObject({
      status: 'pending',
      member_id: null,
      decided_by: null,
      alike: [{ what: 'member', company_name: 'Teak & Co', note: 'OEM2025001', same: ['email'] }],
    })
    expect(details.history).toHaveLength(1)
    expect(await portal.mails()).toEqual([])
    expect(await membersOf(portal)).toHaveLength(1)
  })
})

describe.each(engines)('deciding on an application on %s', (engine) => {
  test('mails the reason of a rejection and reopens without a mail', async () => {
    const { portal, asha } = await portalOf(engine)
    const { id } = await submitApplication(portal, sendVendor)
    const reason = 'We need a GST number.'
    portal.advanceClock(1000)
    expect(await asha.put(`${path(id)}/status`, { status: 'rejected', reason })).toMatchObject({
      status: 'rejected',
      decision_reason: reason,
      decided_at: '2025-01-05T09:00:01.000Z',
    })
    const [mail] = await portal.mails()
    expect([mail?.subject, mail?.envelope.to]).toEqual([
      'Your application was not approved',
      ['manoj@lacquer.example'],
    ])
    expect(mail?.text).toContain('Reason: We need a GST number.')
    portal.mail.clear()
    portal.advanceClock(1000)
    expect(await asha.put(`${path(id)}/status`, { status: 'pending' })).toMatchObject({
      status: 'pending',
      decision_reason: '',
      decided_at: null,
      decided_by: null,
    })
    portal.advanceClock(1000)
    await asha.put(`${path(id)}/status`, { status: 'rejected' })
    const { history } = await asha.get(path(id))
    expect(history.map(({ words }) => words)).toEqual([
      'The applicant submitted this application',
      'Asha Patil rejected this application: “We need a GST number.”',
      'Asha Patil reopened this application',
      'Asha Patil rejected this application',
    ])
    const [short, ...more] = await portal.mails()
    expect(more).toEqual([])
    expect(short?.text).not.toContain('reason')
  })

  test('requires a text to ask for changes and mails it with a new private link', async () => {
    const { portal, asha } = await portalOf(engine)
    const { id, token } = await submitApplication(portal, sendVendor)
    const silent = await asha.request('PUT', `${path(id)}/status`, {
      status: 'changes',
      reason: ' ',
    })
    expect([silent.status, await silent.text()]).toEqual([
      400,
      'Please enter what should be changed',
    ])
    const reason = 'A portrait, please.\nNot the shop.'
    await asha.put(`${path(id)}/status`, { status: 'changes', reason })
    const [mail] = await portal.mails()
    expect(mail?.subject).toBe('Please update your application')
    expect(mail?.text).toContain(reason)
    expect(tokenIn(mail?.text)).not.toBe(token)
    for (const link of [token, tokenIn(mail?.text)])
      expect(await portal.visitor().post('/api/applications/mine', { token: link })).toMatchObject({
        status: 'changes',
        decision_reason: reason,
      })
  })

  test.each([
    ['approved', 'Asha Patil has already approved this application'],
    ['rejected', 'Asha Patil has already rejected this application'],
    ['changes', 'Asha Patil has already requested changes to this application'],
  ])(
    'names the first administrator when the application is already “%s”',
    async (status, message) => {
      const { portal, asha, ravi } = await portalOf(engine)
      const { id } = await submitApplication(portal, sendVendor)
      await asha.put(`${path(id)}/status`, { status, reason: 'Because' })
      const second = await ravi.request('PUT', `${path(id)}/status`, { status: 'approved' })
      expect([second.status, await second.text()]).toEqual([409, message])
      const own = await asha.request('PUT', `${path(id)}/status`, { status: 'approved' })
      expect(await own.text()).toBe(message.replace('Asha Patil has', 'You have'))
    },
  )

  test('is refused when the application has changed since it was read', async () => {
    const { portal, asha, ravi } = await portalOf(engine)
    const { id } = await submitApplication(portal, sendVendor)
    const { updated_at } = await asha.get(path(id))
    portal.advanceClock(1000)
    await ravi.put(`${path(id)}/status`, { status: 'rejected', updated_at })
    portal.advanceClock(1000)
    await ravi.put(`${path(id)}/status`, { status: 'pending' })
    const stale = await asha.request('PUT', `${path(id)}/status`, {
      status: 'approved',
      updated_at,
    })
    expect([stale.status, await stale.text()]).toEqual([
      409,
      'This application has changed since you opened it. Please read it again.',
    ])
  })

  test('accepts one of two concurrent decisions', async () => {
    const { portal, asha, ravi } = await portalOf(engine)
    const { id } = await submitApplication(portal, sendVendor)
    for (let round = 0; round < 20; round++) {
      const answers = await Promise.all([
        asha.request('PUT', `${path(id)}/status`, { status: 'rejected', reason: `round ${round}` }),
        ravi.request('PUT', `${path(id)}/status`, { status: 'changes', reason: `round ${round}` }),
      ])
      const statuses = answers.map(({ status }) => status)
      // Both succeed when the rejection follows the request for changes.
      expect([
        [200, 409],
        [409, 200],
        [200, 200],
      ]).toContainEqual(statuses)
      const { status } = await asha.get(path(id))
      expect(status).toBe(statuses[0] === 200 ? 'rejected' : 'changes')
      await asha.put(`${path(id)}/status`, { status: 'pending' })
    }
    const decided = await Promise.all([
      ...[asha, ravi, asha, ravi].map((admin) =>
        admin.request('PUT', `${path(id)}/status`, { status: 'approved' }),
      ),
    ])
    expect(decided.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
    expect(await membersOf(portal)).toHaveLength(1)
  })
})
