import { describe, expect, test } from 'vitest'
import { reminderDaysMessage } from '#shared/dues/reminder-days.ts'
import { days, hours } from '#shared/durations.ts'
import { engines } from '#test/support/engines.ts'
import { noticeTokenIn, openNotices } from '#test/support/money/notices.ts'
import { sendDueReminders } from './reminders-task.ts'

/** A portal with reminders a week before, on and ten days after the due day, 19 January 2025. */
async function openReminders(engine: Parameters<typeof openNotices>[0], count: number) {
  const opened = await openNotices(engine, count)
  await opened.admin.put('/api/admin/settings', { dues_reminders: '10, -7, 0' })
  const { portal } = opened
  const at = (time: string) => {
    portal.clock.now = new Date(time)
  }
  const sentTo = async () => {
    portal.mail.clear()
    return (await portal.mails()).map(({ subject }) => subject).sort()
  }
  return { ...opened, at, run: () => sendDueReminders(portal.world), sentTo }
}

describe.each(engines)('reminders of dues on %s', (engine) => {
  test('are sent on their days from 9:00 on, each once, and stop with a payment', async () => {
    const { portal, admin, ids, charge, at, run, sentTo } = await openReminders(engine, 3)
    const [first = '', second = '', free = ''] = ids
    await charge(first)
    await charge(second)
    await portal.db.updateTable('person').set({ email: '' }).where('id', '=', second).execute()
    expect(await admin.get('/api/admin/dues/reminders')).toMatchObject({
      days: [-7, 0, 10],
      next_on: '2025-01-12',
      count: 1,
      owed_paise: 5000_00,
      people: [{ id: first, due_on: '2025-01-19', offset: -7 }],
      left_out: [{ reason: 'no_email', people: [{ id: second }] }],
    })
    at('2025-01-12T03:00:00Z')
    expect(await run()).toBe(0)
    at('2025-01-12T03:31:00Z')
    expect(await Promise.all([run(), run()]).then(([a = 0, b = 0]) => a + b)).toBe(1)
    expect(await run()).toBe(0)
    expect(await sentTo()).toEqual(['Reminder to pay ₹5,000: Dues 2024-25'])
    const again = await portal.signIn('admin@teak.example')
    const [sending] = await again.get('/api/admin/dues/sendings')
    expect(sending).toMatchObject({ kind: 'reminder', made_by: null, total: 1, left_out: 1 })
    const { members } = await again.get(`/api/admin/dues/sendings/${sending?.id}`)
    expect(members).toMatchObject([
      { id: first, status: 'sent' },
      { id: second, status: 'left out', left_out: 'no_email' },
    ])
    expect(members.map(({ id }) => id)).not.toContain(free)

    // Paid on the due day, a minute before the run.
    at('2025-01-19T05:00:00Z')
    await charge(first, {
      kind: 'payment',
      amount_paise: 5000_00,
      due_on: null,
      item: null,
      year: null,
    })
    expect(await run()).toBe(0)
    expect(await sentTo()).toEqual([])
    const later = await portal.signIn('admin@teak.example')
    const [today] = await later.get('/api/admin/dues/sendings')
    expect((await later.get(`/api/admin/dues/sendings/${today?.id}`)).members).toMatchObject([
      { id: first, left_out: 'nothing_owed' },
      { id: second, left_out: 'no_email' },
    ])
  })

  test('that were missed are sent up to two days later; a notice of the day comes first', async () => {
    const { portal, ids, charge, at, run, sentTo } = await openReminders(engine, 1)
    await charge(ids[0] ?? '')
    at('2025-01-14T06:00:00Z')
    expect(await run()).toBe(1)
    const [mail] = (await portal.mails()).slice(-1)
    const token = noticeTokenIn(mail?.text)
    expect(await portal.visitor().post('/api/dues/notice', { token })).toMatchObject({
      owed_paise: 5000_00,
    })
    at('2025-01-15T06:00:00Z')
    expect(await run()).toBe(0)
    at('2025-01-19T06:00:00Z')
    const admin = await portal.signIn('admin@teak.example')
    await admin.post('/api/admin/dues/notices', {
      selection: { ids },
      count: 1,
      include_recent: true,
    })
    expect(await run()).toBe(0)
    expect(await sentTo()).toEqual(['Please pay ₹5,000: Dues 2024-25'])
    portal.advanceClock(days(1))
    expect(await run()).toBe(1)
    portal.advanceClock(days(1) + hours(1))
    expect(await run()).toBe(0)
  })

  test('are off without days', async () => {
    const { portal, ids, charge } = await openNotices(engine, 1)
    await charge(ids[0] ?? '')
    portal.clock.now = new Date('2025-01-19T06:00:00Z')
    expect(await sendDueReminders(portal.world)).toBe(0)
    const admin = await portal.signIn('admin@teak.example')
    await expect(admin.put('/api/admin/settings', { dues_reminders: 'soon' })).rejects.toThrow(
      reminderDaysMessage,
    )
  })
})
