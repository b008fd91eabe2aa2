import { Secret, TOTP } from 'otpauth'
import { describe, expect, test } from 'vitest'
import { claimFile, fileUrl } from '#platform/server/files/stored-files.ts'
import { minutes } from '#shared/durations.ts'
import { plainPdf } from '#test/files/sample-files.ts'
import { engines } from '#test/support/engines.ts'
import { storeFile } from '#test/support/portal/file-store.ts'
import { emailOf } from '#test/support/portal/personas.ts'
import type { TestClient } from '#test/support/portal/test-client.ts'
import { type TestPortal, testPortal } from '#test/support/portal/test-portal.ts'
import { reencryptAppKeys } from './authenticator-app.ts'

const base = '/api/auth/second-factor'
const settings = '/api/admin/settings'
const other = 'treasurer@teak.example'

const codeOf = (portal: TestPortal, key: string): string =>
  new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: portal.clock.now.getTime() })

async function enrol(portal: TestPortal, client: TestClient): Promise<string> {
  const { key } = await client.post(`${base}/app`)
  await client.put(`${base}/app`, { code: codeOf(portal, key) })
  portal.advanceClock(minutes(1))
  return key
}

async function addOther(admin: TestClient): Promise<void> {
  await admin.post('/api/admin/admins', { name: 'Ravi Shah', email: other })
}

const codeOfRefusal = async (client: TestClient, path: string) => {
  const answer = await client.request('GET', path)
  return [answer.status, answer.headers.get('Error-Code')]
}

describe('requiring a second factor', () => {
  test('accepts a member who has one, with a recent confirmation', async () => {
    const portal = await testPortal('SQLite')
    const admin = await portal.as('admin')
    await expect(admin.put(settings, { require_second_factor: 'yes' })).rejects.toThrow(
      '403: Set up your own second factor first, in your profile',
    )
    await enrol(portal, admin)
    portal.advanceClock(minutes(15))
    await expect(admin.put(settings, { require_second_factor: 'yes' })).rejects.toThrow(
      "403: Please confirm it's you to continue",
    )
    // Changes of the association's bank account and of the texts of mails also need a confirmation.
    for (const [path, body] of [
      [settings, { upi_id: 'pma@bank' }],
      [settings, { upi_merchant_code: '8699' }],
      [settings, { bank_ifsc: 'SBIN0001234' }],
      [`${settings}/mails`, { kind: 'welcome', subject: 'Namaste', text: 'Dear {name}' }],
    ] as const)
      await expect(admin.put(path, body)).rejects.toThrow(
        "403: Please confirm it's you to continue",
      )
    await admin.put(settings, { association_address: 'Pune' })
    expect(await admin.get(settings)).toMatchObject({ require_second_factor: '' })
    expect(await admin.put(settings, { product_name: 'Portal' })).toMatchObject({
      product_name: 'Portal',
    })
  })

  test('lets the others only set one up', async () => {
    const portal = await testPortal('SQLite')
    const admin = await portal.as('admin')
    await addOther(admin)
    const open = await portal.signIn(other)
    await enrol(portal, admin)
    await admin.put(settings, { require_second_factor: 'yes' })
    expect(await codeOfRefusal(open, '/api/admin/stats')).toEqual([401, 'second-factor-missing'])

    const client = await portal.signIn(other)
    expect(await codeOfRefusal(client, '/api/user')).toEqual([401, 'second-factor-missing'])
    expect(await codeOfRefusal(client, '/api/admin/members')).toEqual([
      401,
      'second-factor-missing',
    ])
    expect(await client.get(base)).toMatchObject({ limitation: 'enrol', is_required: true })
    const early = await client.request('POST', `${base}/confirmation`, { app_code: '123456' })
    expect(early.status).toBe(401)
    await enrol(portal, client)
    expect(await client.get('/api/user')).toMatchObject({ email: other })
    const { factors } = await client.get(base)
    await expect(client.delete(`${base}/factors/${factors[0]?.id}`)).rejects.toThrow(
      '409: Every administrator needs a second factor',
    )
    const vendor = await portal.as('vendor')
    expect(await vendor.get('/api/user')).toMatchObject({ role: 'vendor' })
  })
})

describe.each(engines)('resetting a second factor on %s', (engine) => {
  test('takes an administrator with one, and ends the sessions of the person', async () => {
    const portal = await testPortal(engine)
    const admin = await portal.as('admin')
    await addOther(admin)
    const lost = await portal.signIn(other)
    await enrol(portal, lost)
    const { id } = await lost.get('/api/user')
    expect(await admin.get('/api/admin/second-factors')).toEqual([{ id, kinds: ['app'] }])
    await expect(admin.delete(`/api/admin/admins/${id}/second-factor`)).rejects.toThrow(
      "409: Set up your own second factor before you reset another's",
    )
    await enrol(portal, admin)
    await admin.delete(`/api/admin/admins/${id}/second-factor`)
    expect(await codeOfRefusal(lost, '/api/user')).toEqual([401, null])
    expect(await (await portal.signIn(other)).get('/api/user')).toMatchObject({ id })
    await expect(admin.delete(`/api/admin/admins/${id}/second-factor`)).rejects.toThrow(
      '404: This administrator has no second factor',
    )
    const own = (await admin.get('/api/user')).id
    await expect(admin.delete(`/api/admin/admins/${own}/second-factor`)).rejects.toThrow('409')
    const mails = (await portal.mails()).filter(({ to }) => JSON.stringify(to).includes(other))
    expect(mails.at(-1)?.text).toContain('Another administrator has removed')
    const { length } = await portal.db
      .selectFrom('history')
      .select('id')
      .where('act', '=', 'second factor reset')
      .where('subject_id', '=', id)
      .execute()
    expect(length).toBe(1)
  })
})

