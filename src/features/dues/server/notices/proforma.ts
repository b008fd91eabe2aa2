/** The tax of a notice, by which it is a proforma invoice: the tax invoice comes with the payment. */
import { accountOf } from '#features/ledger/account.ts'
import { taxOfCharge } from '#features/ledger/receipts/lines.ts'
import { noTax, type TaxTreatment } from '#features/ledger/receipts/tax.ts'
import { supplyOf, taxedLines } from '#features/ledger/receipts/taxed-lines.ts'
import { type LedgerRow, listEntriesOfMembers } from '#features/ledger/server/queries.ts'
import { findTreatmentOn } from '#features/ledger/server/receipts/treatment-queries.ts'
import type { Database } from '#platform/server/database/database.ts'
import type { World } from '#platform/server/world.ts'
import { isoDay } from '#shared/dates.ts'
import type { Notice } from '../../notices/answers.ts'
import type { NoticeDocument } from './notice-document.ts'
import type { MemberRow } from './queries.ts'

/**
 * Makes printed notices of today for these members. While a payment of today would get a tax invoice, each has its
 * figures: every charge has its own tax.
 */
export async function noticePrinter(
  db: Database,
  world: Pick<World, 'association' | 'now'>,
  ids: readonly string[],
): Promise<(notice: Notice, member: MemberRow) => NoticeDocument> {
  const day = isoDay(world.now())
  const { association_gstin: ownGstin } = world.association()
  const treatment = (await findTreatmentOn(db, day)) ?? noTax
  const ledgers =
    ownGstin === '' ? new Map<string, LedgerRow[]>() : await listEntriesOfMembers(db, ids)
  return (notice, { gstin, ...member }) => {
    const addresses = [member.address, member.certificate_postal_address, member.factory_address]
    const address = addresses.find(Boolean) ?? ''
    const lines = notice.charges.map(({ open_paise }) => ({ paise: open_paise }))
    const own = taxesOfCharges(notice.charges, ledgers.get(member.id) ?? [])
    const treatments = own.map((tax) => tax ?? treatment)
    const taxed = taxedLines(lines, treatments, supplyOf(ownGstin, { gstin, addresses }))
    const isProforma = ownGstin !== '' && notice.owed_paise > 0 && taxed.tax.kind === 'invoice'
    return { notice, address, gstin, tax: isProforma ? taxed : null, day }
  }
}

/** The tax of each charge of a notice, which has no ids; null for the association's tax. */
function taxesOfCharges(
  charges: Notice['charges'],
  entries: readonly LedgerRow[],
): (TaxTreatment | null)[] {
  const { charges: left } = accountOf(entries)
  return charges.map(({ item, label, year, due_on, open_paise }) => {
    const index = left.findIndex(
      (one) =>
        one.item === item &&
        one.label === label &&
        one.year === year &&
        one.due_on === due_on &&
        one.open_paise === open_paise,
    )
    const [charge] = index < 0 ? [] : left.splice(index, 1)
    return charge ? taxOfCharge(charge) : null
  })
}
