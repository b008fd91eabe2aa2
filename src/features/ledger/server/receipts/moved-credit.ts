/**
 * Money that becomes credit when an entry is void pays what is open, without a paper (decision 109). Where its paper says
 * another tax than the charge has, the administrator reads it before. Nothing is refused.
 */
import type { Database } from '#platform/server/database/database.ts'
import { isoDay, longDate } from '#shared/dates.ts'
import { formatRupees } from '#shared/rupees.ts'
import { chargeName } from '../../charge-name.ts'
import type { Charge } from '../../charges.ts'
import { adjustedBy, taxesOf } from '../../receipts/content.ts'
import { taxOfCharge } from '../../receipts/lines.ts'
import { noTax } from '../../receipts/tax.ts'
import { type Settled, settlementsOf } from '../../settlements.ts'
import { isOther, type PaperTax, readTaxRules, type TaxRules } from '../credit-papers.ts'
import type { LedgerRow } from '../queries.ts'
import { creditOn, standingOf, storedContent } from './record.ts'

interface Known {
  /** All entries of the member before and after, in the order of recording. */
  before: readonly LedgerRow[]
  after: readonly LedgerRow[]
  was: Settled
  is: Settled
  rules: TaxRules
}

/** `after` are the entries of the member with those that a void would add to `before`. */
export async function movedToOtherTax(
  db: Database,
  before: readonly LedgerRow[],
  after: readonly LedgerRow[],
): Promise<string[]> {
  const rules = await readTaxRules(db)
  const known = { before, after, was: settlementsOf(before), is: settlementsOf(after), rules }
  const sentences: string[] = []
  for (const charge of known.is.charges) {
    const raised = before.find(({ id }) => id === charge.id)
    if (!raised) continue
    const own = taxOfCharge(charge) ?? rules.taxOn(isoDay(raised.recorded_at))
    for (const { money, paise } of creditOn(after, known.is, charge.id)) {
      const moved = paise - paidOf(creditOn(before, known.was, charge.id), money.id)
      if (moved <= 0) continue
      const taxes = await taxesOfFreed(db, money, known)
      if (taxes.some((tax) => isOther(own, tax, rules.gstin)))
        sentences.push(sentenceOf(charge, money, moved))
    }
  }
  return sentences
}

const paidOf = (credit: ReturnType<typeof creditOn>, moneyId: string): number =>
  credit.find(({ money }) => money.id === moneyId)?.paise ?? 0

/** What the papers of a payment say of the money that becomes credit. */
async function taxesOfFreed(db: Database, money: LedgerRow, known: Known): Promise<PaperTax[]> {
  const { before, after, was, is, rules } = known
  const ofDay = rules.taxOn(isoDay(money.paid_at))
  const standing = await standingOf(db, before, money.id)
  // An import has the paper of the office, as the association taxed payments then.
  if (standing.length === 0) return [ofDay]
  const taxes = standing.flatMap(({ paper }) => taxesOf(paper))
  const freed = was.charges.filter(
    ({ id }) =>
      paidOf(creditOn(before, was, id), money.id) > paidOf(creditOn(after, is, id), money.id),
  )
  if (taxes.length === 1 || freed.length === 0) return taxes
  const numbers = new Set(standing.map(({ paper }) => paper.number))
  const ofCharges: PaperTax[] = []
  for (const charge of freed) {
    // The paper of a charge that credit paid gives the advance its tax back.
    const paper = charge.paper === null ? undefined : await storedContent(db, charge.id)
    const advances = paper ? adjustedBy(paper).filter(({ number }) => numbers.has(number)) : []
    if (advances.length > 0) ofCharges.push(...advances.flatMap((one) => one.taxes))
    else ofCharges.push(charge.paper === null ? (taxOfCharge(charge) ?? ofDay) : noTax)
  }
  return ofCharges
}

function sentenceOf(charge: Charge, money: LedgerRow, moved: number): string {
  const [amount, name] = [formatRupees(moved), chargeName(charge)]
  const payment = `the payment of ${formatRupees(money.amount_paise)} of ${longDate(isoDay(money.paid_at))}`
  return charge.paper === null
    ? `The ${amount} that becomes credit now pays “${name}”, which has another tax. No invoice is made for this: reverse ${payment} and record it again, or ask your accountant.`
    : `The ${amount} that becomes credit now pays “${name}”, which has a paper of its own, No. ${charge.paper}. No credit note is made for this: reverse ${payment} and record it again, or ask your accountant.`
}
