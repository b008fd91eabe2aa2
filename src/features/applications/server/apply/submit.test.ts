import { describe, expect, test } from 'vitest'
import { hours } from '#shared/durations.ts'
import { encryptedPdfs, encryptedRefusal } from '#test/files/encrypted-pdfs.ts'
import { engines } from '#test/support/engines.ts'
import {
  formOf,
  oemFields,
  oemFiles,
  pdf,
  photo,
  sendForm,
  sendOem,
  sendVendor,
  tokenIn,
  upload,
  vendorFields,
} from '#test/support/portal/applications.ts'
import { type TestPortal, testPortal } from '#test/support/portal/test-portal.ts'

const receipt = {
  id: expect.any(String),
  type: 'oem',
  status: 'pending',
  created_at: '2025-01-05T09:00:00.000Z',
}

const stored = async ({ db }: TestPortal) => ({
  applications: (await db.selectFrom('application').select('id').execute()).length,
  files: (await db.selectFrom('stored_file').select('name').execute()).length,
  mails: (await db.selectFrom('outbox').select('id').execute()).length,
})

describe.each(engines)('an application on %s', (engine) => {
  test('is stored as pending, and the answer has no personal data', async () => {
    const portal = await testPortal(engine)
    const answer = await sendOem(portal.visitor(), { noticeVersion: '2026-11-21' })
    expect([answer.status, await answer.json()]).toEqual([201, receipt])
    const admin = await portal.as('admin')
    const { type: _type, ...fields } = oemFields
    const address = expect.stringMatching(/^\/uploads\/[\w-]{43}\.(jpg|png|pdf)$/)
    expect(await admin.get('/api/admin/pending-applications')).toEqual([
      {
        ...receipt,
        updated_at: receipt.created_at,
        formData: {
          ...fields,
          memberPhoto: address,
          incorporationCertificate: address,
          companyPanCard: address,
          factoryMachineryPhotos: [address, address],
          businessCard: address,
        },
        decided_at: null,
        decided_by: null,
        decision_reason: '',
        member_id: null,
        membership_number: null,
        notice_version: '2026-11-21',
        consented_at: receipt.created_at,
        email_confirmed_at: null,
        papers_removed_at: null,
        kept_at: null,
      },
    ])
    expect(await admin.get('/api/admin/stats')).toMatchObject({ pendingOEMs: 1, pendingVendors: 0 })
    expect(await admin.get('/api/admin/pending-members')).toEqual([
      {
        id: expect.any(String),
        name: 'Kiran Desai',
        email: 'kiran@rosewood.example',
        company_name: 'Rosewood Works Pvt Ltd',
        role: 'oem',
        created_at: receipt.created_at,
      },
    ])
  })

  test('is refused when three of its e-mail address are open', async () => {
    const portal = await testPortal(engine)
    const names = ['One', 'Two', 'Three', 'Four', 'Five', 'Six']
    const answers = await Promise.all(names.map((name) => sendVendor(portal.visitor(), { name })))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 409, 409, 409])
    const refused = answers.find(({ status }) => status === 409)
    expect(await refused?.text()).toMatch(
      /^There are already 3 open applications with this email address/,
    )
    expect(await stored(portal)).toEqual({ applications: 3, files: 3, mails: 3 })
    expect((await sendVendor(portal.visitor(), { email: 'else@lacquer.example' })).status).toBe(201)
  })

  test('is refused when the confirmations of the day are used up', async () => {
    const portal = await testPortal(engine)
    const send = async (email: string) =>
      sendForm(
        portal.visitor(),
        '/api/auth/apply',
        formOf({ ...vendorFields, email }, [await photo()]),
        { 'X-Forwarded-For': '203.0.113.9', 'Content-Length': '1000' },
      )
    expect((await send('a@lacquer.example')).status).toBe(201)
    await portal.db
      .updateTable('rate_count')
      .set({ hits: 100 })
      .where('key', '=', 'stranger:application:network:203.0.113.9')
      .execute()
    const refused = await send('b@lacquer.example')
    expect([refused.status, await refused.text()]).toEqual([
      429,
      'We have received too many applications today. Please try again tomorrow.',
    ])
    expect(await stored(portal)).toEqual({ applications: 1, files: 1, mails: 1 })
  })
})

