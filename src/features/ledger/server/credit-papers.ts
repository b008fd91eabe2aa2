/**
 * Decides which charges get a paper of their own (decision 109): those that credit pays when they are raised, if the
 * paper of that credit says another tax than the charge has.
 */
import type { Database } from '#platform/server/database/database.ts'
import { isoDay } from '#shared/dates.ts'
import { byRecording } from '../account-entries.ts'
import type { LineTax } from '../receipts/content.ts'
import { taxOfCharge } from '../receipts/lines.ts'
import { noTax, type TaxTreatment } from '../receipts/tax.ts'
import { type Settled, settlementsOf } from '../settlements.ts'
import { listWithCredit } from './account-queries.ts'
import { type LedgerRow, listLedgersOf } from './queries.ts'
import { takeReceiptNumber } from './receipt-numbers.ts'
import { isPaperOfGst } from './receipts/invoice-numbers.ts'
import { listTreatments, readReceiptSettings } from './receipts/queries.ts'
import { advancesTaken, creditOn } from './receipts/record.ts'

/** The entries, with numbers for the charges that get a paper. They are not inserted yet. */
export async function withPapers(
  db: Database,
  entries: readonly LedgerRow[],
): Promise<readonly LedgerRow[]> {
  const charged = new Set(entries.flatMap((one) => (one.kind === 'charge' ? [one.person_id] : [])))
  const owners = await listWithCredit(db, [...charged])
  if (owners.length === 0) return entries
  const ledgers = await listLedgersOf(db, owners)
  const rules = await readTaxRules(db)
  const numbers = new Map<string, string>()
  for (const [personId, own] of Map.groupBy(entries, ({ person_id }) => person_id)) {
    const before = ledgers.get(personId)
    if (!before) continue
    const rows = [...before, ...own].toSorted(byRecording)
    const settled = settlementsOf(rows)
    for (const charge of own.filter(({ kind }) => kind === 'charge'))
      if (await getsPaper(db, { rows, settled }, charge, rules))
        numbers.set(charge.id, await takeReceiptNumber(db, new Date(charge.recorded_at)))
  }
  return entries.map((one) => ({
    ...one,
    receipt_number: numbers.get(one.id) ?? one.receipt_number,
  }))
}

export interface TaxRules {
  /** The GSTIN of the association. */
  gstin: string
  /** How payments of a day are taxed. */
  taxOn: (day: string) => TaxTreatment
}

export async function readTaxRules(db: Database): Promise<TaxRules> {
  const settings = await readReceiptSettings(db)
  // The latest first.
  const treatments = await listTreatments(db)
  return {
    gstin: settings.get('association_gstin') ?? '',
    taxOn: (day) => treatments.find(({ valid_from }) => valid_from <= day) ?? noTax,
  }
}

/** All entries of a member with the planned ones, and what the money pays. */
interface Known {
  rows: readonly LedgerRow[]
  settled: Settled
}

async function getsPaper(
  db: Database,
  { rows, settled }: Known,
  { id, recorded_at }: LedgerRow,
  { gstin, taxOn }: TaxRules,
): Promise<boolean> {
  const charge = settled.charges.find((one) => one.id === id)
  if (!charge) return false
  const own = taxOfCharge(charge) ?? taxOn(isoDay(recorded_at))
  for (const { money, paise } of creditOn(rows, settled, id)) {
    const taken = await advancesTaken(db, rows, money, paise)
    // An import has the paper of the office, as the association taxed payments then.
    const taxes = taken?.flatMap((one) => one.taxes) ?? [taxOn(isoDay(money.paid_at))]
    if (taxes.some((tax) => isOther(own, tax, gstin))) return true
  }
  return false
}

export type PaperTax = Pick<TaxTreatment, 'kind' | 'rate' | 'sac'> &
  Partial<Pick<LineTax, 'place_of_supply'>>

/** Whether a charge has another tax than the paper of the money says. */
export function isOther(own: TaxTreatment, paper: PaperTax, gstin: string): boolean {
  const keyOf = (tax: PaperTax) =>
    isPaperOfGst(tax, gstin) ? `${tax.kind} ${tax.rate} ${tax.sac}` : 'receipt'
  const isElsewhere =
    !!own.place && !!paper.place_of_supply && own.place !== paper.place_of_supply.slice(0, 2)
  return keyOf(own) !== keyOf(paper) || (own.kind === 'invoice' && isElsewhere)
}
