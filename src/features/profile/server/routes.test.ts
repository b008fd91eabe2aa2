import { describe, expect, test } from 'vitest'
import { listChanges } from '#platform/server/history/history.ts'
import { gifPhoto, jpegPhoto, plainPdf } from '#test/files/sample-files.ts'
import { engines } from '#test/support/engines.ts'
import { emailOf } from '#test/support/portal/personas.ts'
import type { TestClient } from '#test/support/portal/test-client.ts'
import { testPortal } from '#test/support/portal/test-portal.ts'

/** Sends what the browser sends: the full user merged with the changes. */
const save = async (client: TestClient, changes: Record<string, unknown>) =>
  client.put('/api/profile', { ...(await client.get('/api/user')), ...changes })

async function upload(client: TestClient, bytes: Buffer, name = 'logo.jpg'): Promise<Response> {
  const form = new FormData()
  form.append('file', new File([new Uint8Array(bytes)], name))
  return client.request('POST', '/api/upload', form)
}
const uploaded = async (client: TestClient, bytes: Buffer): Promise<string> =>
  ((await (await upload(client, bytes)).json()) as { url: string }).url

describe.each(engines)('profile on %s', (engine) => {
  test('is changed by its owner and recorded in the history', async () => {
    const portal = await testPortal(engine)
    const vendor = await portal.as('vendor')
    const before = await vendor.get('/api/user')
    portal.advanceClock(60_000)
    const after = await save(vendor, {
      name: 'Ravi K. Kumar',
      website_url: null,
      city: 'Nagpur',
      services_products: 'Seasoned sagwan',
      additional_info_materials_products: ['plywood', 'other', 'plywood'],
      materials_other: 'Bamboo boards',
      show_phone: false,
    })
    expect(after).toEqual({
      ...before,
      name: 'Ravi K. Kumar',
      website_url: '',
      city: 'Nagpur',
      services_products: 'Seasoned sagwan',
      additional_info_materials_products: ['plywood', 'other'],
      materials_other: 'Bamboo boards',
      show_phone: false,
      updated_at: '2025-01-05T09:01:00.000Z',
    })
    expect(await vendor.get('/api/user')).toEqual(after)
    expect((await listChanges(portal.db, 'person', before.id)).at(-1)).toMatchObject({
      actor_id: before.id,
      action: 'edited own profile',
      before: { name: 'Ravi Kumar', website_url: 'https://teak.example', show_phone: true },
      after: { name: 'Ravi K. Kumar', website_url: '', show_phone: false },
    })
    const oem = await portal.as('oem')
    expect(await oem.get('/api/members?search=nagpur%20seasoned%20plywood%20bamboo')).toMatchObject(
      [{ id: before.id, city: 'Nagpur', whatsapp_number: null }],
    )
    const unticked = await save(vendor, { additional_info_materials_products: ['plywood'] })
    expect(unticked.materials_other).toBe('')
  })

  test('ignores administration fields in the request', async () => {
    const portal = await testPortal(engine)
    for (const who of ['seeker', 'vendor', 'oem', 'admin'] as const) {
      const client = await portal.as(who)
      await save(client, { name: 'Somebody Else' })
      const row = () =>
        portal.db.selectFrom('person').selectAll().where('email', '=', emailOf(who)).execute()
      const before = await row()
      const answer = await save(client, forbidden)
      expect(answer.email).toBe(emailOf(who))
      expect(await row()).toEqual(before)
    }
    expect(Object.keys(forbidden).length).toBeGreaterThanOrEqual(40)
  })

  test('refuses an edit when someone else has changed the profile since it was read', async () => {
    const portal = await testPortal(engine)
    const oem = await portal.as('oem')
    const admin = await portal.as('admin')
    const read = await oem.get('/api/user')
    portal.advanceClock(1000)
    const member = { name: read.name, company_name: 'Teak & Sons', whatsapp_number: '9876543210' }
    await admin.put(`/api/admin/members/${read.id}`, member)
    await expect(oem.put('/api/profile', { ...read, city: 'Pune' })).rejects.toThrow(
      '409: Your profile has been changed since you opened it. Please check it and save again.',
    )
    const again = await oem.get('/api/user')
    portal.advanceClock(1000)
    await admin.put(`/api/admin/members/${read.id}`, { ...member, remarks: 'Pays late' })
    expect(await oem.put('/api/profile', { ...again, city: 'Pune' })).toMatchObject({
      city: 'Pune',
      company_name: 'Teak & Sons',
    })
  })

  test('ignores directory settings of a job seeker', async () => {
    const portal = await testPortal(engine)
    const seeker = await portal.as('seeker')
    expect(await save(seeker, { name: 'Kavita Rao', show_email: false })).toMatchObject({
      name: 'Kavita Rao',
      show_email: true,
    })
  })
})

