/** Finds the debits of statements that are recorded refunds, and the credits that return failed refunds. */
import type { Database } from '#platform/server/database/database.ts'
import { addDays, isoDay, type Period, startOfDay } from '#shared/dates.ts'
import {
  maxDaysByReference,
  pairRefunds,
  pairReturnedRefunds,
  type RecordedRefund,
  type RefundLine,
} from './matching/returns/refunds.ts'
import { maxReturnDays } from './matching/returns/returns.ts'
import { listRefunds } from './payment-queries.ts'

/** The days of all debits that may be one of the refunds of a statement. */
export const daysAround = ({ from, to }: Period) => ({
  from: addDays(from, -maxReturnDays),
  to: addDays(to, maxReturnDays),
})

/**
 * The refunds by the ids of their debits. `debits` must be all open debits of `daysAround`, not only those that mention
 * a return: each refund is paid once, so another debit may be the refund.
 */
export const findRefundDebits = async (
  db: Database,
  debits: readonly RefundLine[],
): Promise<Map<string, RecordedRefund>> => pairRefunds(debits, await refundsAround(db, debits))

/** The refunds that open credits return, by the ids of the credits. */
export const findReturnedRefunds = async (
  db: Database,
  credits: readonly RefundLine[],
): Promise<Map<string, RecordedRefund>> =>
  pairReturnedRefunds(credits, await refundsAround(db, credits))

/** The refunds of the ledger that these lines may pay or return. */
async function refundsAround(
  db: Database,
  lines: readonly RefundLine[],
): Promise<RecordedRefund[]> {
  const days = lines.map(({ day }) => day).toSorted()
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined) return []
  const since = startOfDay(addDays(first, -maxDaysByReference))
  const until = startOfDay(addDays(last, maxDaysByReference + 1))
  const rows = await listRefunds(db, since, until)
  // One refund has an entry for each payment whose credit it pays back.
  const refunds = Map.groupBy(rows, ({ person_id, paid_at, reference }) =>
    JSON.stringify([person_id, paid_at, reference]),
  )
  return [...refunds.values()].flatMap(([one, ...others]): RecordedRefund[] =>
    one
      ? [
          {
            id: one.id,
            person_id: one.person_id,
            reference: one.reference,
            member_name: one.company_name || one.member_name,
            paid_on: isoDay(one.paid_at),
            amount_paise: [one, ...others].reduce((sum, entry) => sum - entry.amount_paise, 0),
          },
        ]
      : [],
  )
}
