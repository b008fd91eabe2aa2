import { describe, expect, test } from 'vitest'
import { days } from '#shared/durations.ts'
import { sum } from '#shared/sum.ts'
import { engines } from '#test/support/engines.ts'
import {
  decide,
  detailsOf,
  formOf,
  historyTexts,
  oemFields,
  oemFiles,
  ownApplication,
  sendForm,
  sendOem,
  sendVendor,
  signInAdmin,
  submitApplication,
} from '#test/support/portal/applications.ts'
import { type TestPortal, testPortal } from '#test/support/portal/test-portal.ts'
import { recordRun, sweepPapers } from './retention.ts'

const files = ({ db }: TestPortal) => db.selectFrom('stored_file').selectAll().execute()

const retention = async (portal: TestPortal) =>
  (await signInAdmin(portal)).get('/api/admin/applications/retention')

/** One application of each status, decided on 5 January 2025. */
async function everyStatus(portal: TestPortal) {
  const send = (email: string) =>
    submitApplication(portal, sendVendor, { email: `${email}@lacquer.example` })
  const applications = {
    pending: await send('pending'),
    changes: await send('changes'),
    approved: await send('approved'),
    rejected: await send('rejected'),
    withdrawn: await send('withdrawn'),
  }
  await decide(portal, applications.changes.id, { status: 'changes', reason: 'More.' })
  await decide(portal, applications.approved.id, { status: 'approved' })
  await decide(portal, applications.rejected.id, { status: 'rejected' })
  const { token } = applications.withdrawn
  await portal.visitor().post('/api/applications/mine/withdraw', { token })
  return applications
}

describe.each(engines)('papers of unsuccessful applications on %s', (engine) => {
  test('are deleted 90 days after the decision, and no others', async () => {
    const portal = await testPortal(engine)
    const applications = await everyStatus(portal)
    const before = await files(portal)
    portal.advanceClock(days(90) - 1)
    expect(await sweepPapers(portal.world)).toEqual({ applications: 0, files: 0 })
    portal.advanceClock(1)
    expect(await sweepPapers(portal.world)).toEqual({ applications: 2, files: 2 })
    expect(await sweepPapers(portal.world)).toEqual({ applications: 0, files: 0 })
    expect(await files(portal)).toHaveLength(3)
    for (const { id } of [applications.rejected, applications.withdrawn]) {
      expect(await detailsOf(portal, id)).toMatchObject({
        papers_removed_at: '2025-04-05T09:00:00.000Z',
        formData: expect.not.objectContaining({ memberPhoto: expect.anything() }),
      })
      expect((await historyTexts(portal, id)).at(-1)).toBe(
        'The documents were deleted after 90 days',
      )
      const deleted = before.filter(({ owner_id }) => owner_id === id)
      for (const file of deleted)
        expect(await portal.world.files.read(file, 'full')).toBeUndefined()
      expect(deleted).toHaveLength(1)
    }
    for (const { id } of [applications.pending, applications.changes, applications.approved])
      expect(await detailsOf(portal, id)).toMatchObject({
        papers_removed_at: null,
        formData: { memberPhoto: expect.stringMatching(/^\/uploads\//) },
      })
  })

  test('are deleted once by concurrent sweeps', async () => {
    const portal = await testPortal(engine)
    await everyStatus(portal)
    portal.advanceClock(days(91))
    const swept = await Promise.all([1, 2, 3].map(() => sweepPapers(portal.world)))
    expect(sum(swept, ({ applications }) => applications)).toBe(2)
    expect(sum(swept, (run) => run.files)).toBe(2)
  })

  test('are reported with the last sweep and the next deletion', async () => {
    const portal = await testPortal(engine)
    expect(await retention(portal)).toEqual({ days: 90, lastRun: null, waiting: 0, nextDue: null })
    await everyStatus(portal)
    expect(await retention(portal)).toEqual({
      days: 90,
      lastRun: null,
      waiting: 2,
      nextDue: '2025-04-05T09:00:00.000Z',
    })
    portal.advanceClock(days(90))
    const swept = await sweepPapers(portal.world)
    await recordRun(portal.db, { ...swept, orphans: 1, at: portal.world.now() })
    expect(await retention(portal)).toEqual({
      days: 90,
      lastRun: { at: '2025-04-05T09:00:00.000Z', applications: 2, files: 2 },
      waiting: 0,
      nextDue: null,
    })
  })

  test('are kept when the application is reopened, until 90 days after the next decision', async () => {
    const portal = await testPortal(engine)
    const { id } = await submitApplication(portal, sendVendor)
    await decide(portal, id, { status: 'rejected' })
    portal.advanceClock(days(80))
    await decide(portal, id, { status: 'pending' })
    portal.advanceClock(days(1))
    await decide(portal, id, { status: 'rejected' })
    portal.advanceClock(days(89))
    expect(await sweepPapers(portal.world)).toEqual({ applications: 0, files: 0 })
    portal.advanceClock(days(1))
    expect(await sweepPapers(portal.world)).toEqual({ applications: 1, files: 1 })
  })

  test('must be sent again when the application is reopened after the deletion', async () => {
    const portal = await testPortal(engine)
    const { id } = await submitApplication(portal, sendOem)
    await decide(portal, id, { status: 'rejected' })
    portal.advanceClock(days(90))
    expect(await sweepPapers(portal.world)).toEqual({ applications: 1, files: 6 })
    await decide(portal, id, { status: 'pending' })
    const token = await decide(portal, id, { status: 'changes', reason: 'Your papers again.' })
    const send = (papers: Parameters<typeof formOf>[1]) =>
      sendForm(
        portal.visitor(),
        '/api/applications/mine/changes',
        formOf({ ...oemFields, token }, papers),
      )
    expect(await (await send([])).text()).toBe('Member Photo is required')
    expect((await send(await oemFiles())).status).toBe(200)
    expect((await ownApplication(portal, token)).formData.companyPanCard).toBeDefined()
    expect(await detailsOf(portal, id)).toMatchObject({ papers_removed_at: null })
  })
})
