import { readXlsx } from 'hucre/xlsx'
import { describe, expect, test } from 'vitest'
import type { AccountEntry } from '#features/ledger/account-entries.ts'
import { addMember } from '#features/members/server/record/enrol.ts'
import { engines } from '#test/support/engines.ts'
import { insertLedger, ledgerBook, type Story } from '#test/support/money/ledger-entries.ts'
import { openPayments } from '#test/support/money/payments.ts'
import { entryOf } from '#test/support/money/renewals.ts'
import { newMemberOf } from '#test/support/samples.ts'

const columns = ['dues', 'mobile', 'debt']

describe.each(engines)('the exported list of debtors on %s', (engine) => {
  test('has what is owed by year, its age and the last notice after the other columns', async () => {
    const { portal, admin, id } = await openPayments(engine, { startsAt: '2026-11-25T06:00:00Z' })
    const { world, db } = portal
    const played = async (person: string, story: Story) => {
      const book = ledgerBook()
      story(book)
      await insertLedger(
        db,
        book.entries.map((entry, index) => entryOf(person, index, entry)),
      )
    }
    const rate = { year: '2026-27', role: 'oem', proration: 'none', due_on: '2026-06-30' }
    const fees = { amount: '5000', joining_fee: '', grace_days: 30 }
    await admin.put('/api/admin/dues/rates', { ...rate, ...fees })
    const [paid, notRaised] = await Promise.all(
      ['p@teak.example', 'n@teak.example'].map(
        async (email) => (await addMember(world, 'nobody', newMemberOf('oem', email))).id,
      ),
    )
    await played(id, (book) => [book.raise(2025), book.raise(2026), book.pay(2000, '2026-07-10')])
    await played(paid ?? '', (book) => [book.raise(2026), book.pay(5000, '2026-07-10')])
    await played(notRaised ?? '', (book) =>
      book.name(5000, '2025-04-05', ['2025-04-01', '2026-03-31']),
    )
    const notice = { person_id: id }
    const key = { 'Idempotency-Key': 'w' }
    const sent = await admin.request('POST', '/api/admin/dues/notices/whatsapp', notice, key)
    expect(sent.status).toBeLessThan(300)

    const selection = { ids: [id, paid, notRaised] }
    const send = (format: 'csv' | 'xlsx') =>
      admin.request('POST', '/api/admin/export', { selection, columns, format })
    const { sheets } = await readXlsx(new Uint8Array(await (await send('xlsx')).arrayBuffer()))
    const [heads = [], ...rows] = sheets[0]?.rows ?? []
    const first = heads.indexOf('Owed (Rs.)')
    expect(heads.slice(first)).toEqual([
      'Owed (Rs.)',
      'Owed 2025-26 (Rs.)',
      'Owed 2026-27 (Rs.)',
      'Not Raised Yet (Rs.)',
      'Due Date',
      'Days Overdue',
      'Last Notice',
      'Notice By',
    ])
    expect(heads[first - 1]).toBe('Mobile No.')
    const day = (text: string) => new Date(`${text}T00:00:00.000Z`)
    const debts = rows.map((row) => row.slice(first))
    expect(debts).toHaveLength(3)
    expect(debts).toContainEqual([
      8000,
      3000,
      5000,
      null,
      day('2025-06-30'),
      513,
      day('2026-11-25'),
      'WhatsApp',
    ])
    expect(debts).toContainEqual([5000, null, 5000, 5000, day('2026-04-01'), 238, null, null])
    expect(debts.filter((cells) => cells.every((cell) => cell === null))).toHaveLength(1)
    const csv: string = await (await send('csv')).text()
    expect(csv).toContain('"8000","3000","5000","","30/06/2025","513","25/11/2026","WhatsApp"')
  })
  test('of an earlier day has the balances of the books on it, and its own ages', async () => {
    const { portal, admin, id } = await openPayments(engine, { startsAt: '2026-05-25T06:00:00Z' })
    const add = async (email: string) =>
      (await addMember(portal.world, 'nobody', newMemberOf('oem', email))).id
    const [other, netted] = [await add('p@teak.in'), await add('n@teak.in')]
    const played = async (person: string, story: Story) => {
      const book = ledgerBook()
      story(book)
      await insertLedger(
        portal.db,
        book.entries.map((entry, index) => entryOf(person, index, voidOf(person, entry))),
      )
    }
    await played(id, (book) => {
      book.raise(2025)
      const twice = book.pay(2000, '2026-03-20')
      book.pay(500, '2026-03-21')
      book.void(twice, '2026-05-05', 'typed twice', '2026-03-20')
      book.pay(4500, '2026-05-10')
    })
    await played(other, (book) => [book.raise(2025), book.pay(5700, '2026-03-30')])
    await played(netted, (book) => {
      book.raise(2025, { rupees: 2000 })
      const stall = { on: '2026-04-02', item: 'other', label: 'Stall', rupees: 2000 } as const
      book.pay(2000, '2026-03-25', book.raise(2026, stall))
      // Money without a number is history of an import.
      Object.assign(book.entries.at(-1) ?? {}, { receipt_number: 'R2026-27/0001' })
    })
    const send = (as_of: string) =>
      admin.request('POST', '/api/admin/export', {
        selection: { ids: [id, other, netted] },
        columns: ['debt'],
        format: 'csv',
        as_of,
      })
    const answer = await send('2026-03-31')
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
    for (const format of ['csv', 'xlsx'])
      expect(
        (
          await admin.request('POST', '/api/admin/export', {
            selection: { ids: [id] },
            columns: ['debt'],
            format,
            as_of: '2026-05-12',
          })
        ).status,
      ).toBe(200)
    const refused = await send('2026-05-26')
    expect([refused.status, await refused.text()]).toEqual([400, 'This day is in the future'])
  })
})

/** The ids in the database begin with that of the member. */
const voidOf = (person: string, entry: AccountEntry): AccountEntry => ({
  ...entry,
  reverses_id: entry.reverses_id && `${person}-${entry.reverses_id}`,
  charge_id: entry.charge_id && `${person}-${entry.charge_id}`,
})
