import { describe, expect, test } from 'vitest'
import { type TestPortal, testPortal } from '#test/support/portal/test-portal.ts'
import { memberForm } from '#test/support/samples.ts'

const path = '/api/admin/members'
const ply = () => memberForm('vendor', 'ply@sagwan.example')

const rowOf = (portal: TestPortal, email: string) =>
  portal.db.selectFrom('person').selectAll().where('email', '=', email).executeTakeFirstOrThrow()

describe('Add Member', () => {
  test('creates an active, visible member who joined now and can sign in', async () => {
    const portal = await testPortal('SQLite')
    const admin = await portal.as('admin')
    const added = await admin.post(path, { ...ply(), address: 'Kirti Nagar\nNew Delhi 110015' })
    expect(added).toMatchObject({
      name: 'Ravi Kumar',
      email: 'ply@sagwan.example',
      role: 'vendor',
      company_name: 'Sagwan Supplies',
      whatsapp_number: '+91 98765 43210',
      website_url: 'https://teak.example',
      address: 'Kirti Nagar\nNew Delhi 110015',
      is_active: true,
      is_member: true,
      membership_number: 'VENDOR2025001',
      created_at: '2025-01-05T09:00:00.000Z',
    })
    const member = await portal.signIn('ply@sagwan.example')
    expect(await member.get('/api/user')).toEqual(added)
    expect(await rowOf(portal, 'ply@sagwan.example')).toMatchObject({ is_visible: true })
  })

  test.each([
    ['visitor', '401: Please log in'],
    ['seeker', '403'],
    ['vendor', '403'],
    ['oem', '403'],
  ] as const)('is refused for a %s', async (principal, refusal) => {
    const portal = await testPortal('SQLite')
    const browser = await portal.as(principal)
    await expect(browser.post(path, ply())).rejects.toThrow(refusal)
    const { rows } = await peopleAt(portal, 'ply@sagwan.example')
    expect(rows).toEqual([])
  })

  test('ignores everything but the fields of the form', async () => {
    const portal = await testPortal('SQLite')
    const admin = await portal.as('admin')
    await admin.post(path, {
      ...ply(),
      id: 'chosen-id',
      is_active: false,
      is_visible: false,
      is_member: false,
      payment_status: true,
      payment_amount: 1,
      photo_url: '/uploads/x.png',
      logo_url: '/uploads/y.png',
      session_epoch: 99,
      created_at: '1999-01-01T00:00:00.000Z',
      materials: '["plywood"]',
    })
    const row = await rowOf(portal, 'ply@sagwan.example')
    expect(row.id).not.toBe('chosen-id')
    expect(row).toMatchObject({
      role: 'vendor',
      is_active: true,
      is_visible: true,
      photo_url: null,
      logo_url: null,
      materials: '[]',
      created_at: '2025-01-05T09:00:00.000Z',
    })
    expect(row.session_epoch).not.toBe(99)
  })

  test('stores materials of vendors only, and the text of other only when other is selected', async () => {
    const portal = await testPortal('SQLite')
    const admin = await portal.as('admin')
    const materials = {
      additional_info_materials_products: ['plywood', 'other', 'plywood'],
      materials_other: 'Cane',
    }
    await admin.post(path, { ...memberForm('oem', 'a@oem.example'), ...materials })
    await admin.post(path, { ...memberForm('vendor', 'b@vendor.example'), ...materials })
    await admin.post(path, {
      ...memberForm('vendor', 'c@vendor.example'),
      additional_info_materials_products: ['plywood'],
      materials_other: 'Cane',
    })
    expect(await rowOf(portal, 'a@oem.example')).toMatchObject({
      materials: '[]',
      materials_other: '',
    })
    expect(await rowOf(portal, 'b@vendor.example')).toMatchObject({
      materials: '["plywood","other"]',
      materials_other: 'Cane',
    })
    expect(await rowOf(portal, 'c@vendor.example')).toMatchObject({
      materials: '["plywood"]',
      materials_other: '',
    })
    await expect(
      admin.post(path, { ...ply(), additional_info_materials_products: ['gold'] }),
    ).rejects.toThrow('400: Please choose materials from the list')
  })

  test('updates the statistics', async () => {
    const portal = await testPortal('SQLite')
    const admin = await portal.as('admin')
    await portal.as('seeker')
    await admin.post(path, ply())
    await admin.post(path, memberForm('oem', 'new@teak.example'))
    await admin.post(path, memberForm('oem', 'left@teak.example'))
    await deactivate(portal, 'left@teak.example')
    expect(await admin.get('/api/admin/stats')).toEqual({
      totalMembers: 2,
      pendingOEMs: 0,
      pendingVendors: 0,
      pendingJobs: 0,
    })
    expect(await admin.get('/api/admin/member-counts')).toEqual({
      active: { oem: 1, vendor: 1 },
      inactive: { oem: 1, vendor: 0 },
      owing: 2,
    })
  })
})

describe('Add Member', () => {
  test('refuses invalid fields with the messages of contract 5.4', async () => {
    const portal = await testPortal('SQLite')
    const admin = await portal.as('admin')
    for (const [field, values, message] of section5)
      for (const value of values) {
        const { [field]: _left, ...rest } = ply()
        const sent = value === undefined ? rest : { ...rest, [field]: value }
        await expect(admin.post(path, sent), `${field} ${value}`).rejects.toThrow(
          new Error(`400: ${message}`),
        )
      }
    const { rows } = await peopleAt(portal, 'ply@sagwan.example')
    expect(rows).toEqual([])
  })

  test('sends a mail with the number and working instructions to sign in', async () => {
    const portal = await testPortal('SQLite')
    const admin = await portal.as('admin')
    await admin.post(path, { ...ply(), email: ' Ply@Sagwan.EXAMPLE ' })
    const [mail, ...more] = await portal.mails()
    expect(more).toEqual([])
    expect(mail?.envelope.to).toEqual(['ply@sagwan.example'])
    expect(mail?.subject).toBe('Welcome to Panel Makers Association')
    expect(mail?.text).toContain('VENDOR2025001')
    expect(mail?.text).toContain('http://portal.test/login?as=member#email=ply%40sagwan.example')
    await portal
      .visitor()
      .post('/api/auth/request-link', { email: 'ply@sagwan.example', type: 'member' })
    expect((await portal.mails()).at(-1)?.text).toMatch(/\/login\/verify#token=[\w-]{43}/)
  })
})

/** Contract 5.4: field, invalid values, message. */
const section5: [field: keyof ReturnType<typeof ply>, values: unknown[], message: string][] = [
  ['name', ['R', ' R ', '', undefined, null, 7], 'Name must be at least 2 characters'],
  ['email', ['ravi', 'a@b', 'a@b.example, c@d.example', '', undefined], 'Invalid email address'],
  ['role', ['', 'admin', 'Vendor', undefined, null, []], 'Please select a member type'],
  ['company_name', ['T', '   ', undefined], 'Company name is required'],
  ['whatsapp_number', ['987654321', undefined, 9876543210], 'Please enter a valid WhatsApp number'],
  [
    'website_url',
    ['teak', 'javascript:alert(1)', 'ftp://teak.example', 'https://'],
    'Must be a valid URL',
  ],
]

const peopleAt = async ({ db }: TestPortal, email: string) => ({
  rows: await db.selectFrom('person').select('id').where('email', '=', email).execute(),
})

const deactivate = ({ db }: TestPortal, email: string) =>
  db.updateTable('person').set({ is_active: false }).where('email', '=', email).execute()
