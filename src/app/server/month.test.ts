import { describe, expect, test } from 'vitest'
import { days } from '#shared/durations.ts'
import { sendOem, signInAdmin, submitApplication } from '#test/support/applications.ts'
import { engines } from '#test/support/engines.ts'
import { memberForm, posting } from '#test/support/samples.ts'
import { testPortal } from '#test/support/test-portal.ts'

describe.each(engines)('what is new this month on %s', (engine) => {
  test('counts members, applications and jobs from the first day of the month in India', async () => {
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
    expect(await month()).toEqual(before)
    await admin.post('/api/admin/members', memberForm('vendor', 'new@teak.example'))
    await submitApplication(portal, sendOem, { email: 'applicant@teak.example' })
    await oem.post('/api/jobs', posting)
    expect(await month()).toEqual({ ...before, members: 2, oemApplications: 1, jobs: 1 })
    // From 5 January, 14:30 in India, to 31 January.
    portal.advanceClock(days(26))
    const later = await signInAdmin(portal)
    expect(await later.get('/api/admin/stats/month')).toMatchObject({ members: 2, jobs: 1 })
    portal.advanceClock(days(0.5))
    const nextMonth = await signInAdmin(portal)
    expect(await nextMonth.get('/api/admin/stats/month')).toEqual({ ...before, members: 0 })
  })
})
