import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { byRecording } from '#features/ledger/account-entries.ts'
import type { Charge } from '#features/ledger/charges.ts'
import type { LedgerRow } from '#features/ledger/server/queries.ts'
import { applyEntries } from '#features/ledger/settlements.ts'
import { moneyFigures } from '#features/reports/board-book/contract.ts'
import { financialYearFrom, monthStarts } from '#shared/financial-year.ts'
import { engines } from '#test/support/engines.ts'
import { insertLedger } from '#test/support/money/ledger-entries.ts'
import {
  charge,
  ledgerOf,
  now,
  openRenewals,
  ownPayment,
  payment,
  type Written,
  waiver,
} from '#test/support/money/renewals.ts'
import type { RenewalSummary } from '../../renewals/answers.ts'

const years = [2022, 2023, 2024]
const roles = ['oem', 'vendor'] as const

/** Moments at the ends of months in India, and at the same time as others. */
const moment = fc.constantFrom(
  '2022-03-31T18:29:59.999Z',
  '2022-03-31T18:30:00.000Z',
  '2023-03-31T18:29:59.999Z',
  '2023-03-31T18:30:00.000Z',
  '2024-02-29T18:29:59.999Z',
  '2024-02-29T18:30:00.000Z',
  '2024-04-30T18:30:00.000Z',
  '2024-05-01T09:00:00.000Z',
  '2025-03-31T18:30:00.000Z',
)
const amount = fc.oneof(fc.integer({ min: 1, max: 9 }), fc.constantFrom(100_00, 2 ** 40 + 1))

/** Charges, also of the same day, and money at the same time, in any order, some of them cancelled. */
const history: fc.Arbitrary<Written[]> = fc.array(
  fc.oneof(
    fc
      .record({
        start: fc.constantFrom(...years),
        amount,
        day: fc.constantFrom('2023-04-30', '2024-04-30', '2024-05-31'),
        recorded_at: moment,
        item: fc.constantFrom('dues', 'joining fee', 'other' as const),
      })
      .map(({ start, amount: paise, day, recorded_at, item }) => ({
        ...charge(start, paise, day),
        recorded_at,
        item,
      })),
    fc.tuple(amount, moment).map(([paise, at]) => payment(paise, at)),
    fc.tuple(amount, moment).map(([paise, at]) => waiver(paise, at)),
    fc.nat({ max: 11 }).map((cancelled) => ({ cancelled })),
  ),
  { maxLength: 12 },
)

interface Part {
  year: string | null
  isOther: boolean
  kind: string
  at: string
  paise: number
}

/** What a ledger says about the years: its charges, and the money that settles them. */
function partsOf(entries: readonly LedgerRow[]): Part[] {
  const { charges, settlements } = applyEntries(entries.toSorted(byRecording))
  const rowOf = new Map(entries.map((row) => [row.id, row]))
  const partOf = ({ year, item }: Charge) => ({ year, isOther: item === 'other' })
  return [
    ...charges.map((charge) => {
      const at = rowOf.get(charge.id)?.recorded_at ?? ''
      return { ...partOf(charge), kind: 'charge', at, paise: charge.amount_paise }
    }),
    ...settlements.map(({ money_id, charge, kind, paise }) => {
      const at = rowOf.get(money_id)?.dues_at ?? ''
      return { ...partOf(charge), kind, at, paise }
    }),
  ]
}

interface Member {
  role: (typeof roles)[number]
  entries: LedgerRow[]
}

/** The sums of a year from the ledgers of all members. */
function sumsOf(members: readonly Member[], start: number) {
  const { name } = financialYearFrom(start)
  const starts = monthStarts(start)
  const parts = members.map(({ role, entries }) => ({
    role,
    parts: partsOf(entries).filter(({ year }) => year === name),
  }))
  const sum = (paid: readonly Part[], kind: string) =>
    paid.filter((part) => part.kind === kind).reduce((total, { paise }) => total + paise, 0)
  const sums = (all: readonly Part[]) => {
    const dues = all.filter(({ isOther }) => !isOther)
    const others = all.filter(({ isOther }) => isOther)
    return {
      raised_paise: sum(dues, 'charge'),
      collected_paise: sum(dues, 'payment'),
      unraised_paise: 0,
      waived_paise: sum(dues, 'waiver'),
      other_raised_paise: sum(others, 'charge'),
      other_collected_paise: sum(others, 'payment'),
      other_waived_paise: sum(others, 'waiver'),
    }
  }
  const monthOf = ({ at }: Part) => starts.filter((first) => first <= at).length
  const all = parts.flatMap((member) => member.parts)
  return {
    types: roles.map((role) => {
      const owing = parts.filter((member) => member.role === role && member.parts.length > 0)
      return { role, members: owing.length, ...sums(owing.flatMap((member) => member.parts)) }
    }),
    months: ['', ...starts].map((_, month) => sums(all.filter((part) => monthOf(part) === month))),
  }
}

