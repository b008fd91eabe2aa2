/** Leaves out payments of a sheet that the ledger has already (contract 15.2). */
import { listMembersWithPayment } from '#features/ledger/server/payments/imported-payments.ts'
import type { PersonRow } from '#features/members/server/queries.ts'
import type { Database } from '#platform/server/database/database.ts'
import { type Cells, isPaymentColumn, paymentFromCells } from './cells.ts'
import type { FileRow } from './file-row.ts'

/**
 * Removes the payment from the cells of members who already have it besides their current payment, so that nothing is
 * recorded twice when an old sheet is imported again after a newer payment or a reversal. A row with the current
 * payment still corrects it.
 */
export async function removeRecordedPayments(
  db: Database,
  rows: readonly { row: FileRow; person: PersonRow | undefined; cells: Cells }[],
  now: Date,
): Promise<void> {
  const paid = rows.flatMap(({ row: { cells: given }, person, cells }) => {
    if (!person?.role || !given.payment_amount) return []
    if (!Object.keys(cells).some(isPaymentColumn)) return []
    const completed = paymentFromCells(cells, person, now)
    if (!completed) return []
    // A value that the row leaves out is unknown; it is not that of the current payment.
    const mode = given.payment_mode ? completed.mode : null
    const reference = given.payment_reference ? completed.reference : ''
    const named = { day: !!given.payment_date, validity: !!given.membership_valid_to }
    return [{ cells, found: { member: person, payment: { ...completed, mode, reference }, named } }]
  })
  const recorded = await listMembersWithPayment(
    db,
    paid.map(({ found }) => found),
  )
  for (const { cells, found } of paid)
    if (recorded.has(found.member.id))
      for (const column of Object.keys(cells).filter(isPaymentColumn)) delete cells[column]
}
