/** Finds payments of a file with a reference that another payment or a held cheque has (contract 15.2). */

import { listHeldByKeys } from '#features/ledger/server/payments/cheque-queries.ts'
import { findByReference } from '#features/ledger/server/payments/reference-queries.ts'
import { chunks } from '#platform/server/database/bulk.ts'
import type { Database } from '#platform/server/database/database.ts'
import { longDate } from '#shared/dates.ts'
import { formatRupees } from '#shared/rupees.ts'
import { paymentKey } from '#shared/values/reference.ts'
import { paymentChange, paymentFromCells } from './cells.ts'
import type { PlanContext, RowPlan } from './plan-rows.ts'
import type { CellNote } from './sheet/interpret-row.ts'

/**
 * Finds payments of the file whose reference another payment has; returns a note by line. A payment that corrects the
 * current payment with its reference gets no note.
 */
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
    const corrected =
      person && paymentChange(cells, person) === 'correction' ? person.ledger_entry_id : null
    return key ? [{ line, key, person, corrected }] : []
  })
  const notes = new Map<number, CellNote>()
  const add = (line: number, text: string) =>
    notes.set(line, { column: 'payment_reference', kind: 'reference', text })
  for (const batch of chunks(keyed, 100)) {
    const keys = batch.map(({ key }) => key)
    const recorded = new Map(
      (await findByReference(db, keys)).map((payment) => [payment.key, payment]),
    )
    const held = new Map((await listHeldByKeys(db, keys)).map((cheque) => [cheque.key, cheque]))
    for (const { line, key, person, corrected } of batch) {
      const payment = recorded.get(key)
      const cheque = held.get(key)
      const first = references.get(key)
      if (payment && payment.person_id !== person?.id)
        add(line, `also of ${payment.company_name || payment.member_name}${receiptOf(payment)}`)
      else if (payment && payment.id !== corrected)
        add(
          line,
          `also of this member's payment of ${formatRupees(payment.amount_paise)}${receiptOf(payment)}`,
        )
      else if (cheque) add(line, heldText(cheque))
      else if (first !== undefined) add(line, `also in line ${first}`)
      else references.set(key, line)
    }
  }
  return notes
}

const heldText = (cheque: Awaited<ReturnType<typeof listHeldByKeys>>[number]): string =>
  `also of a cheque of ${cheque.company_name || cheque.name}, ${formatRupees(cheque.amount_paise)}, received ${longDate(cheque.received_on)} and not cleared`

const receiptOf = ({ receipt_number: number }: { receipt_number: string | null }): string =>
  number === null ? '' : `, receipt ${number}`
