import { readXlsx } from 'hucre/xlsx'
import { describe, expect, test } from 'vitest'
import type { AccountEntry, EntryColumns } from '#features/ledger/account-entries.ts'
import { addMember } from '#features/members/server/record/enrol.ts'
import { setRate } from '#test/support/dues-runs.ts'
import { type Engine, engines } from '#test/support/engines.ts'
import { insertLedger, ledgerBook, type Story } from '#test/support/money/ledger-entries.ts'
import { openPayments } from '#test/support/money/payments.ts'
import { entryOf } from '#test/support/money/renewals.ts'
import { newMemberOf } from '#test/support/samples.ts'

/** The ids in the database begin with that of the member. */
const voidOf = (person: string, entry: AccountEntry): EntryColumns => ({
  ...entry,
  reverses_id: entry.reverses_id && `${person}-${entry.reverses_id}`,
  charge_id: entry.charge_id && `${person}-${entry.charge_id}`,
})

/** A portal with OEM members to whom stories happen, and the list of debtors among them. */
async function openDebtors(engine: Engine, startsAt: string, stories: readonly Story[]) {
  const opened = await openPayments(engine, { startsAt })
  const { portal, admin, id } = opened
  const ids = [id]
  for (const index of stories.slice(1).keys()) {
    const form = newMemberOf('oem', `member${index}@teak.example`)
    ids.push((await addMember(portal.world, 'nobody', form)).id)
  }
  for (const [at, story] of stories.entries()) {
    const [person = '', book] = [ids[at], ledgerBook()]
    story(book)
    const entries = book.entries.map((entry, index) =>
      entryOf(person, index, voidOf(person, entry)),
    )
    await insertLedger(portal.db, entries)
  }
  const send = (format: 'csv' | 'xlsx', more: object = {}) =>
    admin.request('POST', '/api/admin/export', {
      selection: { ids },
      columns: ['debt'],
      format,
      ...more,
    })
  return { ...opened, send }
}

/** The cells of the debts, their headings first. */
async function debtsIn(answer: Response) {
  const { sheets } = await readXlsx(new Uint8Array(await answer.arrayBuffer()))
  const rows = sheets[0]?.rows ?? []
  const first = rows[0]?.indexOf('Owed (Rs.)') ?? 0
  return { before: rows[0]?.[first - 1], debts: rows.map((row) => row.slice(first)) }
}

describe.each(engines)('the exported list of debtors on %s', (engine) => {
  const stories: Story[] = [
    (book) => [book.raise(2025), book.raise(2026), book.pay(2000, '2026-07-10')],
    (book) => [book.raise(2026), book.pay(5000, '2026-07-10')],
    (book) => book.name(5000, '2025-04-05', ['2025-04-01', '2026-03-31']),
  ]

  test('has what is owed by year, its age and the last notice after the other columns', async () => {
    const { admin, id, send } = await openDebtors(engine, '2026-11-25T06:00:00Z', stories)
    await setRate(admin, '2026-27', { amount: '5000', due_on: '2026-06-30', grace_days: 30 })
    const notice = { person_id: id }
    const key = { 'Idempotency-Key': 'w' }
    const sent = await admin.request('POST', '/api/admin/dues/notices/whatsapp', notice, key)
    expect(sent.status).toBeLessThan(300)
    const columns = ['dues', 'mobile', 'debt']
    const { before, debts } = await debtsIn(await send('xlsx', { columns }))
    expect(before).toBe('Mobile No.')
    const [headings, ...rows] = debts
    expect(headings).toEqual([
      'Owed (Rs.)',
      'Owed 2025-26 (Rs.)',
      'Owed 2026-27 (Rs.)',
      'Not Raised Yet (Rs.)',
      'Due Date',
      'Days Overdue',
      'Last Notice',
      'Notice By',
    ])
    expect(rows).toHaveLength(3)
    const day = (text: string) => new Date(`${text}T00:00:00.000Z`)
    const [due, noticed] = [day('2025-06-30'), day('2026-11-25')]
    expect(rows).toContainEqual([8000, 3000, 5000, null, due, 513, noticed, 'WhatsApp'])
    expect(rows).toContainEqual([5000, null, 5000, 5000, day('2026-04-01'), 238, null, null])
    expect(rows.filter((cells) => cells.every((cell) => cell === null))).toHaveLength(1)
    const csv: string = await (await send('csv', { columns })).text()
    expect(csv).toContain('"8000","3000","5000","","30/06/2025","513","25/11/2026","WhatsApp"')
  })
})

describe('the list of debtors of an earlier day', () => {
  const stories: Story[] = [
    (book) => {
      book.raise(2025)
      const twice = book.pay(2000, '2026-03-20')
      book.pay(500, '2026-03-21')
      book.void(twice, '2026-05-05', 'typed twice', '2026-03-20')
      book.pay(4500, '2026-05-10')
    },
    (book) => [book.raise(2025), book.pay(5700, '2026-03-30')],
    (book) => {
      book.raise(2025, { rupees: 2000 })
      const stall = { on: '2026-04-02', item: 'other', label: 'Stall', rupees: 2000 } as const
      book.pay(2000, '2026-03-25', book.raise(2026, stall))
      // Money without a number is history of an import.
      Object.assign(book.entries.at(-1) ?? {}, { receipt_number: 'R2026-27/0001' })
    },
  ]
  const open = () => openDebtors('SQLite', '2026-05-25T06:00:00Z', stories)

  test('has the balances of the books on it, and its own ages', async () => {
    const { send } = await open()
    const answer = await send('csv', { as_of: '2026-03-31' })
    expect(answer.headers.get('Content-Disposition')).toContain('2026-03-31.csv')
    const [heads = '', ...rows] = (await answer.text()).trim().split('\r\n')
    expect(heads).toContain(
      '"Owed on 31/03/2026 (Rs.)","Credit on 31/03/2026 (Rs.)","Advance in the books on 31/03/2026 (Rs.)","Owed 2025-26 (Rs.)","Due Date","Days Overdue"',
    )
    const cells = rows.map((row) => row.slice(1, -1).split('","').slice(-6).join(' | '))
    expect(cells.toSorted()).toEqual([
      ' |  | 2000 |  |  | ',
      ' | 700 | 700 |  |  | ',
      '4500 |  |  | 4500 | 30/06/2025 | 274',
    ])
  })

  test('is in both formats also where nobody owes', async () => {
    const { id, send } = await open()
    for (const format of ['csv', 'xlsx'] as const) {
      const answer = await send(format, { selection: { ids: [id] }, as_of: '2026-05-12' })
      expect(answer.status).toBe(200)
    }
  })

  test('is refused for a day in the future', async () => {
    const { send } = await open()
    const refused = await send('csv', { as_of: '2026-05-26' })
    expect([refused.status, await refused.text()]).toEqual([400, 'This day is in the future'])
  })
})