test('administrators are added, removed, deactivated and restored after a recent confirmation', async () => {
  const portal = await testPortal('SQLite')
  const admin = await portal.as('admin')
  await addOther(admin)
  const { id } = await (await portal.signIn(other)).get('/api/user')
  const key = await enrol(portal, admin)
  portal.advanceClock(minutes(15))
  for (const [method, path, body] of [
    ['POST', '/api/admin/admins', { name: 'Asha', email: 'asha@teak.example' }],
    ['DELETE', `/api/admin/admins/${id}`, undefined],
    ['PUT', `/api/admin/members/${id}/status`, { is_active: false }],
  ] as const) {
    const answer = await admin.request(method, path, body)
    expect([path, answer.headers.get('Error-Code')]).toEqual([path, 'confirmation-needed'])
  }
  await admin.post(`${base}/confirmation`, { app_code: codeOf(portal, key) })
  await admin.put(`/api/admin/members/${id}/status`, { is_active: false })
  portal.advanceClock(minutes(15))
  await expect(admin.put(`/api/admin/members/${id}/status`, { is_active: true })).rejects.toThrow(
    "403: Please confirm it's you",
  )
  await admin.post(`${base}/confirmation`, { app_code: codeOf(portal, key) })
  await admin.put(`/api/admin/members/${id}/status`, { is_active: true })
  await admin.delete(`/api/admin/admins/${id}`)
})

test('a paper of an application opens after a recent confirmation', async () => {
  const portal = await testPortal('SQLite')
  const admin = await portal.as('admin')
  const paper = await storeFile(portal.world.files, 'companyPanCard', plainPdf(), 'pan.pdf')
  await claimFile(portal.db, paper.name, {
    kind: 'companyPanCard',
    owner: 'application',
    ownerId: 'an-application',
  })
  const address = fileUrl(paper.name)
  const open = (accept = '*/*') => admin.request('GET', address, undefined, { Accept: accept })
  expect((await open()).status).toBe(200)
  const key = await enrol(portal, admin)
  expect((await open()).status).toBe(200)
  portal.advanceClock(minutes(15))
  expect([(await open()).status, (await open()).headers.get('Error-Code')]).toEqual([
    403,
    'confirmation-needed',
  ])
  const tab = await open('text/html,*/*')
  expect([tab.status, tab.headers.get('Location')]).toEqual([303, `/confirm?to=${address}`])
  await admin.post(`${base}/confirmation`, { app_code: codeOf(portal, key) })
  expect((await open('text/html,*/*')).status).toBe(200)
})

test('the keys of apps are encrypted again', async () => {
  const portal = await testPortal('SQLite')
  const key = await enrol(portal, await portal.as('admin'))
  const stored = () => portal.db.selectFrom('second_factor').select('secret').execute()
  const [before] = await stored()
  expect(await reencryptAppKeys(portal.world)).toBe(1)
  expect(await stored()).not.toEqual([before])
  const client = await portal.signIn(emailOf('admin'))
  expect(
    await client.post(`${base}/confirmation`, { app_code: codeOf(portal, key) }),
  ).toMatchObject({ role: 'admin' })
})

test('payment details and texts of mails change after a recent confirmation, and all administrators are mailed', async () => {
  const portal = await testPortal('SQLite')
  const admin = await portal.as('admin')
  await addOther(admin)
  const key = await enrol(portal, admin)
  portal.advanceClock(minutes(15))
  const mail = { kind: 'security-changed', subject: 'Changed', text: '{change}' }
  await expect(admin.put(settings, { upi_id: 'thief@bank' })).rejects.toThrow(
    "403: Please confirm it's you to continue",
  )
  await expect(admin.put(`${settings}/mails`, mail)).rejects.toThrow('403')
  await admin.put(settings, { association_address: 'Pune' })
  await admin.post(`${base}/confirmation`, { app_code: codeOf(portal, key) })
  await admin.put(settings, { upi_id: 'teak@bank', bank_name: 'SBI' })
  portal.advanceClock(minutes(1))
  await admin.put(settings, { upi_id: 'panels@bank' })
  const changed = (await portal.mails()).filter(({ subject }) =>
    subject?.startsWith('The payment details'),
  )
  expect(changed).toHaveLength(4)
  expect(changed.filter(({ to }) => JSON.stringify(to).includes(other))).toHaveLength(2)
  expect(changed.at(-1)?.text).toMatch(/the UPI ID\s+Before: teak@bank\s+Now: panels@bank/)
})
