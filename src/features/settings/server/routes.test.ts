import { describe, expect, test } from 'vitest'
import { createLog } from '#platform/server/core/log.ts'
import type { Database } from '#platform/server/database/database.ts'
import { listChanges } from '#platform/server/history/history.ts'
import { engines } from '#test/support/engines.ts'
import { newSettings } from '#test/support/page/settings.ts'
import { sendVendor, submitApplication } from '#test/support/portal/applications.ts'
import { emailOf } from '#test/support/portal/personas.ts'
import { publicUrl } from '#test/support/portal/test-client.ts'
import { testPortal } from '#test/support/portal/test-portal.ts'
import { memberForm } from '#test/support/samples.ts'
import { openSettings } from './settings-store.ts'

const path = '/api/admin/settings'

const edits = async (db: Database) =>
  (await listChanges(db, 'settings', 'association')).filter(({ action }) => action === 'edited')

describe.each(engines)('settings on %s', (engine) => {
  test('start with the environment and change from the next request on', async () => {
    const portal = await testPortal(engine)
    const admin = await portal.as('admin')
    expect(await admin.get(path)).toEqual(newSettings)
    const changes = {
      association_name: 'Panel & Board Makers',
      dues_oem: '₹ 5,000',
      bank_ifsc: 'SBIN0001234',
      upi_id: 'pma@sbi',
      office_email: 'office@panel.example',
    }
    expect(await admin.put(path, { ...changes, bank_ifsc: ' sbin 0001234' })).toMatchObject({
      ...changes,
      dues_oem: '5000',
    })
    const { id } = await admin.get('/api/user')
    expect(await portal.visitor().get('/api/about')).toMatchObject({
      product_name: 'Panel',
      association_name: 'Panel & Board Makers',
    })
    const page = await (await portal.visitor().request('GET', '/login')).text()
    expect(page).toContain('Panel &amp; Board Makers')
    expect(await edits(portal.db)).toMatchObject([
      {
        actor_id: id,
        before: { association_name: 'Panel Makers Association', dues_oem: '' },
        after: { association_name: 'Panel & Board Makers', dues_oem: '5000' },
      },
    ])
    expect((await admin.get(`${path}/history`)).slice(0, -1)).toMatchObject([
      {
        words:
          'admin@teak.example changed the name of the association, the office email, the dues of OEM members, the IFSC and the UPI ID',
        details: [
          {
            field: 'the name of the association',
            before: 'Panel Makers Association',
            after: 'Panel & Board Makers',
          },
          { field: 'the office email', before: 'empty', after: 'office@panel.example' },
          { field: 'the dues of OEM members', before: 'empty', after: '₹5,000' },
          { field: 'the IFSC', before: 'empty', after: 'SBIN0001234' },
          { field: 'the UPI ID', before: 'empty', after: 'pma@sbi' },
        ],
      },
    ])
    await admin.put(path, changes)
    expect(await edits(portal.db)).toHaveLength(1)
    expect(await admin.put(path, { association_website: 'www.panel.example' })).toMatchObject({
      association_website: 'https://www.panel.example',
    })
  })

  test('reach every other process within a second', async () => {
    const portal = await testPortal(engine)
    const { db } = portal
    const first = { ...portal.world.info(), association_name: 'From the environment' }
    const other = await openSettings({
      db,
      log: createLog('silent'),
      publicUrl,
      now: portal.world.now,
      defaults: first,
    })
    expect(other.info().association_name).toBe('From the environment')
    await (await portal.as('admin')).put(path, { association_name: 'Set by hand' })
    await expect
      .poll(async () => {
        await other.refreshIfStale()
        return other.info().association_name
      })
      .toBe('Set by hand')
  })
})

