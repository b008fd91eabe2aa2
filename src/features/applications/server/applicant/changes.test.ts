import { describe, expect, test } from 'vitest'
import { minutes } from '#shared/durations.ts'
import { engines } from '#test/support/engines.ts'
import {
  decide,
  detailsOf,
  formOf,
  historyTexts,
  oemFields,
  ownApplication,
  pdf,
  photo,
  sendForm,
  sendOem,
  sendVendor,
  submitApplication,
  tokenIn,
  vendorFields,
} from '#test/support/portal/applications.ts'
import { type TestPortal, testPortal } from '#test/support/portal/test-portal.ts'

const sendChanges = (portal: TestPortal, form: FormData) =>
  sendForm(portal.visitor(), '/api/applications/mine/changes', form)

const filesOf = async ({ db }: TestPortal) =>
  (await db.selectFrom('stored_file').selectAll().execute()).map(({ kind }) => kind).sort()

describe.each(engines)('submitting requested changes on %s', (engine) => {
  test('replaces the sent fields and files and keeps the others', async () => {
    const portal = await testPortal(engine)
    const { id } = await submitApplication(portal, sendOem)
    const token = await decide(portal, id, { status: 'changes', reason: 'A newer certificate.' })
    const before = await ownApplication(portal, token)
    const [keep] = before.formData.factoryMachineryPhotos ?? []
    portal.advanceClock(minutes(1))
    const fields = {
      ...oemFields,
      token,
      designation: 'Chair',
      factoryMachineryPhotos: JSON.stringify([keep]),
      businessCard: '[]',
    }
    const answer = await sendChanges(
      portal,
      formOf(fields, [
        pdf('incorporationCertificate', '2024'),
        await photo('factoryMachineryPhotos', 9),
      ]),
    )
    expect(answer.status).toBe(200)
    const after = await answer.json()
    expect(after).toMatchObject({ status: 'pending', decision_reason: '' })
    const { businessCard: _card, ...rest } = before.formData
    expect(after.formData).toEqual({
      ...rest,
      designation: 'Chair',
      incorporationCertificate: expect.not.stringContaining(`${rest.incorporationCertificate}`),
      factoryMachineryPhotos: [keep, expect.stringMatching(/^\/uploads\//)],
    })
    expect(await filesOf(portal)).toEqual([
      'companyPanCard',
      'factoryMachineryPhotos',
      'factoryMachineryPhotos',
      'incorporationCertificate',
      'memberPhoto',
    ])
    const admin = await portal.as('admin')
    expect((await admin.request('GET', `${before.formData.incorporationCertificate}`)).status).toBe(
      404,
    )
    expect((await admin.request('GET', after.formData.incorporationCertificate)).status).toBe(200)
    expect(await historyTexts(portal, id)).toContain(
      'The applicant changed the Designation from “Managing Director” to “Chair”, the Incorporation Certificate, the Factory / Machinery Photos, the Business Card',
    )
    expect(await admin.get('/api/admin/pending-applications')).toHaveLength(1)
  })

  test('is refused without a request, and repeated changes are stored once', async () => {
    const portal = await testPortal(engine)
    const { id, token } = await submitApplication(portal, sendVendor)
    const send = async (changes = {}) =>
      sendChanges(
        portal,
        formOf({ ...vendorFields, token, ...changes }, [await photo('memberPhoto', 5)]),
      )
    const refused = await send()
    expect([refused.status, await refused.text()]).toEqual([
      409,
      'Your application is being reviewed and cannot be changed now',
    ])
    await decide(portal, id, { status: 'changes', reason: 'A portrait, please.' })
    portal.advanceClock(1000)
    const answers = await Promise.all([send(), send(), send()])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect((await send({ name: 'Manoj P' })).status).toBe(409)
    expect(await filesOf(portal)).toEqual(['memberPhoto'])
    expect(
      (await historyTexts(portal, id)).filter((words) => /applicant changed/.test(words)),
    ).toHaveLength(1)
  })

  test('mails a link to a new e-mail address, which confirms it', async () => {
    const portal = await testPortal(engine)
    const { id, token } = await submitApplication(portal, sendVendor)
    await ownApplication(portal, token)
    await decide(portal, id, { status: 'changes', reason: 'Your own address, please.' })
    const fields = { ...vendorFields, token, email: 'office@lacquer.example' }
    const answer = await sendChanges(portal, formOf(fields, []))
    expect([answer.status, await answer.json()]).toEqual([
      200,
      expect.objectContaining({ status: 'pending', new_link_to: 'office@lacquer.example' }),
    ])
    expect(await detailsOf(portal, id)).toMatchObject({ email_confirmed_at: null })
    const [mail] = await portal.mails()
    expect(mail?.envelope.to).toEqual(['office@lacquer.example'])
    await ownApplication(portal, tokenIn(mail?.text))
    expect((await detailsOf(portal, id)).email_confirmed_at).not.toBeNull()
    expect(await historyTexts(portal, id)).toContain(
      'The applicant changed the Email from “manoj@lacquer.example” to “office@lacquer.example”',
    )
  })

  test('ends all links of the old e-mail address', async () => {
    const portal = await testPortal(engine)
    const first = await submitApplication(portal, sendVendor)
    const second = await decide(portal, first.id, { status: 'changes', reason: 'Your address?' })
    const fields = { ...vendorFields, token: second, email: 'office@lacquer.example' }
    expect((await sendChanges(portal, formOf(fields, []))).status).toBe(200)
    const third = tokenIn((await portal.mails()).at(-1)?.text)
    portal.mail.clear()
    await decide(portal, first.id, { status: 'changes', reason: 'One more thing.' })
    for (const token of [first.token, second]) {
      await expect(ownApplication(portal, token)).rejects.toThrow(
        '404: This link is invalid or has expired',
      )
      const withForeignEmail = { ...fields, token, email: 'thief@lacquer.example' }
      expect((await sendChanges(portal, formOf(withForeignEmail, []))).status).toBe(404)
      const withdrawn = await portal
        .visitor()
        .request('POST', '/api/applications/mine/withdraw', { token })
      expect(withdrawn.status).toBe(404)
    }
    expect((await detailsOf(portal, first.id)).email_confirmed_at).toBeNull()
    const withoutNewEmail = formOf({ ...fields, token: third }, [await photo('memberPhoto', 4)])
    const answer = await (await sendChanges(portal, withoutNewEmail)).json()
    expect(answer).not.toHaveProperty('new_link_to')
    expect(await ownApplication(portal, third)).toMatchObject({ status: 'pending' })
  })

  test('does not confirm an address by a link that was mailed to another one', async () => {
    const portal = await testPortal(engine)
    const { id, token } = await submitApplication(portal, sendVendor)
    await portal.db
      .updateTable('application')
      .set({ email: 'office@lacquer.example' })
      .where('id', '=', id)
      .execute()
    await ownApplication(portal, token)
    expect((await detailsOf(portal, id)).email_confirmed_at).toBeNull()
  })
})

describe('submitting requested changes', () => {
  test('counts towards the twenty submissions an hour of a network', async () => {
    const portal = await testPortal('SQLite')
    const { id, token } = await submitApplication(portal, sendVendor)
    const headers = { 'X-Forwarded-For': '203.0.113.7', 'Content-Length': '1000' }
    const email = 'someone@lacquer.example'
    for (let number = 0; number < 20; number++) {
      const other = { ...vendorFields, email: `a${number}@lacquer.example` }
      const form = formOf(other, [await photo()])
      expect((await sendForm(portal.visitor(), '/api/auth/apply', form, headers)).status).toBe(201)
    }
    await decide(portal, id, { status: 'changes', reason: 'More.' })
    const refused = await sendForm(
      portal.visitor(),
      '/api/applications/mine/changes',
      formOf({ ...vendorFields, email, token }, []),
      headers,
    )
    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '3600'])
    expect(await ownApplication(portal, token)).toMatchObject({ status: 'changes' })
  })

  test('refuses invalid changes and changes nothing', async () => {
    const portal = await testPortal('SQLite')
    const { id, token } = await submitApplication(portal, sendOem)
    const other = await submitApplication(portal, sendVendor)
    await decide(portal, id, { status: 'changes', reason: 'More.' })
    const foreign = (await ownApplication(portal, other.token)).formData.memberPhoto ?? ''
    const { formData } = await ownApplication(portal, token)
    const before = await detailsOf(portal, id)
    const files = await filesOf(portal)
    const answers = []
    for (const changes of [
      { name: 'K' },
      { type: 'vendor', materials: 'paint' },
      { factoryMachineryPhotos: '[]' },
      { memberPhoto: foreign },
      { businessCard: formData.companyPanCard ?? '' },
    ]) {
      const papers = [pdf('incorporationCertificate', 'new')].slice(
        changes.type === 'vendor' ? 1 : 0,
      )
      const answer = await sendChanges(portal, formOf({ ...oemFields, token, ...changes }, papers))
      answers.push(`${answer.status}: ${await answer.text()}`)
    }
    expect(answers).toEqual([
      '400: Name is required',
      '400: The membership type cannot be changed. Please withdraw this application and apply again.',
      '400: Factory / machinery photos are required',
      '410: Please select the Member Photo again: its upload is no longer there',
      '410: Please select the Business Card again: its upload is no longer there',
    ])
    expect(await detailsOf(portal, id)).toEqual(before)
    expect(await filesOf(portal)).toEqual(files)
  })

  test('describes changes in the history, with shortened texts and material labels', async () => {
    const portal = await testPortal('SQLite')
    const { id, token } = await submitApplication(portal, sendVendor)
    const send = async (changes: Record<string, string>) => {
      await decide(portal, id, { status: 'changes', reason: 'More.' })
      portal.advanceClock(1000)
      const form = formOf({ ...vendorFields, ...changes, token }, [])
      expect((await sendChanges(portal, form)).status).toBe(200)
      return (await historyTexts(portal, id)).at(-1)
    }
    expect(await send({})).toBe('The applicant resubmitted the application without changes')
    const description = await send({
      websiteUrl: '',
      servicesProducts: 'Lacquer '.repeat(30),
      materials: '["paint"]',
      otherMaterials: '',
    })
    expect(description).toBe(
      `The applicant changed the Website URL from “https://rosewood.example” to nothing, the Services / Products from “Solid wood doors and frames” to “${'Lacquer '.repeat(10).trim()}…”, the Materials from “Paint, Other” to “Paint”, the Other Materials from “Wood stains” to nothing`,
    )
  })
})
