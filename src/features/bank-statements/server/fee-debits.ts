/** Finds the debits for the bank's fees for returns, if the fee was recorded together with the return. */
import { type BankFee, listBankFees } from '#features/ledger/server/charges/bank-fee-queries.ts'
import { listReturnedCheques } from '#features/ledger/server/payments/cheque-queries.ts'
import type { Database } from '#platform/server/database/database.ts'
import { addDays, startOfDay } from '#shared/dates.ts'
import { findReturnFee, maxReturnDays, mentionsFee } from './matching/returns/returns.ts'
import { lineText } from './matching/words/line-text.ts'
import { type LineRow, listReturnedLines } from './queries.ts'

type Debit = Pick<LineRow, 'id' | 'day' | 'amount_paise' | 'narration' | 'reference'>

const withText = <One extends Debit>(debit: One) => ({
  ...debit,
  text: lineText(debit),
})

/** The charges of the fees by the ids of their debits; each charge is used once. */
export async function findFeeDebits(
  db: Database,
  debits: readonly Debit[],
): Promise<Map<string, BankFee>> {
  const feeOfDebit = new Map<string, BankFee>()
  const fees = debits.map(withText).filter(({ text }) => mentionsFee(text))
  const days = fees.map(({ day }) => day).toSorted()
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined) return feeOfDebit
  const since = addDays(first, -maxReturnDays)
  const returned = (await listReturnedLines(db, since, last)).map(withText)
  const cheques = await listReturnedCheques(
    db,
    returned.map(({ id }) => id),
  )
  const charges = new Set(await listBankFees(db, startOfDay(since)))
  for (const line of returned) {
    const fee = findReturnFee(
      line,
      fees.filter(({ id }) => !feeOfDebit.has(id)),
    )
    if (!fee) continue
    const people = line.entries.map(({ person_id }) => person_id)
    const ofCheque = cheques.find(({ returned_line_id }) => returned_line_id === line.id)
    const charge = [...charges].find(
      ({ id, person_id, amount_paise }) =>
        amount_paise === fee.amount_paise &&
        (ofCheque ? ofCheque.fee_entry_id === id : people.includes(person_id)),
    )
    if (!charge) continue
    charges.delete(charge)
    feeOfDebit.set(fee.id, charge)
  }
  return feeOfDebit
}
