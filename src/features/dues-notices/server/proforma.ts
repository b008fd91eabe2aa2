/** The tax of a notice, by which it is a proforma invoice: the tax invoice comes with the payment. */
import type { ReceiptContent } from '#features/ledger/receipts/content.ts'
import { customerState, stateCodeOf } from '#features/ledger/receipts/tax.ts'
import { treatmentOn } from '#features/ledger/server/receipts/queries.ts'
import { taxOf } from '#features/ledger/server/receipts/record.ts'
import type { Database } from '#platform/server/database/database.ts'
import type { World } from '#platform/server/world.ts'
import { isoDay } from '#shared/dates.ts'
import type { Notice } from '../answers.ts'
import type { NoticeDocument } from './notice-document.ts'
import type { MemberRow } from './queries.ts'

type Tax = ReceiptContent['tax']

/**
 * Makes printed notices of today. While payments of today get tax invoices, each has the tax that is part of what is
 * owed.
 */
export async function noticePrinter(
  db: Database,
  world: Pick<World, 'association' | 'now'>,
): Promise<(notice: Notice, member: MemberRow) => NoticeDocument> {
  const day = isoDay(world.now())
  const supplier = stateCodeOf(world.association().association_gstin)
  const treatment = await treatmentOn(db, day)
  const taxFor = (gstin: string, addresses: readonly string[], paise: number): Tax | null =>
    treatment?.kind === 'invoice' && supplier !== '' && paise > 0
      ? taxOf(paise, treatment, { supplier, customer: customerState(gstin, addresses) })
      : null
  return (notice, { gstin, ...member }) => {
    const addresses = [member.address, member.certificate_postal_address, member.factory_address]
    const address = addresses.find(Boolean) ?? ''
    return { notice, address, gstin, tax: taxFor(gstin, addresses, notice.owed_paise), day }
  }
}
