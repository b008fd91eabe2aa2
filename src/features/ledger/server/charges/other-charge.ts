/** Charges of another kind than dues: a stall at a fair, the fee of the bank for a returned payment. */
import type { PersonRow } from '#features/members/server/queries.ts'
import type { Database } from '#platform/server/database/database.ts'
import type { Caller } from '#platform/server/http/request-context.ts'
import { addDays, type Day, isoDay } from '#shared/dates.ts'
import { financialYearOf } from '#shared/financial-year.ts'
import type { Paise } from '#shared/rupees.ts'
import type { ChargeEntry } from '../../account-entries.ts'
import { bankFeeLabel } from '../../charge-name.ts'
import { noTax, type TaxTreatment } from '../../receipts/tax.ts'
import { entryWithoutMoney } from '../entries.ts'
import { type LedgerRow, withoutDues } from '../queries.ts'
import { readRates } from './rates-queries.ts'

export interface OtherCharge {
  label: string
  amount_paise: Paise
  due_on: Day
  /** null: as the association taxes payments on the day of the payment. */
  tax: TaxTreatment | null
}

/**
 * The charge before it is written, with the days of grace of dues for the year in which it is due. `entries` are all
 * entries of the member.
 */
export async function otherCharge(
  db: Database,
  {
    admin,
    member,
    entries,
    charge: { label, amount_paise, due_on, tax },
    now,
  }: {
    admin: Pick<Caller, 'id'>
    member: PersonRow
    entries: readonly LedgerRow[]
    charge: OtherCharge
    now: Date
  },
): Promise<LedgerRow<ChargeEntry>> {
  const year = financialYearOf(due_on).name
  const rate = (await readRates(db, member, [year]))[year]
  return {
    ...entryWithoutMoney(admin, member, entries, now),
    ...withoutDues,
    kind: 'charge',
    item: 'other',
    late_renewal: 'continues',
    amount_paise: -amount_paise,
    reference: label,
    tax_treatment: tax,
    year,
    due_on,
    grace_until: addDays(due_on, rate?.grace_days ?? 0),
    valid_from: due_on,
    valid_to: due_on,
  }
}

/** What the bank took for a returned payment: due at once, and no supply (Circular 178/10/2022-GST). */
export const bankFeeCharge = (amount_paise: Paise, now: Date): OtherCharge => ({
  label: bankFeeLabel,
  amount_paise,
  due_on: isoDay(now),
  tax: noTax,
})
