import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { decimalRupees } from '#shared/rupees.ts'
import { readPaise } from '#shared/values/amount.ts'
import { type Engine, engines } from '#test/support/engines.ts'
import { nextYear, openPayments, paidMark } from '#test/support/money/payments.ts'

async function open(engine: Engine) {
  const { mark, ...payments } = await openPayments(engine)
  return { ...payments, mark: (changes: object) => mark({ ...paidMark, ...changes }) }
}

const tenCrorePaise = 10_00_00_000 * 100

describe.each(engines)('the ledger on %s', (engine) => {
  test('is append-only in the database itself', async () => {
    const { portal, mark } = await open(engine)
    await mark({})
    const { db } = portal
    const rows = () => db.selectFrom('ledger_entry').selectAll().execute()
    const before = await rows()
    for (const attempt of [
      sql`update ledger_entry set amount_paise = 1`,
      sql`delete from ledger_entry`,
      ...(engine === 'PostgreSQL'
        ? [sql`truncate ledger_entry cascade`]
        : [sql`insert or replace into ledger_entry select * from ledger_entry`]),
    ])
      await expect(attempt.execute(db)).rejects.toThrow('The ledger is append-only')
    expect(before).toHaveLength(1)
    expect(await rows()).toEqual(before)
  })

  test('keeps amounts exact through JSON and CSV', async () => {
    const { portal, admin, mark, member } = await open(engine)
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: tenCrorePaise }),
        fc.boolean(),
        async (paise, asNumber) => {
          portal.advanceClock(1000)
          const typed = decimalRupees(paise)
          expect((await mark({ paymentAmount: asNumber ? Number(typed) : typed })).status).toBe(200)
          const { payment_amount: amount } = await member()
          expect(readPaise(String(amount))).toBe(paise)
          for (const format of ['csv', 'member-data']) {
            const file = await (
              await admin.request('GET', `/api/admin/export?format=${format}`)
            ).text()
            const cells = [...file.matchAll(/"([^"]*)"/g)].map(([, cell = '']) => readPaise(cell))
            expect(cells).toContain(paise)
          }
        },
      ),
      { numRuns: 15 },
    )
  })

  test('replaces the active payment for the same time', async () => {
    const { mark, member, entries } = await open(engine)
    await mark({})
    await mark({ paymentAmount: 6000.5, membership_valid_from: '2025-03-31' })
    expect(await entries()).toEqual(['payment 500000', 'reversal -500000', 'payment 600050'])
    expect(await member()).toMatchObject({ payment_amount: 6000.5 })
  })

  test('mails the receipt of the payment that was recorded, also where a later one is current', async () => {
    const { portal, mark } = await open(engine)
    await mark(nextYear)
    expect((await mark({ paymentRef: 'UTR 2', email_receipt: true })).status).toBe(200)
    expect((await portal.mails()).at(-1)?.subject).toMatch(/^Receipt R2024-25\/0002/)
  })

  test('keeps the payment before a renewal active', async () => {
    const { mark, member, entries } = await open(engine)
    await mark({})
    await mark(nextYear)
    expect(await entries()).toEqual(['payment 500000', 'payment 500000'])
    expect(await member()).toMatchObject({ membership_valid_to: '2026-03-31' })
    await mark({ payment_status: false })
    expect(await entries()).toEqual(['payment 500000', 'payment 500000', 'reversal -500000'])
    expect(await member()).toMatchObject({ payment_status: false, membership_valid_to: null })
  })

  test('counts no payment twice when the year before a reversed renewal is paid again', async () => {
    const { mark, member, entries } = await open(engine)
    await mark({})
    await mark(nextYear)
    await mark({ payment_status: false })
    await mark({})
    const reversed = ['payment 500000', 'payment 500000', 'reversal -500000', 'reversal -500000']
    expect(await entries()).toEqual([...reversed, 'payment 500000'])
    expect(await member()).toMatchObject({ payment_status: true, payment_amount: 5000 })
  })
})

test.each([
  ['paymentAmount', [-5, '-5', '5000.123', 0.001, 1e15, '99999999999999', null, {}, '५०००x']],
  ['membership_valid_from', ['2025-02-30', '2025-13-01', '01/04/2024', '1824-04-01', null, 7]],
  ['membership_valid_to', ['2025-02-29', '2024-03-31', '2025-03-31junk', '', undefined]],
  ['payment_date', ['2025-02-30T00:00:00Z', 'today', '2025-01-05', 7]],
])('Mark Paid is refused with an invalid %s: %j', async (field, values) => {
  const { mark, entries, member } = await open('SQLite')
  const before = await member()
  for (const value of values) {
    const answer = await mark({ [field]: value })
    expect([value, answer.status]).toEqual([value, 400])
    expect(await answer.text()).toMatch(/^(Please |The membership ends before it begins)/)
  }
  expect(await entries()).toEqual([])
  expect(await member()).toEqual(before)
})

test('amounts up to ten crore rupees survive JSON exactly', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: tenCrorePaise }), (paise) => {
      const amount = JSON.parse(JSON.stringify(paise / 100))
      expect(Math.round(amount * 100)).toBe(paise)
      expect(readPaise(String(amount))).toBe(paise)
      expect(readPaise(decimalRupees(paise))).toBe(paise)
    }),
    { numRuns: 2000 },
  )
})