describe.each(engines)('the earlier uploads of an application on %s', (engine) => {
  test('are each accepted once', async () => {
    const portal = await testPortal(engine)
    const [first, second] = [
      await upload(portal, 'memberPhoto'),
      await upload(portal, 'memberPhoto', 2),
    ]
    const send = (memberPhoto: string, email: string) =>
      sendForm(
        portal.visitor(),
        '/api/auth/apply',
        formOf({ ...vendorFields, memberPhoto, email }, []),
      )
    expect((await send(first, 'one@lacquer.example')).status).toBe(201)
    expect((await send(JSON.stringify([second]), 'two@lacquer.example')).status).toBe(201)
    const refused = await send(first, 'three@lacquer.example')
    expect([refused.status, await refused.text()]).toEqual([
      410,
      'Please select the Member Photo again: its upload is no longer there',
    ])
    const wrongKind = await send(await upload(portal, 'businessCard'), 'four@lacquer.example')
    expect(wrongKind.status).toBe(410)
    expect(await stored(portal)).toEqual({ applications: 2, files: 3, mails: 2 })
  })

  test('are accepted in one of two concurrent forms', async () => {
    const portal = await testPortal(engine)
    const fieldsWith = async (
      email: string,
      photos: string[],
    ): Promise<Record<string, string>> => ({
      ...oemFields,
      email,
      memberPhoto: await upload(portal, 'memberPhoto'),
      incorporationCertificate: await upload(portal, 'incorporationCertificate'),
      companyPanCard: await upload(portal, 'companyPanCard'),
      factoryMachineryPhotos: JSON.stringify(photos),
    })
    for (const round of [1, 2, 3]) {
      const photos: string[] = []
      for (let seed = 0; seed < 12; seed++)
        photos.push(await upload(portal, 'factoryMachineryPhotos', seed))
      const sent = [
        formOf(await fieldsWith(`one${round}@rosewood.example`, photos), []),
        formOf(await fieldsWith(`two${round}@rosewood.example`, photos.toReversed()), []),
      ]
      const answers = await Promise.all(
        sent.map((form) => sendForm(portal.visitor(), '/api/auth/apply', form)),
      )
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 410])
    }
    expect(await stored(portal)).toMatchObject({ applications: 3, mails: 3 })
  })

  test('are all there, else nothing is stored', async () => {
    const portal = await testPortal(engine)
    const fields = { ...oemFields, companyPanCard: `/uploads/${'a'.repeat(43)}.pdf` }
    const files = (await oemFiles()).filter(({ field }) => field !== 'companyPanCard')
    const answer = await sendForm(portal.visitor(), '/api/auth/apply', formOf(fields, files))
    expect([answer.status, await answer.text()]).toEqual([
      410,
      'Please select the Company PAN Card again: its upload is no longer there',
    ])
    expect(answer.headers.get('Error-Code')).toBe('upload-gone')
    expect(answer.headers.get('Error-Field')).toBe('companyPanCard')
    expect(await stored(portal)).toEqual({ applications: 0, files: 0, mails: 0 })
    expect(await portal.world.files.sweepIncoming(new Date(Date.now() + hours(2)))).toBe(0)
  })
})

describe.each(engines)('an application that is sent again, on %s,', (engine) => {
  test('is stored once, also of ten at the same moment', async () => {
    const portal = await testPortal(engine)
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => sendVendor(portal.visitor())),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(201))
    const ids = await Promise.all(answers.map(async (answer) => (await answer.json()).id))
    expect(new Set(ids).size).toBe(1)
    expect(await stored(portal)).toEqual({ applications: 1, files: 1, mails: 1 })
  })

  test('is the same application within a day when the form is equal', async () => {
    const portal = await testPortal(engine)
    const send = async (papers = [pdf('businessCard')]) => {
      const files = (await oemFiles()).filter(({ field }) => field !== 'businessCard')
      const form = formOf(oemFields, [...files, ...papers])
      return (await (await sendForm(portal.visitor(), '/api/auth/apply', form)).json()).id
    }
    const first = await send()
    portal.advanceClock(hours(23))
    expect(await send()).toBe(first)
    expect(await send([pdf('businessCard', 'another card')])).not.toBe(first)
    portal.advanceClock(hours(2))
    expect(await send()).not.toBe(first)
    expect(await stored(portal)).toMatchObject({ applications: 3, mails: 3 })
  })

  test('is refused with different details under the same idempotency key', async () => {
    const portal = await testPortal(engine)
    const send = async (key: string, changes = {}) => {
      const form = formOf({ ...vendorFields, ...changes }, [await photo()])
      return sendForm(portal.visitor(), '/api/auth/apply', form, { 'Idempotency-Key': key })
    }
    const first = await send('form-1')
    const again = await send('form-1')
    expect([again.status, await again.json()]).toEqual([201, await first.json()])
    const other = await send('form-1', { name: 'Manoj Pillay' })
    expect([other.status, await other.text()]).toEqual([
      409,
      'This form has already been submitted with other details. The confirmation email has a link to your application.',
    ])
    expect((await send('form-2')).status).toBe(201)
    expect((await send('x'.repeat(201))).status).toBe(400)
    expect((await send('form-1', { email: 'else@lacquer.example' })).status).toBe(201)
    expect(await stored(portal)).toEqual({ applications: 3, files: 3, mails: 3 })
  })
})

