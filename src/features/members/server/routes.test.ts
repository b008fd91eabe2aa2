import { describe, expect, test } from 'vitest'
import { ensureAdmin } from '#features/members/server/actions.ts'
import { days } from '#shared/dates.ts'
import { memberForm } from '#test/samples.ts'
import { emailOf, engines, type TestPortal, testPortal } from '#test/world.ts'

const path = '/api/admin/members'
const ply = () => memberForm('vendor', 'ply@sagwan.example')

const rowOf = (portal: TestPortal, email: string) =>
  portal.db.selectFrom('person').selectAll().where('email', '=', email).executeTakeFirstOrThrow()

describe.each(engines)('adding a member by hand, on %s,', (engine) => {
  test('makes an active, visible member who joined now and can sign in', async () => {
    const portal = await testPortal(engine)
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
  ] as const)('is not for a %s', async (principal, refusal) => {
    const portal = await testPortal(engine)
    const browser = await portal.as(principal)
    await expect(browser.post(path, ply())).rejects.toThrow(refusal)
    const { rows } = await peopleAt(portal, 'ply@sagwan.example')
    expect(rows).toEqual([])
  })

  test('is refused in the words of specification section 5', async () => {
    const portal = await testPortal(engine)
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

  test('keeps nothing but the fields of the form', async () => {
    const portal = await testPortal(engine)
    const admin = await portal.as('admin')
    await admin.post(path, {
      ...ply(),
      id: 'mine',
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
      ['__proto__']: { role: 'admin' },
    })
    const row = await rowOf(portal, 'ply@sagwan.example')
    expect(row.id).not.toBe('mine')
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

  test('keeps materials for vendors only, the other text only when other is ticked', async () => {
    const portal = await testPortal(engine)
    const admin = await portal.as('admin')
    const chosen = {
      additional_info_materials_products: ['plywood', 'other', 'plywood'],
      materials_other: 'Cane',
    }
    await admin.post(path, { ...memberForm('oem', 'a@oem.example'), ...chosen })
    await admin.post(path, { ...memberForm('vendor', 'b@vendor.example'), ...chosen })
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

  test('sends a mail with the number and the way to sign in, which works', async () => {
    const portal = await testPortal(engine)
    const admin = await portal.as('admin')
    await admin.post(path, { ...ply(), email: ' Ply@Sagwan.EXAMPLE ' })
    const [mail, ...more] = await portal.mails()
    expect(more).toEqual([])
    expect(mail?.envelope.to).toEqual(['ply@sagwan.example'])
    expect(mail?.subject).toBe('Welcome to Panel Makers Association')
    expect(mail?.text).toContain('VENDOR2025001')
    expect(mail?.text).toContain('Login as OEM / Vendor (Members only)')
    expect(mail?.text).toContain('http://portal.test/login')
    await portal
      .visitor()
      .post('/api/auth/request-link', { email: 'ply@sagwan.example', type: 'member' })
    expect((await portal.mails()).at(-1)?.text).toMatch(/\/login\/verify#token=[\w-]{43}/)
  })

  test('counts in the statistics', async () => {
    const portal = await testPortal(engine)
    const admin = await portal.as('admin')
    await portal.as('seeker')
    await admin.post(path, ply())
    await admin.post(path, memberForm('oem', 'new@teak.example'))
    await admin.post(path, memberForm('oem', 'gone@teak.example'))
    await switchOff(portal, 'gone@teak.example')
    expect(await admin.get('/api/admin/stats')).toEqual({
      totalMembers: 2,
      pendingOEMs: 0,
      pendingVendors: 0,
      pendingJobs: 0,
    })
  })
})

describe.each(engines)('the e-mail address of a new member, on %s,', (engine) => {
  test.each([
    ['vendor', emailOf('vendor'), 'Ravi Kumar of Sagwan Supplies'],
    ['vendor', ' VENDOR@Teak.Example ', 'Ravi Kumar of Sagwan Supplies'],
    ['admin', emailOf('admin'), 'an administrator'],
  ] as const)('of a %s as %s is refused, naming who has it', async (holder, typed, who) => {
    const portal = await testPortal(engine)
    const admin = await portal.as('admin')
    await portal.as(holder)
    await expect(admin.post(path, { ...ply(), email: typed })).rejects.toThrow(
      new Error(`409: This e-mail address already belongs to ${who}`),
    )
  })

  test('of a deleted user is refused, saying so', async () => {
    const portal = await testPortal(engine)
    const admin = await portal.as('admin')
    await admin.post(path, ply())
    await switchOff(portal, 'ply@sagwan.example')
    await expect(admin.post(path, ply())).rejects.toThrow(
      '409: This e-mail address already belongs to Ravi Kumar of Sagwan Supplies, a deleted user',
    )
  })

  test('of a job seeker makes that person a member and ends their sessions', async () => {
    const portal = await testPortal(engine)
    const admin = await portal.as('admin')
    const seeker = await portal.as('seeker')
    const before = await seeker.get('/api/user')
    portal.pass(days(1))
    const added = await admin.ask('POST', path, memberForm('oem', emailOf('seeker')))
    expect(added.status).toBe(401) // An administrator's own session is over after two idle hours.
    const again = await portal.signIn(emailOf('admin'))
    await again.post(path, memberForm('oem', emailOf('seeker')))
    await expect(seeker.get('/api/user')).rejects.toThrow('401')
    const member = await portal.signIn(emailOf('seeker'))
    expect(await member.get('/api/user')).toMatchObject({
      id: before.id,
      role: 'oem',
      company_name: 'Teak & Co',
      membership_number: 'OEM2025001',
      created_at: '2025-01-06T09:00:00.000Z',
    })
  })

  test('goes to exactly one of ten adds at once, a job seeker’s too', async () => {
    const portal = await testPortal(engine)
    const admin = await portal.as('admin')
    await portal.as('seeker')
    for (const email of ['ply@sagwan.example', emailOf('seeker')]) {
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => admin.ask('POST', path, memberForm('oem', email))),
      )
      expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)])
      const refused = answers.find(({ status }) => status === 409)
      expect(await refused?.text()).toBe(
        'This e-mail address already belongs to Asha Patil of Teak & Co',
      )
    }
    expect(await admin.get('/api/admin/stats')).toMatchObject({ totalMembers: 2 })
    expect(await portal.db.selectFrom('issued_number').select('number').execute()).toHaveLength(2)
  })

  test('of an administrator may be made by several processes that start together', async () => {
    const { world } = await testPortal(engine)
    const made = await Promise.all(
      Array.from({ length: 5 }, () => ensureAdmin(world, 'boss@teak.example')),
    )
    expect(made).toContain('made')
    expect(await ensureAdmin(world, 'boss@teak.example')).toBe('there')
  })
})

describe.each(engines)('the membership number, on %s,', (engine) => {
  test('counts on by role and by the year in India', async () => {
    const portal = await testPortal(engine)
    portal.clock.now = new Date('2025-12-31T18:29:59.000Z')
    const add = adder(await portal.as('admin'))
    expect(await add('oem')).toBe('OEM2025001')
    expect(await add('oem')).toBe('OEM2025002')
    expect(await add('vendor')).toBe('VENDOR2025001')
    portal.pass(1000)
    expect(await add('oem')).toBe('OEM2026001')
  })

  test('given by hand is kept as typed and skipped by the counter', async () => {
    const portal = await testPortal(engine)
    const add = adder(await portal.as('admin'))
    expect(await add('oem', 'oem 2025 002')).toBe('oem 2025 002')
    expect(await add('oem')).toBe('OEM2025001')
    expect(await add('oem')).toBe('OEM2025003')
    expect(await add('vendor', 'Founder/7')).toBe('Founder/7')
  })

  test('is never given twice, however it is written, and not after a deletion', async () => {
    const portal = await testPortal(engine)
    const add = adder(await portal.as('admin'))
    await add('oem')
    await portal.db.deleteFrom('person').where('membership_number', '=', 'OEM2025001').execute()
    for (const typed of ['OEM2025001', 'oem2025001', ' OEM 2025 001 '])
      await expect(add('vendor', typed)).rejects.toThrow(
        `409: Membership number ${typed.trim()} has already been given`,
      )
    expect(await add('oem')).toBe('OEM2025002')
  })

  test('of an add that was refused goes to the next one', async () => {
    const portal = await testPortal(engine)
    const admin = await portal.as('admin')
    await admin.post(path, ply())
    await expect(admin.post(path, ply())).rejects.toThrow('409')
    expect(await adder(admin)('vendor')).toBe('VENDOR2025002')
  })

  test('is another one for each of 200 members added at once', async () => {
    const portal = await testPortal(engine)
    const admin = await portal.as('admin')
    const add = adder(admin)
    await add('oem', 'OEM2025100')
    const numbers = await Promise.all(Array.from({ length: 200 }, () => add('oem')))
    const expected = Array.from(
      { length: 201 },
      (_, i) => `OEM2025${String(i + 1).padStart(3, '0')}`,
    )
    expect(numbers.toSorted()).toEqual(expected.filter((number) => number !== 'OEM2025100'))
  })
})

/** Specification section 5, Add Member (admin): field, what is typed, the message. */
const section5: [field: keyof ReturnType<typeof ply>, values: unknown[], message: string][] = [
  ['name', ['R', ' R ', '', undefined, null, 7], 'Name must be at least 2 characters'],
  ['email', ['ravi', 'a@b', 'a@b.example, c@d.example', '', undefined], 'Invalid email address'],
  ['role', ['', 'admin', 'Vendor', undefined, null, []], 'Please select a member type'],
  ['company_name', ['T', '   ', undefined], 'Company name is required'],
  ['whatsapp_number', ['987654321', undefined, 9876543210], 'Please enter a valid WhatsApp number'],
  [
    'website_url',
    ['teak', 'javascript:alert(1)', 'ftp://teak.example', 'https://', 'teak.example'],
    'Must be a valid URL',
  ],
]

let count = 0

/** Adds one more member and answers the number. */
function adder(admin: Awaited<ReturnType<TestPortal['as']>>) {
  return async (role: 'oem' | 'vendor', membership_number = ''): Promise<string> => {
    const email = `m${++count}@many.example`
    const member = await admin.post(path, { ...memberForm(role, email), membership_number })
    return member.membership_number
  }
}

const peopleAt = async ({ db }: TestPortal, email: string) => ({
  rows: await db.selectFrom('person').select('id').where('email', '=', email).execute(),
})

const switchOff = ({ db }: TestPortal, email: string) =>
  db.updateTable('person').set({ is_active: false }).where('email', '=', email).execute()
