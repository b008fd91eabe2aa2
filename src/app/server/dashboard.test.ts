import { describe, expect, test } from 'vitest'
import { days } from '#shared/durations.ts'
import { setRate } from '#test/support/dues-runs.ts'
import { engines } from '#test/support/engines.ts'
import { dues, openBank, upi } from '#test/support/money/bank-statements.ts'
import { sendOem, signInAdmin, submitApplication } from '#test/support/portal/applications.ts'
import { testPortal } from '#test/support/portal/test-portal.ts'
import { memberForm, posting } from '#test/support/samples.ts'

describe.each(engines)('what the dashboard says on %s', (engine) => {
  test('counts what is new from the first day of the month in India', async () => {
    const portal = await testPortal(engine)
    const [admin, oem] = [await portal.as('admin'), await portal.as('oem')]
    const month = () => admin.get('/api/admin/stats/month')
    const before = {
      members: 1,
      oemApplications: 0,
      vendorApplications: 0,
      jobs: 0,
      isBackupLate: false,
      isMailStopped: false,
    }
    expect(await month()).toMatchObject(before)
    await admin.post('/api/admin/members', memberForm('vendor', 'new@teak.example'))
    await submitApplication(portal, sendOem, { email: 'applicant@teak.example' })
    await oem.post('/api/jobs', posting)
    expect(await month()).toMatchObject({ ...before, members: 2, oemApplications: 1, jobs: 1 })
    // From 5 January, 14:30 in India, to 31 January.
    portal.advanceClock(days(26))
    const later = await signInAdmin(portal)
    expect(await later.get('/api/admin/stats/month')).toMatchObject({ members: 2, jobs: 1 })
    portal.advanceClock(days(0.5))
    const nextMonth = await signInAdmin(portal)
    expect(await nextMonth.get('/api/admin/stats/month')).toMatchObject({ ...before, members: 0 })
  })

  test('counts what waits and sums what is owed', async () => {
    const { portal, admin, memberAt, importFile, lines, change } = await openBank(engine)
    const read = () => admin.get('/api/admin/stats/month')
    // Three OEMs of the import owe the dues of 2024-25.
    const dues3 = {
      year: '2024-25',
      collected_paise: 0,
      owed_paise: 3 * dues,
      owing: 3,
      lapsed: 3,
      // No dues are set for the year.
      lacks_rates: true,
      // As the tiles of Renewals have them.
      past_grace: 3,
      not_raised: 0,
    }
    const nothing = {
      hasMailServer: true,
      lastBackup: null,
      oldestApplication: null,
      oldestJob: null,
      failedMails: 0,
      reportedPayments: { count: 0, paise: 0 },
      bankLines: null,
    }
    expect(await read()).toMatchObject({
      types: { oem: 3, vendor: 0 },
      jobsOnBoard: 0,
      dues: dues3,
      toDo: nothing,
    })

    const { id: vendor } = await admin.post(
      '/api/admin/members',
      memberForm('vendor', 'new@teak.example'),
    )
    await setRate(admin, '2024-25')
    expect((await read()).dues).toMatchObject({ lacks_rates: true })
    await admin.put(`/api/admin/members/${vendor}/status`, { is_active: false })
    expect((await read()).dues).toMatchObject({ ...dues3, lacks_rates: false })

    const sent = portal.world.now().toISOString()
    await submitApplication(portal, sendOem, { email: 'applicant@teak.example' })
    await (await portal.as('oem')).post('/api/jobs', posting)
    const { id } = await importFile([
      upi(memberAt(0).company_name, 1, dues),
      upi(memberAt(1).company_name, 2, dues),
    ])
    await admin.post('/api/admin/system/mails/test')
    // A mail with a sign-in link is not sent again.
    await portal.db
      .updateTable('outbox')
      .set({ failed_at: sent, sent_at: null, last_error: '550 No such user' })
      .where('body_text', 'is not', null)
      .execute()
    expect((await read()).toDo).toEqual({
      ...nothing,
      oldestApplication: sent,
      oldestJob: sent,
      failedMails: 1,
      bankLines: { statement: id, count: 2, from: '2025-01-04', to: '2025-01-04' },
    })

    const [first, second] = await lines(id)
    await change(first, { state: 'confirmed', person_id: memberAt(0).id })
    expect((await read()).dues).toMatchObject({ collected_paise: dues, owing: 3 })
    await change(second, { state: 'ignored' })
    expect((await read()).toDo.bankLines).toBeNull()
  })
})
