/** Finds the debits of statements that are refunds recorded in the ledger. */
import type { Database } from '#platform/server/database/database.ts'
import { addDays, isoDay, startOfDay } from '#shared/dates.ts'
import {
  maxDaysByReference,
  pairRefunds,
  type Refund,
  type RefundDebit,
} from './matching/refunds.ts'
import { listRefunds } from './queries.ts'

/** The refunds by the ids of their debits. */
export async function findRefundDebits(
  db: Database,
  debits: readonly RefundDebit[],
): Promise<Map<string, Refund>> {
  const days = debits.map(({ day }) => day).toSorted()
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined) return new Map()
  const since = startOfDay(addDays(first, -maxDaysByReference))
  const until = startOfDay(addDays(last, maxDaysByReference + 1))
  const rows = await listRefunds(db, since, until)
  // One refund has an entry for each payment whose credit it pays back.
  const refunds = Map.groupBy(rows, ({ person_id, paid_at, reference }) =>
    JSON.stringify([person_id, paid_at, reference]),
  )
  return pairRefunds(
    debits,
    [...refunds.values()].flatMap(([one, ...others]): Refund[] =>
      one
        ? [
            {
              ...{ id: one.id, person_id: one.person_id, reference: one.reference },
              ...{ of: one.company_name || one.member_name, paid_on: isoDay(one.paid_at) },
              amount_paise: [one, ...others].reduce((sum, entry) => sum - entry.amount_paise, 0),
            },
          ]
        : [],
    ),
  )
}
