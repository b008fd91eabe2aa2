/** Random ledgers of members with all kinds of events, for property tests of the rule of money. */
import fc from 'fast-check'
import { accountOf } from '#features/ledger/account.ts'
import { addDays } from '#shared/dates.ts'
import type { Story } from '../money/ledger-entries.ts'

const day = fc.integer({ min: 0, max: 1400 }).map((days) => addDays('2024-04-01', days))
const rupees = fc.integer({ min: 1, max: 9000 })
const start = fc.integer({ min: 2024, max: 2027 })
/** A step in the story of a member: a charge, money, or the void of an earlier entry. */
export const anyEntry: fc.Arbitrary<Story> = fc.oneof(
  fc.tuple(start, rupees, day).map(
    ([year, amount, on]): Story =>
      (book) =>
        book.raise(year, { rupees: amount, on }),
  ),
  fc.tuple(rupees, day).map(
    ([amount, on]): Story =>
      (book) =>
        book.pay(amount, on),
  ),
  // The payment names a charge, or an entry that is none.
  fc.tuple(rupees, day, fc.nat(9)).map(
    ([amount, on, index]): Story =>
      (book) =>
        book.pay(amount, on, book.entries[index]?.id),
  ),
  fc.tuple(rupees, day).map(
    ([amount, on]): Story =>
      (book) =>
        book.importWithoutDays(amount, on),
  ),
  fc.tuple(rupees, day, start).map(
    ([amount, on, year]): Story =>
      (book) =>
        book.name(amount, on, [`${year}-04-01`, `${year + 2}-03-31`]),
  ),
  fc.tuple(rupees, day).map(
    ([amount, on]): Story =>
      (book) =>
        book.waive(amount, on),
  ),
  // Waives a part of the charge that is due first, no more than its open amount.
  fc.tuple(rupees, day).map(
    ([amount, on]): Story =>
      (book) => {
        const first = accountOf(book.entries).charges.find(
          ({ id, open_paise }) => open_paise > 0 && book.entries.some((entry) => entry.id === id),
        )
        if (first) book.waive(Math.min(amount, first.open_paise / 100), on, first.id)
      },
  ),
  fc.tuple(rupees, day).map(
    ([amount, on]): Story =>
      (book) =>
        book.deduct(amount, on),
  ),
  fc.tuple(start, fc.nat(3000), day).map(
    ([year, amount, on]): Story =>
      (book) =>
        book.raise(year, { rupees: amount, on, item: 'other', label: 'Stall', due_on: on }),
  ),
  // A member's own fee of nothing.
  fc.tuple(start, day).map(
    ([year, on]): Story =>
      (book) =>
        book.raise(year, { rupees: 0, on }),
  ),
  fc.tuple(fc.nat(9), day).map(
    ([index, on]): Story =>
      (book) => {
        const target = book.entries[index]
        const isVoid = book.entries.some(({ reverses_id }) => reverses_id === target?.id)
        if (target && !isVoid && target.reverses_id === null) book.void(target.id, on)
      },
  ),
)

/** Pays back some of the credit, if there is any. */
export const anyRefund: fc.Arbitrary<Story> = fc.tuple(rupees, day).map(
  ([amount, on]): Story =>
    (book) => {
      const credit = Math.floor(accountOf(book.entries).credit_paise / 100)
      if (credit > 0) book.refund(Math.min(credit, amount), on)
    },
)
