/**
 * Which charges get a paper of their own (decision 109): those that credit pays when they are raised, where the paper of
 * that credit says another tax than the charge has.
 */
import type { Database } from '#platform/server/database/database.ts'
import { isOneOf } from '#platform/server/database/engine-sql.ts'
import { isoDay } from '#shared/dates.ts'
import { byRecording } from '../account-entries.ts'
import type { LineTax } from '../receipts/content.ts'
import { taxOfCharge } from '../receipts/lines.ts'
import { noTax, type TaxTreatment } from '../receipts/tax.ts'
import { settlementsOf } from '../settlements.ts'
import { type LedgerRow, listLedgersOf } from './queries.ts'
import { takeReceiptNumber } from './receipt-numbers.ts'
import { isPaperOfGst } from './receipts/invoice-numbers.ts'
import { readReceiptSettings, treatmentOn } from './receipts/queries.ts'
import { advanceTaken } from './receipts/record.ts'

/** The entries, with numbers for the charges that get a paper. They are not inserted yet. */
export async function withPapers(
  db: Database,
  entries: readonly LedgerRow[],
): Promise<readonly LedgerRow[]> {
  const charged = new Set(entries.flatMap((one) => (one.kind === 'charge' ? [one.person_id] : [])))
  const owners = await withCredit(db, [...charged])
  if (owners.length === 0) return entries
  const ledgers = await listLedgersOf(db, owners)
  const numbers = new Map<string, string>()
  for (const charge of entries) {
    const rows = ledgers.get(charge.person_id)
    if (charge.kind !== 'charge' || !rows) continue
    const known = [...rows, ...entries.filter(({ person_id: id }) => id === charge.person_id)]
    if (await getsPaper(db, known.toSorted(byRecording), charge))
      numbers.set(charge.id, await takeReceiptNumber(db, new Date(charge.recorded_at)))
  }
  return entries.map((one) => ({
    ...one,
    receipt_number: numbers.get(one.id) ?? one.receipt_number,
  }))
}

async function withCredit(db: Database, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const people = await db
    .selectFrom('person')
    .select('id')
    .where(isOneOf(db, 'id', ids))
    .where('credit_paise', '>', 0)
    .execute()
  return people.map(({ id }) => id)
}

/** `rows` are all entries of the member, with the charge. */
async function getsPaper(
  db: Database,
  rows: readonly LedgerRow[],
  { id, recorded_at }: LedgerRow,
): Promise<boolean> {
  const { charges, settlements } = settlementsOf(rows)
  const charge = charges.find((one) => one.id === id)
  const parts = settlements.filter(({ charge: paid, kind }) => paid.id === id && kind !== 'waiver')
  if (!charge || parts.length === 0) return false
  const gstin = (await readReceiptSettings(db)).get('association_gstin') ?? ''
  const own = taxOfCharge(charge) ?? (await treatmentOn(db, isoDay(recorded_at))) ?? noTax
  for (const { money_id, paise } of parts) {
    const money = rows.find((row) => row.id === money_id)
    if (!money) continue
    const taken = await advanceTaken(db, rows, money, paise)
    // An import has the paper of the office, as the association taxed payments then.
    const taxes = taken?.taxes ?? [(await treatmentOn(db, isoDay(money.paid_at))) ?? noTax]
    if (taxes.some((tax) => isOther(own, tax, gstin))) return true
  }
  return false
}

type PaperTax = Pick<TaxTreatment, 'kind' | 'rate' | 'sac'> &
  Partial<Pick<LineTax, 'place_of_supply'>>

function isOther(own: TaxTreatment, paper: PaperTax, gstin: string): boolean {
  const keyOf = (tax: PaperTax) =>
    isPaperOfGst(tax, gstin) ? `${tax.kind} ${tax.rate} ${tax.sac}` : 'receipt'
  const isElsewhere =
    !!own.place && !!paper.place_of_supply && own.place !== paper.place_of_supply.slice(0, 2)
  return keyOf(own) !== keyOf(paper) || (own.kind === 'invoice' && isElsewhere)
}
