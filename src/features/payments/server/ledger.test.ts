import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { decimalRupees, parseRupees } from '#shared/rupees.ts'
import { type Engine, engines, testPortal } from '#test/world.ts'
import type { LedgerEntry } from '../contract.ts'

const paid = {
  payment_status: true,
  membership_valid_from: '2024-04-01',
  membership_valid_to: '2025-03-31',
  paymentAmount: '5000',
  paymentMode: 'Cash',
}

async function open(engine: Engine) {
  const portal = await testPortal(engine)
  const admin = await portal.as('admin')
  const { id } = await (await portal.as('oem')).get('/api/user')
  const path = `/api/admin/members/${id}`
  return {
    portal,
    admin,
    mark: (changes: object) => admin.ask('PUT', `${path}/payment`, { ...paid, ...changes }),
    member: () => admin.get(path),
    /** Kind and paise of each line, oldest first. */
    book: async () =>
      ((await admin.get(`${path}/payments`)) as LedgerEntry[])
        .toReversed()
        .map(({ kind, amount_paise }) => `${kind} ${amount_paise}`),
  }
}

const tenCrore = 10_00_00_000 * 100

describe.each(engines)('the ledger, on %s,', (engine) => {
  test('is append-only: the database itself refuses to change a line or to remove one', async () => {
    const { portal, mark } = await open(engine)
    await mark({})
    const { db } = portal
    const lines = () => db.selectFrom('ledger_entry').selectAll().execute()
    const before = await lines()
    for (const attempt of [
      sql`update ledger_entry set amount_paise = 1`,
      sql`delete from ledger_entry`,
      ...(engine === 'PostgreSQL' ? [sql`truncate ledger_entry cascade`] : []),
    ])
      await expect(attempt.execute(db)).rejects.toThrow('The ledger is append-only')
    expect(before).toHaveLength(1)
    expect(await lines()).toEqual(before)
  })

  test('keeps every amount to the paisa, through JSON and CSV', async () => {
    const { portal, admin, mark, member } = await open(engine)
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: tenCrore }),
        fc.boolean(),
        async (paise, asNumber) => {
          portal.pass(1000)
          const typed = decimalRupees(paise)
          expect((await mark({ paymentAmount: asNumber ? Number(typed) : typed })).status).toBe(200)
          const { payment_amount: told } = await member()
          expect(parseRupees(String(told))).toBe(paise)
          for (const format of ['csv', 'member-data']) {
            const file = await (await admin.ask('GET', `/api/admin/export?format=${format}`)).text()
            const cells = [...file.matchAll(/"([^"]*)"/g)].map(([, cell = '']) => parseRupees(cell))
            expect(cells).toContain(paise)
          }
        },
      ),
      { numRuns: 15 },
    )
  })

  test('lets a new payment for the same time take the place of the one that stands', async () => {
    const { mark, member, book } = await open(engine)
    await mark({})
    await mark({ paymentAmount: 6000.5, membership_valid_from: '2025-03-31' })
    expect(await book()).toEqual(['payment 500000', 'reversal -500000', 'payment 600050'])
    expect(await member()).toMatchObject({ payment_amount: 6000.5 })
  })

  test('keeps a payment beside its renewal, which begins after it', async () => {
    const { mark, member, book } = await open(engine)
    await mark({})
    await mark({ membership_valid_from: '2025-04-01', membership_valid_to: '2026-03-31' })
    expect(await book()).toEqual(['payment 500000', 'payment 500000'])
    expect(await member()).toMatchObject({ membership_valid_to: '2026-03-31' })
    await mark({ payment_status: false })
    expect(await book()).toEqual(['payment 500000', 'payment 500000', 'reversal -500000'])
    expect(await member()).toMatchObject({ payment_status: false, membership_valid_to: null })
  })

  test('counts no rupee twice when a renewal was taken back and the year before it is paid anew', async () => {
    const { mark, member, book } = await open(engine)
    await mark({})
    await mark({ membership_valid_from: '2025-04-01', membership_valid_to: '2026-03-31' })
    await mark({ payment_status: false })
    await mark({})
    const taken = ['payment 500000', 'payment 500000', 'reversal -500000', 'reversal -500000']
    expect(await book()).toEqual([...taken, 'payment 500000'])
    expect(await member()).toMatchObject({ payment_status: true, payment_amount: 5000 })
  })

  test.each([
    ['paymentAmount', [-5, '-5', '5000.123', 0.001, 1e15, '99999999999999', null, {}, '५०००x']],
    ['membership_valid_from', ['2025-02-30', '2025-13-01', '01/04/2024', '1824-04-01', null, 7]],
    ['membership_valid_to', ['2025-02-29', '2024-03-31', '2025-03-31junk', '', undefined]],
    ['payment_date', ['2025-02-30T00:00:00Z', 'today', '2025-01-05', 7]],
  ])('takes no wrong %s: %j', async (field, values) => {
    const { mark, book, member } = await open(engine)
    const before = await member()
    for (const value of values) {
      const answer = await mark({ [field]: value })
      expect([value, answer.status]).toEqual([value, 400])
      expect(await answer.text()).toMatch(/^(Please |The membership ends before it begins)/)
    }
    expect(await book()).toEqual([])
    expect(await member()).toEqual(before)
  })
})

test('every amount up to ten crore rupees is the same number in JSON as in paise', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: tenCrore }), (paise) => {
      const told = JSON.parse(JSON.stringify(paise / 100))
      expect(Math.round(told * 100)).toBe(paise)
      expect(parseRupees(String(told))).toBe(paise)
      expect(parseRupees(decimalRupees(paise))).toBe(paise)
    }),
    { numRuns: 2000 },
  )
})
