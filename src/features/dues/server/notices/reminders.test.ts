import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { type Day, startOfDay } from '#shared/dates.ts'
import { reminderDaysMessage } from '#shared/dues/reminder-days.ts'
import { days } from '#shared/durations.ts'
import { engines } from '#test/support/engines.ts'
import { emailOfMember, noticeTokenIn, openNotices } from '#test/support/money/notices.ts'
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

  test('that were missed are sent up to two days later, unless a notice was mailed since', async () => {
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
    expect(await run()).toBe(0)
    const again = await portal.signIn('admin@teak.example')
    expect(await again.get('/api/admin/dues/reminders')).toMatchObject({ next_on: '2025-01-29' })
  })

  test('name the next day on which somebody is mailed, not one that is late for members without email', async () => {
    const { portal, ids, charge, at, run } = await openReminders(engine, 2)
    const [silent = '', owes = ''] = ids
    await charge(silent)
    await portal.db.updateTable('person').set({ email: '' }).where('id', '=', silent).execute()
    await charge(owes, { due_on: '2025-01-28' })
    at('2025-01-12T06:00:00Z')
    expect(await run()).toBe(0)
    const onTheDay = await portal.signIn('admin@teak.example')
    expect(await onTheDay.get('/api/admin/dues/reminders')).toMatchObject({ next_on: '2025-01-19' })
    at('2025-01-13T06:00:00Z')
    const admin = await portal.signIn('admin@teak.example')
    expect(await admin.get('/api/admin/dues/reminders')).toMatchObject({ next_on: '2025-01-19' })
  })

  test('of two charges on one day are one mail', async () => {
    const { ids, charge, at, run } = await openReminders(engine, 1)
    await charge(ids[0] ?? '')
    await charge(ids[0] ?? '', { item: 'other', reference: 'Stall', due_on: '2025-01-26' })
    for (const [day, sent] of [
      ['12', 1],
      ['19', 1],
      ['20', 0],
      ['26', 1],
      ['27', 0],
      ['29', 1],
    ]) {
      at(`2025-01-${day}T06:00:00Z`)
      expect([day, await run()]).toEqual([day, sent])
    }
  })

  test('leave nothing to do once everybody of the day is mailed or left out', async () => {
    const { portal, ids, charge, at, run, sentTo } = await openReminders(engine, 4)
    const [owes = '', paid = '', silent = '', left = ''] = ids
    const setPerson = (id: string, values: { email: string } | { is_active: boolean }) =>
      portal.db.updateTable('person').set(values).where('id', '=', id).execute()
    for (const id of ids) await charge(id)
    await charge(paid, { kind: 'payment', amount_paise: 5000_00, due_on: null, item: null })
    await setPerson(silent, { email: '' })
    await setPerson(left, { is_active: false })
    const transactions = vi.spyOn(portal.world.db, 'transaction')
    onTestFinished(() => transactions.mockRestore())
    const runAt = async (time: string) => {
      transactions.mockClear()
      at(time)
      return [await run(), transactions.mock.calls.length]
    }
    expect(await runAt('2025-01-11T06:00:00Z')).toEqual([0, 0])
    expect(await runAt('2025-01-12T06:00:00Z')).toEqual([1, 1])
    expect(await runAt('2025-01-12T06:05:00Z')).toEqual([0, 0])
    const logged = await portal.db
      .selectFrom('dues_sending_member')
      .select(['person_id', 'left_out'])
      .execute()
    // An inactive member is in no log of a rule.
    expect(new Map(logged.map((row) => [row.person_id, row.left_out]))).toEqual(
      new Map([
        [owes, null],
        [paid, 'nothing_owed'],
        [silent, 'no_email'],
      ]),
    )
    expect(await runAt('2025-01-13T06:00:00Z')).toEqual([0, 0])
    // Who was left out gets the reminder late as soon as it can be mailed.
    await setPerson(silent, { email: 'silent@teak.example' })
    expect(await runAt('2025-01-14T06:00:00Z')).toEqual([1, 1])
    expect(await runAt('2025-01-14T06:05:00Z')).toEqual([0, 0])
    expect(await sentTo()).toHaveLength(2)
  })

  test('go by the due days of what is not paid; who has paid all is left out on each', async () => {
    const { portal, ids, charge, at, run } = await openReminders(engine, 5)
    const [older = '', newer = '', both = '', cancelled = '', neither = ''] = ids
    const stall = { item: 'other', reference: 'Stall', due_on: '2025-02-01' }
    const pays = { kind: 'payment', due_on: null, item: 'dues' }
    // The later charge is paid, so the older one counts.
    await charge(older)
    await charge(older, { ...stall, id: 'stall-of-older' })
    await charge(older, { ...pays, amount_paise: 5000_00, charge_id: 'stall-of-older' })
    // The older charge is paid, so the later one counts.
    await charge(newer)
    await charge(newer, stall)
    await charge(newer, { ...pays, amount_paise: 5000_00 })
    await charge(both)
    await charge(both, stall)
    await charge(both, { ...pays, amount_paise: 10_000_00 })
    await charge(neither)
    await charge(neither, stall)
    await charge(cancelled)
    await charge(cancelled, { ...stall, id: 'stall-of-last' })
    await charge(cancelled, {
      ...stall,
      kind: 'cancellation',
      amount_paise: 5000_00,
      reverses_id: 'stall-of-last',
    })
    const of = async (day: Day) => {
      at(`${day}T06:00:00Z`)
      const sent = await run()
      const rows = await portal.db
        .selectFrom('dues_sending_member')
        .select(['person_id', 'left_out'])
        .where('at', '>=', startOfDay(day))
        .execute()
      return [sent, new Map(rows.map((row) => [row.person_id, row.left_out]))]
    }
    expect(await of('2025-01-12')).toEqual([
      3,
      new Map<string, string | null>([
        [older, null],
        [neither, null],
        [cancelled, null],
        [both, 'nothing_owed'],
      ]),
    ])
    expect(await of('2025-01-25')).toEqual([
      2,
      new Map<string, string | null>([
        [newer, null],
        [neither, null],
        [both, 'nothing_owed'],
      ]),
    ])
    const mail = (await portal.mails()).findLast(({ to }) =>
      to?.some(({ address }) => address === emailOfMember(4)),
    )
    expect(mail?.text).toContain('The first part was due on 19 January 2025.')
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