describe('settings', () => {
  test('give documents the details of the association', async () => {
    const portal = await testPortal('SQLite')
    const admin = await portal.as('admin')
    expect(portal.world.association()).toMatchObject({
      association_name: 'Panel Makers Association',
      document_language: 'en',
      late_renewal: 'continues',
    })
    const details = {
      association_address: 'Timber Market\nPune 411042',
      association_pan: 'AAATF0000K',
      association_gstin: '27AAATF0000K1Z9',
      upi_payee_name: 'PMA Office',
      upi_merchant_code: '8699',
      receipt_prefix: 'PMA',
      document_language: 'hi',
      late_renewal: 'next-year',
    }
    const typed = { association_pan: 'aaatf 0000k', receipt_prefix: ' pma' }
    expect(await admin.put(path, { ...details, ...typed })).toMatchObject(details)
    expect(portal.world.association()).toMatchObject(details)
    expect((await admin.get(`${path}/history`))[0]?.details).toContainEqual({
      field: 'the language of documents',
      before: 'English',
      after: 'Hindi (हिन्दी)',
    })
  })

  test('ignore invalid stored values', async () => {
    const portal = await testPortal('SQLite')
    const admin = await portal.as('admin')
    const rows = [
      { name: 'association_name', value: '' },
      { name: 'association_website', value: 'javascript:alert(1)' },
      { name: 'mail welcome', value: '{"kind":"welcome","subject":"x","text":"{nobody}"}' },
      { name: 'mail job-approved', value: '{' },
      { name: 'no such setting', value: '1' },
    ]
    await portal.db.insertInto('setting').values(rows).execute()
    expect(await admin.get(path)).toMatchObject({
      association_name: 'Panel Makers Association',
      association_website: 'https://panel.example',
      mails: [],
    })
    await admin.post('/api/admin/members', memberForm('oem', 'new@teak.example'))
    expect((await portal.mails()).at(-1)?.subject).toBe('Welcome to Panel Makers Association')
  })

  test.each([
    [{ association_name: ' ' }, 'Please enter the association name'],
    [{ product_name: '' }, 'Please enter the portal name'],
    [{ association_website: 'teak' }, 'Must be a valid URL'],
    [{ association_short_name: 'a/b' }, 'Please use letters and digits only'],
    [{ dues_oem: 'much' }, 'Please enter the amount in rupees'],
    [{ bank_ifsc: 'SBI' }, 'An IFSC has 11 characters, like SBIN0001234'],
    [{ bank_ifsc: 'SBIN1001234' }, 'An IFSC has 11 characters, like SBIN0001234'],
    [{ upi_id: 'pma' }, 'A UPI ID looks like name@bank'],
    [{ office_email: 'office' }, 'Please enter a valid email address'],
    [{ association_pan: '12345' }, 'A PAN has 10 characters, like AAATF1234K'],
    [{ association_gstin: '27AAATF0000K1ZX' }, 'Please enter a valid GSTIN'],
    [{ receipt_prefix: 'FPMA/1' }, 'Please use up to 10 letters and digits, like FPMA'],
    [{ document_language: 'ta' }, 'Please choose a language'],
    [{ late_renewal: 'never' }, 'Please choose when a late renewal starts'],
    [{ bank_account_number: 'abc' }, 'Please enter the account number in digits'],
  ])('refuse %j', async (changes, words) => {
    const portal = await testPortal('SQLite')
    await expect((await portal.as('admin')).put(path, changes)).rejects.toThrow(`400: ${words}`)
  })
})

const welcome = {
  kind: 'welcome',
  subject: 'Namaste from {association_short_name}',
  text: 'Dear {name},\n\nyour number is {membership_number}. Dues: {dues_oem} to {upi_id}.\n\nSee you soon',
}

describe.each(engines)('customised mails on %s', (engine) => {
  test("use the association's text until it is removed", async () => {
    const portal = await testPortal(engine)
    const admin = await portal.as('admin')
    await admin.put(path, { dues_oem: '5000', upi_id: 'pma@sbi' })
    expect((await admin.put(`${path}/mails`, welcome)).mails).toEqual([welcome])
    const form = { ...memberForm('oem', 'new@teak.example'), name: 'Asha <b>{upi_id}</b>' }
    await admin.post('/api/admin/members', form)
    const mail = (await portal.mails()).at(-1)
    expect(mail?.subject).toBe('Namaste from PMA')
    expect(mail?.text).toContain(
      'Dear Asha <b>{upi_id}</b>,\n\nyour number is OEM2025001. Dues: ₹5,000 to pma@sbi.\n\nSee you soon\n\nOpen the portal:',
    )
    await admin.put(`${path}/mails`, { kind: 'welcome', subject: '', text: '' })
    await admin.post('/api/admin/members', memberForm('oem', 'next@teak.example'))
    expect((await portal.mails()).at(-1)?.subject).toBe('Welcome to Panel Makers Association')
  })
})

