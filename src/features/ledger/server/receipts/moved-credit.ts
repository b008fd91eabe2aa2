/**
 * Previews the credit that pays an open charge when an entry becomes void. If the paper of the credit states another
 * tax than that of the charge, the portal makes a paper for it (credit-papers.ts).
 */
import type { Database } from '#platform/server/database/database.ts'
import { formatRupees } from '#shared/rupees.ts'
import { chargeName } from '../../charge-name.ts'
import type { LedgerRow } from '../queries.ts'
import { movedToOtherTax } from './credit-papers.ts'

/** `after` are the entries of the member with those that a void would add to `before`. */
export async function movedCreditWarnings(
  db: Database,
  before: readonly LedgerRow[],
  after: readonly LedgerRow[],
): Promise<string[]> {
  return (await movedToOtherTax(db, before, after)).map(({ charge, paise }) => {
    const moves = `${formatRupees(paise)} of credit now pays “${chargeName(charge)}”`
    return charge.paper === null
      ? `${moves}, which has another tax. The portal makes a paper for it, with the next number.`
      : `${moves}, which has a paper of its own, No. ${charge.paper}. The portal makes a receipt that ends the tax of this credit.`
  })
}