const shown = ({ types, months }: RenewalSummary) => ({
  types,
  months: months.map(({ month: _month, ...sums }) => sums),
})

describe.each(engines)('the sums of a year on %s', (engine) => {
  test('are those of the ledgers, with any charges, payments and cancellations in any order', async () => {
    const { portal, add, summary } = await openRenewals(engine)
    const members: (Member & { id: string })[] = []
    const expectSums = async () => {
      for (const start of years)
        expect(shown(await summary(`year=${financialYearFrom(start).name}`))).toEqual(
          sumsOf(members, start),
        )
    }
    for (const [index, drawn] of fc.sample(history, 100).entries()) {
      const role = roles[index % 2] ?? 'oem'
      const { id } = await add('Random', [], role)
      const rows = ledgerOf(id, drawn)
      for (let from = 0; from < rows.length; from += 5)
        await insertLedger(portal.db, rows.slice(from, from + 5))
      members.push({ id, entries: rows, role })
    }
    await expectSums()
    for (const [index, { id }] of members.entries()) {
      const person = portal.db.updateTable('person').where('id', '=', id)
      if (index % 7 === 0) await person.set({ is_active: false }).execute()
      if (index % 5 === 0) {
        const role = roles[(index + 1) % 2] ?? 'oem'
        await person.set({ role }).execute()
        members[index] = { ...members[index], id, entries: members[index]?.entries ?? [], role }
      }
    }
    const gone = members.splice(0, 10)
    for (const { id } of gone) await portal.db.deleteFrom('person').where('id', '=', id).execute()
    await expectSums()
    const settled = await portal.db.selectFrom('settlement').select('person_id').execute()
    for (const { person_id } of settled) expect(gone.map(({ id }) => id)).not.toContain(person_id)
  })

  const arrears = { ...charge(2024, 500_00), item: 'arrears' } as const
  const refunded: Written[] = [
    charge(2024, 500_00),
    payment(800_00),
    { kind: 'refund', amount_paise: -300_00, paid_at: now },
    { cancelled: 1 },
  ]
  const stall = { ...charge(2024, 590_00, '2024-05-31'), item: 'other' } as const
  type Expected = Partial<Record<(typeof moneyFigures)[number], number>>
  const [raised, collected] = [500_00, 500_00]
  test.each<[string, Written[], Expected]>([
    ['dues that are paid', [charge(2024, 500_00), payment(500_00)], { raised, collected }],
    ['dues paid in part', [charge(2024, 500_00), payment(200_00)], { raised, collected: 200_00 }],
    ['dues that are waived', [charge(2024, 500_00), waiver(500_00)], { raised, waived: 500_00 }],
    [
      'the joining fee and dues',
      [{ ...charge(2024, 100_00), item: 'joining fee' }, charge(2024, 400_00), payment(500_00)],
      { raised, collected },
    ],
    [
      'a payment of days that nobody charged',
      [ownPayment(500_00, '2025-03-31')],
      { collected, unraised: 500_00 },
    ],
    ['arrears brought forward', [arrears], {}],
    ['arrears that are paid', [arrears, payment(500_00)], { collected, unraised: 500_00 }],
    ['arrears that are waived', [arrears, waiver(500_00)], { waived: 500_00 }],
    ['dues beside arrears', [arrears, charge(2024, 700_00)], { raised: 700_00 }],
    ['a refund of a payment that bounced', refunded, { raised }],
    ['a refund that came back', [...refunded, payment(800_00)], { raised, collected }],
    ['a refund that came back in part', [...refunded, payment(600_00)], { raised, collected }],
    ['another charge', [stall], { other_raised: 590_00 }],
    [
      'another charge that is paid in part',
      [stall, payment(90_00)],
      { other_raised: 590_00, other_collected: 90_00 },
    ],
    [
      'another charge that is waived',
      [stall, waiver(590_00)],
      { other_raised: 590_00, other_waived: 590_00 },
    ],
    [
      'another charge beside dues, both paid',
      [charge(2024, 500_00), stall, payment(1090_00)],
      { raised, collected, other_raised: 590_00, other_collected: 590_00 },
    ],
    [
      'another charge that was cancelled',
      [charge(2024, 500_00), stall, { cancelled: 1 }],
      { raised },
    ],
  ])('of %s are the same in the board book', async (_name, entries, expected) => {
    const { admin, add, summary } = await openRenewals(engine)
    await add('Teak', entries)
    const [oem] = (await summary('year=2024-25')).types
    const { types } = await admin.get('/api/admin/board-book?year=2024-25')
    const all = moneyFigures.map((figure) => [figure, expected[figure] ?? 0] as const)
    expect(oem).toMatchObject(
      Object.fromEntries(all.map(([figure, paise]) => [`${figure}_paise`, paise])),
    )
    expect(types.oem).toMatchObject(Object.fromEntries(all))
  })
})
