/** The steps of random histories of dues, as values. */
import fc from 'fast-check'
import { chequeKinds } from '#features/ledger/contract.ts'
import { taxKinds } from '#features/ledger/receipts/tax.ts'
import { lateRenewals } from '#shared/association-details.ts'

/** Two members of each type; the third and the fourth join within the year 2024-25. */
export const memberCount = 3
export const startYears = [2023, 2024, 2025, 2026]

const member = fc.nat({ max: memberCount - 1 })
const year = fc.constantFrom(...startYears)
/** Often the amount of a year, often a part, sometimes more. */
const paise = fc.oneof(
  fc.constantFrom(500_000, 250_000, 750_000, 1_000_000),
  fc.integer({ min: 1, max: 1_200_000 }),
)
/** Some money is recorded later than its day, and after the charge that it pays. */
const daysAgo = fc.constantFrom(0, 0, 0, 20, 120)

const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('raise'),
      year,
      members: fc.uniqueArray(member, { minLength: 1 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('undo run'), which: fc.nat({ max: 9 }) }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('pay'), member, paise, daysAgo }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('pay for'),
      member,
      paise,
      daysAgo,
      which: fc.nat({ max: 9 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('waive'), member, paise }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('cancel'), member, which: fc.nat({ max: 9 }) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('mark paid'), member, paise, year }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('mark unpaid'), member }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('import'),
      member,
      paise,
      year,
      hasDays: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('undo import'), which: fc.nat({ max: 9 }) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('edit'), member, paise }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('rate'), year, paise }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('report'), member, paise }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('decide report'),
      which: fc.nat({ max: 9 }),
      isConfirmed: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('statement'), member, paise }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('bank line'),
      which: fc.nat({ max: 9 }),
      member,
      state: fc.constantFrom('confirmed', 'confirmed', 'open', 'ignored'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('correct'),
      member,
      paise,
      which: fc.nat({ max: 9 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('bounce'),
      member,
      which: fc.nat({ max: 9 }),
      daysAgo: fc.constantFrom(undefined, 0, 3, 100),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('instalment'), member, paise, year }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('refund'), member, paise }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('deduct'), member, paise }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('charge'),
      member,
      paise,
      rate: fc.constantFrom(null, 0, 500, 1800),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('own fee'),
      member,
      paise: fc.constantFrom(0, 250_000, 333_333),
      year,
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('split'), paise }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('cheque'),
      member,
      paise,
      year,
      as: fc.constantFrom(...chequeKinds),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('clear cheque'), which: fc.nat({ max: 9 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('return cheque'), which: fc.nat({ max: 9 }) }),
  },
  // The bank shows a cheque: a credit that clears it, or a debit that returns it.
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('cheque line'),
      which: fc.nat({ max: 9 }),
      isReturned: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('bulk mark'), paise, year }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('bulk undo'), which: fc.nat({ max: 3 }) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('close year'), year }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('reopen years') }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('wait'), days: fc.integer({ min: 1, max: 200 }) }),
  },
)
export type Step = ReturnType<typeof step.generate>['value']

export type StepOf<Kind extends Step['kind']> = Extract<Step, { kind: Kind }>

export const histories = fc.record({
  steps: fc.array(step as fc.Arbitrary<Step>, { minLength: 4, maxLength: 18 }),
  lateRenewal: fc.constantFrom(...lateRenewals),
  tax: fc.constantFrom(...taxKinds),
})
export type History = typeof histories extends fc.Arbitrary<infer Value> ? Value : never