describe('applying', () => {
  test('allows twenty applications an hour per network', async () => {
    const portal = await testPortal('SQLite')
    const send = async (client: string, number: number) => {
      const form = formOf({ ...vendorFields, email: `a${number}@lacquer.example` }, [await photo()])
      const headers = { 'X-Forwarded-For': client, 'Content-Length': '1000' }
      return sendForm(portal.visitor(), '/api/auth/apply', form, headers)
    }
    for (let number = 0; number < 20; number++)
      expect((await send(`2001:db8::${number + 1}`, number)).status).toBe(201)
    const refused = await send('2001:db8::99', 20)
    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '3600'])
    expect(await refused.text()).toBe(
      'Too many requests from your connection. Please try again in 60 minutes.',
    )
    expect((await send('2001:db8::99', 3)).status).toBe(201)
    expect((await send('2001:db8:1::1', 20)).status).toBe(201)
    portal.advanceClock(hours(1))
    expect((await send('2001:db8::99', 21)).status).toBe(201)
  })

  test('mails a private link without user input', async () => {
    const portal = await testPortal('SQLite')
    await sendOem(portal.visitor(), { name: 'Visit evil.example', companyName: 'Free money' })
    const [mail, ...others] = await portal.mails()
    expect(others).toEqual([])
    expect(mail?.envelope.to).toEqual(['kiran@rosewood.example'])
    expect(mail?.subject).toBe('We have received your application')
    expect(mail?.text).toContain('Thank you for applying to Panel Makers Association.')
    expect(`${mail?.text}${mail?.html}`).not.toMatch(/evil|money/)
    expect(tokenIn(mail?.text)).toHaveLength(43)
  })

  test('says which file has a password and how to send it', async () => {
    const portal = await testPortal('SQLite')
    const files = (await oemFiles()).map((file) =>
      file.field === 'companyPanCard' ? { ...file, ...encryptedPdfs()[0] } : file,
    )
    const answer = await sendForm(portal.visitor(), '/api/auth/apply', formOf(oemFields, files))
    expect([answer.status, await answer.text()]).toEqual([400, encryptedRefusal.message])
    expect(answer.headers.get('Error-Code')).toBe(encryptedRefusal.code)
    expect(answer.headers.get('Error-Field')).toBe('companyPanCard')
    expect(await stored(portal)).toEqual({ applications: 0, files: 0, mails: 0 })
  })

  test('stores nothing of an incomplete request', async () => {
    const portal = await testPortal('SQLite')
    const complete = new Request('http://x', {
      method: 'POST',
      body: formOf(oemFields, await oemFiles()),
    })
    const type = complete.headers.get('content-type') ?? ''
    const bytes = await complete.arrayBuffer()
    for (const part of [0.1, 0.6, 0.9, 0.999]) {
      const answer = await portal.server.request('http://portal.test/api/auth/apply', {
        method: 'POST',
        headers: { 'Content-Type': type },
        body: bytes.slice(0, Math.floor(bytes.byteLength * part)),
      })
      expect(answer.status).toBe(400)
    }
    expect(await stored(portal)).toEqual({ applications: 0, files: 0, mails: 0 })
    expect(await portal.world.files.sweepIncoming(new Date(Date.now() + hours(2)))).toBe(0)
  })
})
