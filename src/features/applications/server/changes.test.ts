import { describe, expect, test } from 'vitest'
import { minutes } from '#shared/dates.ts'
import {
  applied,
  decide,
  detailsOf,
  formOf,
  oemFields,
  own,
  pdf,
  photo,
  sendForm,
  sendOem,
  sendVendor,
  tokenIn,
  vendorFields,
  wordsOf,
} from '#test/samples-applications.ts'
import { engines, type TestPortal, testPortal } from '#test/world.ts'

const sendChanges = (portal: TestPortal, form: FormData) =>
  sendForm(portal.visitor(), '/api/applications/mine/changes', form)

const filesOf = async ({ db }: TestPortal) =>
  (await db.selectFrom('stored_file').selectAll().execute()).map(({ kind }) => kind).sort()

describe.each(engines)('changes that were asked for, on %s,', (engine) => {
  test('replace the fields and the files that were sent; the rest stays', async () => {
    const portal = await testPortal(engine)
    const { id } = await applied(portal, sendOem)
    const token = await decide(portal, id, { status: 'changes', reason: 'A newer certificate.' })
    const before = await own(portal, token)
    const [keep] = before.formData.factoryMachineryPhotos
    portal.pass(minutes(1))
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
      incorporationCertificate: expect.not.stringContaining(rest.incorporationCertificate),
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
    expect((await admin.ask('GET', before.formData.incorporationCertificate)).status).toBe(404)
    expect((await admin.ask('GET', after.formData.incorporationCertificate)).status).toBe(200)
    expect(await wordsOf(portal, id)).toContain('The applicant sent the changes')
    expect(await admin.get('/api/admin/pending-applications')).toHaveLength(1)
  })

  test('sent twice are sent once; without a request there is nothing to change', async () => {
    const portal = await testPortal(engine)
    const { id, token } = await applied(portal, sendVendor)
    const send = async (changes = {}) =>
      sendChanges(
        portal,
        formOf({ ...vendorFields, token, ...changes }, [await photo('memberPhoto', 5)]),
      )
    const early = await send()
    expect([early.status, await early.text()]).toEqual([
      409,
      'Your application is being looked at; there is nothing to change now',
    ])
    await decide(portal, id, { status: 'changes', reason: 'A portrait, please.' })
    portal.pass(1000)
    const answers = await Promise.all([send(), send(), send()])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect((await send({ name: 'Manoj P' })).status).toBe(409)
    expect(await filesOf(portal)).toEqual(['memberPhoto'])
    expect(
      (await wordsOf(portal, id)).filter((words) => /sent the changes/.test(words)),
    ).toHaveLength(1)
  })

  test('are refused in the words of the form, and leave everything as it was', async () => {
    const portal = await testPortal(engine)
    const { id, token } = await applied(portal, sendOem)
    const other = await applied(portal, sendVendor)
    await decide(portal, id, { status: 'changes', reason: 'More.' })
    const foreign = (await own(portal, other.token)).formData.memberPhoto
    const { formData } = await own(portal, token)
    const before = await detailsOf(portal, id)
    const files = await filesOf(portal)
    const said = []
    for (const changes of [
      { name: 'K' },
      { type: 'vendor', materials: 'paint' },
      { factoryMachineryPhotos: '[]' },
      { memberPhoto: foreign },
      { businessCard: formData.companyPanCard },
    ]) {
      const papers = [pdf('incorporationCertificate', 'new')].slice(
        changes.type === 'vendor' ? 1 : 0,
      )
      const answer = await sendChanges(portal, formOf({ ...oemFields, token, ...changes }, papers))
      said.push(`${answer.status}: ${await answer.text()}`)
    }
    expect(said).toEqual([
      '400: Name is required',
      '400: The type of membership cannot be changed; please withdraw this application and apply again',
      '400: Factory / machinery photos are required',
      '410: Please choose the Member Photo again: its upload is no longer there',
      '410: Please choose the Business Card again: its upload is no longer there',
    ])
    expect(await detailsOf(portal, id)).toEqual(before)
    expect(await filesOf(portal)).toEqual(files)
  })

  test('of the e-mail address are confirmed anew, by a link to the new one', async () => {
    const portal = await testPortal(engine)
    const { id, token } = await applied(portal, sendVendor)
    await own(portal, token)
    await decide(portal, id, { status: 'changes', reason: 'Your own address, please.' })
    const fields = { ...vendorFields, token, email: 'office@lacquer.example' }
    expect((await sendChanges(portal, formOf(fields, []))).status).toBe(200)
    expect(await detailsOf(portal, id)).toMatchObject({ email_confirmed_at: null })
    const [mail] = await portal.mails()
    expect(mail?.envelope.to).toEqual(['office@lacquer.example'])
    await own(portal, tokenIn(mail?.text))
    expect((await detailsOf(portal, id)).email_confirmed_at).not.toBeNull()
  })
})
