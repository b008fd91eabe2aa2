import type { PersonRow } from '#features/members/server/queries.ts'
import type { Database } from '#platform/server/database/database.ts'
import { type Instant, isoDay } from '#shared/dates.ts'
import { stateName, stateOfGstin } from '#shared/india/states.ts'
import { accountOf } from '../../account.ts'
import { customerState } from '../../receipts/tax.ts'
import { listEntriesOf } from '../queries.ts'
import { readReceiptSettings } from './queries.ts'
import { findTreatmentOn } from './treatment-queries.ts'

/**
 * For the preview of a payment: the association's state, if the tax invoice would assume it because the member's
 * addresses name no state. undefined for a member without addresses: the law prescribes the association's state then.
 */
export async function assumedState(
  db: Database,
  member: PersonRow,
  paidAt: Instant,
): Promise<{ assumed_state?: string }> {
  const addresses = [member.address, member.certificate_postal_address, member.factory_address]
  if (!addresses.some(Boolean) || customerState(member.gstin, addresses) !== '') return {}
  const settings = await readReceiptSettings(db)
  const state = stateOfGstin(settings.get('association_gstin') ?? '')
  return state && (await isTaxed(db, member, paidAt)) ? { assumed_state: stateName(state) } : {}
}

async function isTaxed(db: Database, { id }: PersonRow, paidAt: Instant): Promise<boolean> {
  const treatment = await findTreatmentOn(db, isoDay(new Date(paidAt)))
  if (treatment?.kind === 'invoice') return true
  const { charges } = accountOf(await listEntriesOf(db, id))
  return charges.some(
    ({ open_paise, tax }) => open_paise > 0 && tax?.kind === 'invoice' && !tax.place,
  )
}
