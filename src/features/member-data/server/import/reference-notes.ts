/** Names the payments of a file whose reference another payment has; both are recorded (contract 15.2). */

import { findByReference } from '#features/ledger/server/references.ts'
import { chunks } from '#platform/server/database/bulk.ts'
import type { Database } from '#platform/server/database/database.ts'
import { paymentKey } from '#shared/values/reference.ts'
import { paymentFromCells } from './cells.ts'
import type { PlanContext, RowPlan } from './plan-rows.ts'
import type { CellNote } from './sheet/interpret-row.ts'

/** By line. A payment that corrects the one with its reference is not named. */
export async function referenceNotes(
  db: Database,
  { added, changed }: RowPlan,
  { now, references }: PlanContext,
): Promise<Map<number, CellNote>> {
  const rows = [
    ...added.map(({ line, cells }) => ({ line, cells, person: null })),
    ...changed.filter(({ cells }) => cells.payment_reference !== undefined),
  ]
  const keyed = rows.flatMap(({ line, cells, person }) => {
    const payment = paymentFromCells(cells, person, now)
    const key = payment && paymentKey(payment.mode, payment.reference)
    return key ? [{ line, key, personId: person?.id }] : []
  })
  const notes = new Map<number, CellNote>()
  const add = (line: number, text: string) =>
    notes.set(line, { column: 'payment_reference', kind: 'reference', text })
  for (const some of chunks(keyed, 100)) {
    const recorded = new Map(
      (
        await findByReference(
          db,
          some.map(({ key }) => key),
        )
      ).map((one) => [one.key, one]),
    )
    for (const { line, key, personId } of some) {
      const payment = recorded.get(key)
      const first = references.get(key)
      if (payment && payment.person_id !== personId)
        add(line, `also of ${payment.company_name || payment.member_name}${receiptOf(payment)}`)
      else if (first !== undefined) add(line, `also in line ${first}`)
      else references.set(key, line)
    }
  }
  return notes
}

const receiptOf = ({ receipt_number: number }: { receipt_number: string | null }): string =>
  number === null ? '' : `, receipt ${number}`
