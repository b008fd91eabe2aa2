import { describe, expect, test } from 'vitest'
import { days, minutes } from '#shared/durations.ts'
import { engines } from '#test/support/engines.ts'
import {
  decide,
  detailsOf,
  formOf,
  historyTexts,
  ownApplication,
  sendForm,
  sendVendor,
  submitApplication,
  vendorFields,
} from '#test/support/portal/applications.ts'
import { type TestPortal, testPortal } from '#test/support/portal/test-portal.ts'

const unknown = 'a'.repeat(43)

const withdraw = (portal: TestPortal, token: string) =>
  portal.visitor().request('POST', '/api/applications/mine/withdraw', { token })

const sendChanges = (portal: TestPortal, form: FormData) =>
  sendForm(portal.visitor(), '/api/applications/mine/changes', form)

describe.each(engines)('the private link on %s', (engine) => {
  test('shows the application and confirms the e-mail address', async () => {
    const portal = await testPortal(engine)
    const { id, token } = await submitApplication(portal, sendVendor)
    portal.advanceClock(minutes(5))
    const { type: _type, materials: _materials, ...fields } = vendorFields
    expect(await ownApplication(portal, token)).toEqual({
      number: `A-${id.slice(-8).toUpperCase()}`,
      type: 'vendor',
      status: 'pending',
      created_at: '2025-01-05T09:00:00.000Z',
      updated_at: '2025-01-05T09:00:00.000Z',
      formData: {
        ...fields,
        materials: ['paint', 'other'],
        memberPhoto: expect.stringMatching(/^\/uploads\//),
      },
      decision_reason: '',
    })
    portal.advanceClock(minutes(5))
    await ownApplication(portal, token)
    expect(await detailsOf(portal, id)).toMatchObject({
      email_confirmed_at: '2025-01-05T09:05:00.000Z',
      updated_at: '2025-01-05T09:00:00.000Z',
    })
    expect(await historyTexts(portal, id)).toEqual([
      'The applicant submitted this application',
      'The applicant opened the private link, which confirms the email address',
    ])
  })

  test('ends 90 days after the decision', async () => {
    const portal = await testPortal(engine)
    const { id, token } = await submitApplication(portal, sendVendor)
    portal.advanceClock(days(400))
    expect(await ownApplication(portal, token)).toMatchObject({ status: 'pending' })
    await decide(portal, id, { status: 'approved' })
    portal.advanceClock(days(90) - 1)
    expect(await ownApplication(portal, token)).toMatchObject({ status: 'approved' })
    portal.advanceClock(1)
    await expect(ownApplication(portal, token)).rejects.toThrow('404')
  })
})

describe('the private link', () => {
  test('opens no files, and unknown or incomplete links open nothing', async () => {
    const portal = await testPortal('SQLite')
    const { token } = await submitApplication(portal, sendVendor)
    const { formData } = await ownApplication(portal, token)
    expect((await portal.visitor().request('GET', `${formData.memberPhoto}`)).status).toBe(404)
    await expect(ownApplication(portal, unknown)).rejects.toThrow(
      '404: This link is invalid or has expired',
    )
    await expect(ownApplication(portal, token.slice(1))).rejects.toThrow(
      '400: This link is incomplete. Open it again from the email.',
    )
    expect((await withdraw(portal, unknown)).status).toBe(404)
    const form = formOf({ ...vendorFields, token: unknown }, [])
    expect((await sendChanges(portal, form)).status).toBe(404)
    expect((await sendChanges(portal, formOf(vendorFields, []))).status).toBe(400)
  })

  test('is limited to 90 attempts in 15 minutes per client', async () => {
    const portal = await testPortal('SQLite')
    const guess = (client: string) =>
      portal
        .visitor()
        .request(
          'POST',
          '/api/applications/mine',
          { token: unknown },
          { 'X-Forwarded-For': client },
        )
    for (let time = 0; time < 90; time++) expect((await guess('198.51.100.7')).status).toBe(404)
    expect((await guess('198.51.100.7')).status).toBe(429)
    expect((await guess('198.51.100.8')).status).toBe(404)
  })
})

describe.each(engines)('withdrawing on %s', (engine) => {
  test('withdraws an open application once and allows a new one', async () => {
    const portal = await testPortal(engine)
    const { id, token } = await submitApplication(portal, sendVendor)
    portal.advanceClock(1000)
    const answers = await Promise.all([withdraw(portal, token), withdraw(portal, token)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await detailsOf(portal, id)).toMatchObject({
      status: 'withdrawn',
      decided_at: '2025-01-05T09:00:01.000Z',
      decided_by: null,
    })
    expect(await historyTexts(portal, id)).toContain('The applicant withdrew this application')
    const admin = await portal.as('admin')
    const refused = await admin.request('PUT', `/api/admin/applications/${id}/status`, {
      status: 'approved',
    })
    expect([refused.status, await refused.text()]).toEqual([
      409,
      'The applicant has withdrawn this application',
    ])
    expect((await submitApplication(portal, sendVendor)).id).not.toBe(id)
  })

  test.each(['approved', 'rejected'])('is refused when the application is %s', async (status) => {
    const portal = await testPortal(engine)
    const { id, token } = await submitApplication(portal, sendVendor)
    await decide(portal, id, { status })
    const answer = await withdraw(portal, token)
    expect([answer.status, await answer.text()]).toEqual([
      409,
      expect.stringContaining(`has already been ${status}`),
    ])
  })

  test('is not needed after a rejection to send the same form again', async () => {
    const portal = await testPortal(engine)
    const { id } = await submitApplication(portal, sendVendor)
    await decide(portal, id, { status: 'rejected' })
    expect((await submitApplication(portal, sendVendor)).id).not.toBe(id)
  })
})
