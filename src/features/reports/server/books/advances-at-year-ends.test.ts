/** The advances of members at the end of a financial year: the year book, Tally and the accounts say the same. */

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { payDues } from '#features/dues/server/pay-dues.ts'
import { activeEntries } from '#features/ledger/account-entries.ts'
import { debtOnDay } from '#features/ledger/receipts/debt-on-day.ts'
import { accountStatementOf } from '#features/ledger/receipts/statement.ts'
import { recordCharge } from '#features/ledger/server/manual-entries.ts'
import { listEntriesOf } from '#features/ledger/server/queries.ts'
import { cancelEntry } from '#features/ledger/server/voids/cancel-entry.ts'
import { addMember } from '#features/members/server/record/enrol.ts'
import type { Database } from '#platform/server/database/database.ts'
import type { Caller } from '#platform/server/http/request-context.ts'
import { addDays, type Day, type Instant, isoDay } from '#shared/dates.ts'
import { financialYearFrom } from '#shared/financial-year.ts'
import { sum } from '#shared/sum.ts'
import { tallyFaults } from '#test/support/oracles/tally-books.ts'
import { testPortal } from '#test/support/portal/test-portal.ts'
import { newMemberOf } from '#test/support/samples.ts'
import { advancesUsed } from './advance-sums.ts'
import { dayBookEntries } from './day-book.ts'

const paise = fc.constantFrom(30_000, 50_100, 90_000, 200_000)
const daysAgo = fc.constantFrom(0, 0, 1, 5, 12)
const step = fc.oneof(
  fc.record({ kind: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 9 }) }),
  fc.record({
    kind: fc.constant('charge' as const),
    paise,
    due_on: fc.constantFrom<Day>('2026-03-31', '2026-05-10'),
    isExempt: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('pay' as const), paise, daysAgo }),
  fc.record({
    kind: fc.constant('cancel' as const),
    which: fc.nat(9),
    reason: fc.constantFrom('typed twice' as const, 'bounced' as const),
    daysAgo,
  }),
)
type Step = ReturnType<typeof step.generate>['value']
/** What happens in March, and from April on. */
type History = readonly [march: readonly Step[], april: readonly Step[]]

const histories = fc.tuple(
  fc.array(step, { minLength: 3, maxLength: 8 }),
  fc.array(step, { minLength: 1, maxLength: 5 }),
)

const charge = { kind: 'charge', paise: 50_100, due_on: '2026-03-31', isExempt: false } as const
const pay = { kind: 'pay', paise: 90_000, daysAgo: 0 } as const
const cancel = (which: number) =>
  ({ kind: 'cancel', which, reason: 'typed twice', daysAgo: 0 }) as const
const wait = { kind: 'wait', days: 3 } as const

const examples: History[] = [
  // A charge and, in the next year, the payment that had paid it are cancelled.
  [[charge, pay, cancel(0)], [cancel(0)]],
  // Other money pays instead what credit had paid when it was raised, and is cancelled in the next year.
  [[charge, pay, wait, { ...charge, paise: 30_000 }, pay, cancel(1)], [cancel(2)]],
  // Money of March pays what was charged in April, and is taken back in March.
  [[wait], [charge, { ...pay, daysAgo: 12 }, cancel(1)]],
  // Money of March pays two charges, one of each year, and the newer is cancelled.
  [
    [charge, wait],
    [{ ...charge, paise: 30_000 }, { ...pay, daysAgo: 12 }, cancel(1)],
  ],
]

test('year book, Tally and debtors have the same advances at the end of a year, and statements the same money, whatever is cancelled after it', async () => {
  const { world, db, clock, advanceClock } = await testPortal('SQLite')
  const start = new Date('2026-03-10T06:00:00.000Z')
  const all = [...examples, ...fc.sample(histories, { numRuns: 60 })]
  const played = new Map<string, History>()
  for (const [index, history] of all.entries()) {
    clock.now = start
    const { id } = await addMember(world, 'nobody', newMemberOf('oem', `m${index}@teak.example`))
    played.set(id, history)
    const [march, april] = history
    const play = async (steps: readonly Step[]) => {
      for (const one of steps) {
        advanceClock(one.kind === 'wait' ? one.days * 86_400_000 : 1000)
        await db.transaction().execute((tx) => playStep(tx, id, one, world.now()))
      }
    }
    await play(march)
    if (isoDay(clock.now) < '2026-04-02') clock.now = new Date('2026-04-02T06:00:00.000Z')
    await play(april)
  }
  const faults = (await tallyFaults(db, 2024, 2027)).map((fault) => {
    const id = [...played.keys()].find((one) => fault.includes(one)) ?? ''
    return `${fault}: ${JSON.stringify(played.get(id))}`
  })
  expect(faults).toEqual([])
  const booked = new Map<string, number>()
  let advances = 0
  for await (const entry of dayBookEntries(db, lastYear.from, lastYear.to)) {
    booked.set(entry.person_id, (booked.get(entry.person_id) ?? 0) + entry.amount_paise)
    advances += entry.parts.advance
  }
  for (const used of await advancesUsed(db, lastYear)) advances -= used.paise
  let ofDebtors = 0
  for (const [id, history] of played) {
    const entries = await listEntriesOf(db, id)
    ofDebtors += debtOnDay(entries, lastYear.to).advance_paise
    const { lines } = accountStatementOf(entries, lastYear)
    const money = lines.filter(({ kind }) => kind === 'payment')
    const paid = sum(money, (line) => line.paise)
    expect({ history, paid }).toEqual({ history, paid: booked.get(id) ?? 0 })
  }
  expect(ofDebtors).toBe(advances)
})

const lastYear = financialYearFrom(2025)

const admin = { id: 'nobody', role: 'admin' } as Caller

async function playStep(db: Database, personId: string, one: Step, now: Date): Promise<void> {
  const dayBefore = (days: number) => addDays(isoDay(now), -days)
  if (one.kind === 'charge') {
    const exempt = { kind: 'exempt', rate: 0, sac: '', legend: 'Exempt' } as const
    // The lines of papers are distinguished by their labels.
    const label = `Stall ${(await listEntriesOf(db, personId)).length}`
    const values = { label, amount_paise: one.paise, due_on: one.due_on }
    const tax = one.isExempt ? exempt : null
    await recordCharge(db, { admin, personId, charge: { ...values, tax }, now })
  }
  if (one.kind === 'pay') {
    const paid_at: Instant = `${dayBefore(one.daysAgo)}T04:00:00.000Z`
    const payment = { amount_paise: one.paise, mode: 'Bank', reference: '', paid_at } as const
    await payDues(db, { admin, personId, payment, now })
  }
  if (one.kind === 'cancel') {
    const active = activeEntries(await listEntriesOf(db, personId)).filter(
      ({ kind }) => kind === 'charge' || kind === 'payment',
    )
    const entry = active[one.which % active.length]
    if (!entry) return
    const reason = entry.kind === 'payment' ? one.reason : 'other'
    const [before, paidOn] = [dayBefore(one.daysAgo), isoDay(entry.paid_at)]
    const returned_on = before > paidOn ? before : paidOn
    await cancelEntry(db, {
      admin,
      personId,
      entry_id: entry.id,
      reason,
      now,
      ...(reason === 'bounced' && { returned_on }),
    })
  }
}