describe('the fields of a profile', () => {
  test.each([
    [{ name: 'A' }, 'Name must be at least 2 characters'],
    [{ website_url: 'javascript:alert(1)' }, 'Must be a valid URL'],
    [{ website_url: 'teak' }, 'Must be a valid URL'],
    [{ additional_info_materials_products: ['gold'] }, 'Please choose materials from the list'],
    [{ show_email: 'no' }, 'Please say whether others may see it'],
    [{ logo_url: '/uploads/aaaaaaaaaaaaaaaaaaaaaaaaaa.jpg' }, 'Please upload the logo again'],
    [{ logo_url: 'https://evil.example/a.png' }, 'Please upload the logo again'],
  ])('refuses %j', async (changes, message) => {
    const portal = await testPortal('SQLite')
    await expect(save(await portal.as('oem'), changes)).rejects.toThrow(`400: ${message}`)
  })

  test('accepts a logo that its owner has uploaded, and no other', async () => {
    const portal = await testPortal('SQLite')
    const oem = await portal.as('oem')
    const vendor = await portal.as('vendor')
    const first = await uploaded(oem, await jpegPhoto(1))
    await expect(save(vendor, { logo_url: first })).rejects.toThrow('Please upload the logo again')
    expect((await save(oem, { logo_url: first })).logo_url).toBe(first)
    expect((await vendor.request('GET', first)).status).toBe(200)
    await expect(save(vendor, { logo_url: first })).rejects.toThrow('Please upload the logo again')

    const second = await uploaded(oem, await gifPhoto(2))
    expect((await save(oem, { logo_url: second, name: 'Asha P.' })).logo_url).toBe(second)
    expect((await oem.request('GET', first)).status).toBe(404)
    expect((await save(oem, { logo_url: null })).logo_url).toBe(null)
    expect((await oem.request('GET', second)).status).toBe(404)
    expect(
      [...portal.stored.storedBytes().keys()].filter((path) => path.includes('uploads')),
    ).toEqual([])
    const refused = await upload(oem, plainPdf(), 'logo.pdf')
    expect([refused.status, await refused.text()]).toEqual([
      415,
      'This is a PDF. Please choose a JPG, PNG or GIF file',
    ])
  })
})

describe.each(engines)('export of own data on %s', (engine) => {
  test('is one file with everything but the remarks', async () => {
    const portal = await testPortal(engine)
    const oem = await portal.as('oem')
    const admin = await portal.as('admin')
    const { id } = await oem.get('/api/user')
    portal.advanceClock(1)
    await admin.put(`/api/admin/members/${id}`, {
      name: 'Asha Patil',
      company_name: 'Teak & Co',
      whatsapp_number: '9876543210',
      remarks: 'Pays late',
    })
    portal.advanceClock(1)
    await admin.put(`/api/admin/members/${id}/payment`, {
      payment_status: true,
      membership_valid_from: '2024-04-01',
      membership_valid_to: '2025-03-31',
      paymentAmount: '5000.50',
    })
    const answer = await oem.request('GET', '/api/profile/data')
    expect(answer.headers.get('Content-Disposition')).toBe(
      'attachment; filename="my-data-2025-01-05.json"',
    )
    const text = await answer.text()
    expect(text).not.toContain('Pays late')
    expect(JSON.parse(text)).toMatchObject({
      profile: { id, whatsapp_number: '9876543210' },
      membership: { valid_to: '2025-03-31' },
      payments: [{ kind: 'payment', amount_in_rupees: '5000.50' }],
      changes: [{ act: 'added' }, { act: 'edited' }, { act: 'marked paid', by: 'the association' }],
      sessions: [{ device: expect.any(String) }],
    })
  })
})

/** Fields that people must not change themselves, and some that do not exist. */
const forbidden = {
  id: 'other',
  email: 'thief@evil.example',
  role: 'admin',
  is_active: false,
  is_visible: false,
  is_member: true,
  is_admin: true,
  admin: true,
  membership_number: 'OEM0000001',
  photo_url: '/uploads/x.jpg',
  session_epoch: 99,
  phone_key: '1',
  company_key: '1',
  search_text: 'x',
  directory_text: 'x',
  shown_city: 'Atlantis',
  created_at: '1999-01-01T00:00:00.000Z',
  remarks: 'Good payer',
  materials: '["gold"]',
  materials_other: 'Gold',
  payment_status: true,
  payment_amount: 1,
  payment_mode: 'Cash',
  payment_reference: 'x',
  payment_date: '2025-01-01',
  paymentAmount: 1,
  paymentMode: 'Cash',
  paymentRef: 'x',
  membership_valid_from: '2020-01-01',
  membership_valid_to: '2099-01-01',
  ledger_entry_id: 'x',
  receipt_number: 'R1',
  deleted_at: null,
  permissions: ['all'],
  session: 'x',
  epoch: 0,
  actor_id: 'x',
  owner: 'x',
  constructor: 'x',
  password: 'x',
  verified: true,
}
