import { describe, expect, test } from 'vitest'
import { sweepDaily } from '#app/server/background/daily-sweep.ts'
import { eventSources } from '#app/server/background/event-sources.ts'
import { days } from '#shared/durations.ts'
import { engines } from '#test/support/engines.ts'
import {
  decide,
  detailsOf,
  historyTexts,
  ownApplication,
  sendOem,
  sendVendor,
  signInAdmin,
  submitApplication,
  tokenIn,
} from '#test/support/portal/applications.ts'
import { type TestPortal, testPortal } from '#test/support/portal/test-portal.ts'
import { sweepUnconfirmed } from './unconfirmed.ts'

/** Sweeps in three processes at once; the subjects of the mails to applicants. */
async function sweepAt(portal: TestPortal, day: number): Promise<(string | undefined)[]> {
  portal.clock.now = new Date(Date.parse('2025-01-05T09:00:00.000Z') + days(day))
  await Promise.all([1, 2, 3].map(() => sweepUnconfirmed(portal.world)))
  portal.mail.clear()
  return (await portal.mails()).map(({ subject }) => subject)
}

const reminder = 'Please confirm your email address'
const announcement = 'Your application will be deleted soon'

const keep = async (portal: TestPortal, id: string, isKept: boolean): Promise<Response> =>
  (await signInAdmin(portal)).request('PUT', `/api/admin/applications/${id}/keep`, { keep: isKept })

const listed = async (portal: TestPortal, query: string): Promise<string[]> =>
  (await (await signInAdmin(portal)).get(`/api/admin/applications?${query}`)).map(({ id }) => id)

describe.each(engines)('an application without a confirmed email on %s', (engine) => {
  test('gets a reminder after 3 days and an announcement after 23, and is deleted after 30', async () => {
    const portal = await testPortal(engine)
    const { id } = await submitApplication(portal, sendOem)
    expect(await sweepAt(portal, 2.9)).toEqual([])
    expect(await sweepAt(portal, 3)).toEqual([reminder])
    for (const day of [3.1, 4, 22.9]) expect(await sweepAt(portal, day)).toEqual([])
    expect(await sweepAt(portal, 23)).toEqual([announcement])
    expect(await sweepAt(portal, 29.9)).toEqual([])
    expect(await historyTexts(portal, id)).toEqual([
      'The applicant submitted this application',
      'The applicant was reminded to confirm the email address',
      'The applicant was told that the application will be deleted in 7 days unless the email address is confirmed',
    ])
    expect(await listed(portal, 'email=unconfirmed')).toEqual([id])
    expect(await sweepAt(portal, 30)).toEqual([])
    expect(await listed(portal, '')).toEqual([])
    for (const table of ['application', 'application_link', 'stored_file'] as const)
      expect(await portal.db.selectFrom(table).selectAll().execute()).toEqual([])
    expect([...portal.stored.storedBytes().keys()]).toEqual([])
    const history = await portal.db.selectFrom('history').selectAll().execute()
    const entries = history.filter(({ subject_id }) => subject_id === id)
    expect(entries.at(-1)).toMatchObject({ act: 'unconfirmed-deleted', actor_id: null })
    expect(JSON.stringify(entries)).not.toContain('Kiran')
  })

  test('stays when a link of any of the mails is opened', async () => {
    const portal = await testPortal(engine)
    await submitApplication(portal, sendVendor)
    await sweepAt(portal, 3)
    const mails = await portal.mails()
    const text = mails.at(-1)?.text
    expect(text).toContain('deleted after 30 days')
    expect(text).not.toContain('Manoj')
    expect((await ownApplication(portal, tokenIn(text))).status).toBe('pending')
    expect([...(await sweepAt(portal, 23)), ...(await sweepAt(portal, 90))]).toEqual([])
    expect(await listed(portal, 'email=confirmed')).toHaveLength(1)
    expect(await listed(portal, 'email=unconfirmed')).toEqual([])
  })

  test('is announced to administrators, and can be kept by one of them', async () => {
    const portal = await testPortal(engine)
    const { id } = await submitApplication(portal, sendVendor)
    await sweepAt(portal, 23)
    const events = await portal.db.selectFrom('notification_event').selectAll().execute()
    expect(events.filter(({ kind }) => kind === 'deletion')).toMatchObject([{ subject_id: id }])
    const describeEvents = () => eventSources.deletion.describe(portal.db, [id])
    expect(await describeEvents()).toMatchObject([{ text: 'Manoj Pillai, Lacquer House (Vendor)' }])
    expect(await (await keep(portal, id, true)).json()).toMatchObject({
      kept_at: '2025-01-28T09:00:00.000Z',
    })
    expect(await describeEvents()).toEqual([])
    expect(await sweepAt(portal, 60)).toEqual([])
    expect((await historyTexts(portal, id)).join('\n')).toMatch(
      /chose to keep this application without a confirmed email$/m,
    )
    // Its days begin again when it is no longer kept.
    expect((await keep(portal, id, false)).status).toBe(200)
    expect(await sweepAt(portal, 62)).toEqual([])
    expect(await sweepAt(portal, 63)).toEqual([reminder])
    expect(await sweepAt(portal, 83)).toEqual([announcement])
    expect(await sweepAt(portal, 90)).toEqual([])
    expect(await listed(portal, '')).toEqual([])
  })

  test('is deleted a week after the announcement, even when the portal was off for long', async () => {
    const portal = await testPortal(engine)
    const { id } = await submitApplication(portal, sendVendor)
    expect(await sweepAt(portal, 100)).toEqual([announcement])
    expect(await sweepAt(portal, 106.9)).toEqual([])
    expect(await listed(portal, '')).toEqual([id])
    await sweepDaily(portal.world)
    portal.advanceClock(days(0.2))
    await sweepDaily(portal.world)
    expect(await listed(portal, '')).toEqual([])
    const admin = await signInAdmin(portal)
    expect((await admin.get('/api/admin/applications/retention')).lastRun).toMatchObject({
      applications: 1,
      files: 1,
    })
  })

  test('is left alone once it is decided; a request for changes begins its days again', async () => {
    const portal = await testPortal(engine)
    const sent: string[] = []
    for (const name of ['one', 'two', 'three'])
      sent.push((await submitApplication(portal, sendVendor, { email: `${name}@t.example` })).id)
    const [rejected = '', changed = '', approved = ''] = sent
    await sweepAt(portal, 20)
    portal.advanceClock(1)
    await decide(portal, rejected, { status: 'rejected' })
    await decide(portal, changed, { status: 'changes', reason: 'The photo, please.' })
    await decide(portal, approved, { status: 'approved' })
    expect((await keep(portal, approved, true)).status).toBe(409)
    expect(await sweepAt(portal, 42.9)).toEqual([reminder])
    expect(await sweepAt(portal, 43.1)).toEqual([announcement])
    await sweepAt(portal, 50.2)
    expect((await listed(portal, '')).toSorted()).toEqual([rejected, approved].toSorted())
    expect(await detailsOf(portal, rejected)).toMatchObject({ status: 'rejected', kept_at: null })
  })
})