describe('customised mails', () => {
  test('keep the private link', async () => {
    const portal = await testPortal('SQLite')
    const admin = await portal.as('admin')
    const kind = 'application-received'
    await admin.put(`${path}/mails`, { kind, subject: 'We have it', text: 'Thank you.' })
    expect((await submitApplication(portal, sendVendor)).token).toHaveLength(43)
  })

  test('refuse unknown placeholders and list the known ones', async () => {
    const portal = await testPortal('SQLite')
    const admin = await portal.as('admin')
    const put = (changes: object) => admin.put(`${path}/mails`, { ...welcome, ...changes })
    await expect(put({ text: 'Dear {nmae}' })).rejects.toThrow(
      '400: {nmae} cannot be used here. Available: {greeting}, {name}, {company_name}, {membership_number}',
    )
    await expect(put({ subject: 'For {nmae}' })).rejects.toThrow('400: {nmae} cannot be used here.')
    await expect(put({ subject: '' })).rejects.toThrow('400: Please enter a subject')
    expect(JSON.stringify(await put({ subject: 'Hello\r\nBcc: all@evil.example' }))).toContain(
      '"Hello Bcc: all@evil.example"',
    )
    await expect(put({ text: 'a'.repeat(4001) })).rejects.toThrow(
      '400: Please use at most 4000 characters',
    )
    await expect(put({ kind: 'sign-in-link' })).rejects.toThrow('400: Please choose an email')
    await expect(
      put({ kind: 'application-received', subject: 'Hello', text: 'Dear {name}' }),
    ).rejects.toThrow('400: {name} cannot be used here.')
  })

  test('are previewed with example values and sent as a test mail', async () => {
    const portal = await testPortal('SQLite')
    const admin = await portal.as('admin')
    const preview = await admin.post(`${path}/mails/preview`, {
      ...welcome,
      text: `${welcome.text}<script>`,
    })
    expect(preview).toMatchObject({
      subject: 'Namaste from PMA',
      preheader: 'your number is OEM2025001. Dues: ₹5,000 to fpma@bank.',
      text: expect.stringContaining(
        'Dear Asha Patil,\n\nyour number is OEM2025001. Dues: ₹5,000 to fpma@bank.\n\nSee you soon',
      ),
      html: expect.stringContaining('See you soon&lt;script&gt;'),
    })
    expect(preview.html).toContain('src="/logo.svg"')
    await admin.post(`${path}/mails/test`, welcome)
    const mail = (await portal.mails()).at(-1)
    expect(mail?.to).toMatchObject([{ address: emailOf('admin') }])
    expect(mail?.subject).toBe('Namaste from PMA')
    expect(mail?.text).toContain('This is a test email with sample data.')
    for (let sent = 1; sent < 30; sent += 1) await admin.post(`${path}/mails/test`, welcome)
    const refused = await admin.request('POST', `${path}/mails/test`, welcome)
    expect([refused.status, await refused.text()]).toEqual([
      429,
      'You have sent 30 test emails within an hour. Please try again in 60 minutes.',
    ])
  })
})

describe.each(engines)('administrators on %s', (engine) => {
  test('add and remove each other, but never the last one', async () => {
    const portal = await testPortal(engine)
    const admin = await portal.as('admin')
    const { id } = await admin.get('/api/user')
    await expect(admin.delete(`/api/admin/admins/${id}`)).rejects.toThrow(
      '409: This is the last active administrator',
    )
    await admin.post('/api/admin/admins', { name: 'Treasurer', email: 'Treasurer@teak.example' })
    const treasurer = await portal.signIn('treasurer@teak.example')
    expect(await treasurer.get('/api/user')).toMatchObject({ role: 'admin', name: 'Treasurer' })
    expect(await admin.get('/api/admin/members?search=treasurer&role=admin')).toHaveLength(1)
    await expect(admin.delete(`/api/admin/admins/${id}`)).rejects.toThrow(
      '409: You cannot remove yourself; ask another administrator',
    )
    await treasurer.delete(`/api/admin/admins/${id}`)
    expect((await admin.request('GET', path)).status).toBe(401)
    await expect(treasurer.delete(`/api/admin/admins/${id}`)).rejects.toThrow(
      '404: This person is not an active administrator',
    )
  })

  test('of two who remove each other concurrently, one remains', async () => {
    const portal = await testPortal(engine)
    const first = await portal.as('admin')
    await first.post('/api/admin/admins', { name: 'Second', email: 'second@teak.example' })
    const second = await portal.signIn('second@teak.example')
    const ids = [(await second.get('/api/user')).id, (await first.get('/api/user')).id]
    const answers = await Promise.all(
      [first, second].map((one, index) => one.request('DELETE', `/api/admin/admins/${ids[index]}`)),
    )
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  })
})

describe('administrators', () => {
  test('cannot be added twice or with the address of a member', async () => {
    const portal = await testPortal('SQLite')
    const admin = await portal.as('admin')
    await portal.as('oem')
    const add = (email: string) => admin.post('/api/admin/admins', { name: 'Somebody', email })
    await expect(add(emailOf('admin'))).rejects.toThrow(
      '409: This person is already an administrator',
    )
    await expect(add(emailOf('oem'))).rejects.toThrow('409: This email belongs to a member')
    await expect(add('x')).rejects.toThrow('400: Invalid email address')
    const refused = await admin.request('POST', '/api/admin/admins', {
      name: 'Somebody',
      email: emailOf('oem'),
    })
    expect(refused.headers.get('Error-Code')).toBe('email-taken')
    expect(refused.headers.get('Error-Field')).toBe('email')
  })
})
