/** The lines of a receipt, and what the member owed when it was issued. */
import { type Instant, isoDay } from '#shared/dates.ts'
import { financialYear } from '#shared/financial-year.ts'
import type { Paise } from '#shared/rupees.ts'
import { sum } from '#shared/sum.ts'
import { applyWithDues } from '../account.ts'
import { type AccountEntry, type PaperEntry, recordedUntil } from '../account-entries.ts'
import { isRaisedAfter } from '../book-parts.ts'
import type { Charge, ValidDays } from '../charges.ts'
import { creditOfPaper } from '../credit.ts'
import type { ReceiptLine } from './content.ts'
import { noTax, type TaxTreatment } from './tax.ts'

interface PaidLines {
  lines: ReceiptLine[]
  /** The tax of each line; null for the association's tax. */
  taxes: (TaxTreatment | null)[]
  owed_paise: Paise
  /** The part of the money that the member deducted as tax. */
  tds_paise: Paise
  /** The numbers of its certificates. */
  tds_certificate: string
}

/**
 * The lines of a receipt, for the payment and the tax that was deducted from it, and what the member still owed on the
 * day of recording. `entries` are all of the member's entries; those that were recorded after the payment do not count.
 */
export function receiptLines(entries: readonly AccountEntry[], payment: AccountEntry): PaidLines {
  const recorded = recordedUntil(entries, payment)
  const { charges, settlements, settledDues } = applyWithDues(recorded)
  const year = financialYear(new Date(payment.paid_at)).name
  const money = recorded.filter(
    ({ id, paid_with }) => id === payment.id || paid_with === payment.id,
  )
  const deducted = money.filter(({ kind }) => kind === 'tds')
  const taxes: PaidLines['taxes'] = []
  const paidFor = charges.flatMap((charge): ReceiptLine[] => {
    const parts = settlements.filter(
      (part) => money.some(({ id }) => id === part.money_id) && part.charge === charge,
    )
    if (parts.length === 0) return []
    const covered = settledDues.find((dues) => dues.charge === charge)
    const paise = sum(parts, (part) => part.paise)
    taxes.push(taxOfCharge(charge))
    return [lineOf(charge, { paise, covered, year })]
  })
  const amount = amountOf(money)
  const advance = amount - sum(paidFor, ({ paise }) => paise)
  return {
    lines: advance > 0 ? [...paidFor, { ...emptyLine, item: 'advance', paise: advance }] : paidFor,
    taxes: advance > 0 ? [...taxes, null] : taxes,
    tds_paise: amountOf(deducted),
    tds_certificate: deducted.flatMap(({ reference }) => reference || []).join(', '),
    owed_paise: owedOn(charges, payment.recorded_at),
  }
}

const noDeduction = { tds_paise: 0, tds_certificate: '' }

/** The line of a charge with a paper of its own, for its whole amount, and what the member owes when it is raised. */
export function chargeLine(entries: readonly AccountEntry[], entry: AccountEntry): PaidLines {
  const { charges } = applyWithDues(recordedUntil(entries, entry))
  const charge = charges.find(({ id }) => id === entry.id)
  if (!charge) throw new Error(`The charge ${entry.id} is missing`)
  const year = financialYear(new Date(entry.paid_at)).name
  const own = { ...charge, paper: null, open_paise: 0 }
  const { valid_from, valid_to } = charge
  const covered = charge.item === 'dues' ? { valid_from, valid_to } : undefined
  return {
    lines: [lineOf(own, { paise: charge.amount_paise, covered, year })],
    taxes: [taxOfCharge(own)],
    ...noDeduction,
    owed_paise: owedOn(charges, entry.recorded_at, charge.id),
  }
}

/** The line of a paper entry: the part of a charge that credit pays, with what the member still owes afterwards. */
export function creditLine(entries: readonly AccountEntry[], paper: PaperEntry): PaidLines {
  const { charges, settledDues } = applyWithDues(recordedUntil(entries, paper))
  const { charge, paise } = creditOfPaper(entries, paper)
  const year = financialYear(new Date(paper.paid_at)).name
  const covered = settledDues.find((dues) => dues.charge.id === charge.id)
  return {
    lines: [lineOf(charge, { paise, covered, year })],
    taxes: [taxOfCharge(charge)],
    ...noDeduction,
    owed_paise: owedOn(charges, paper.recorded_at, charge.id),
  }
}

/** What is open of the charges that count on this day, and of the charge that the paper is for. */
const owedOn = (charges: readonly Charge[], moment: Instant, own?: string): Paise =>
  sum(
    charges.filter(({ id, counts_from }) => id === own || counts_from <= isoDay(moment)),
    ({ open_paise }) => open_paise,
  )

/**
 * The charge's own tax; null for the association's tax. A refund that the member returns has no tax, and neither has
 * money for a charge that has its own paper, because that paper states the tax.
 */
export const taxOfCharge = ({ item, tax, paper }: Charge): TaxTreatment | null =>
  item === 'refund to return' || paper !== null ? noTax : tax

const amountOf = (money: readonly AccountEntry[]): Paise =>
  sum(money, ({ amount_paise }) => amount_paise)

export const emptyLine = {
  year: '',
  label: '',
  is_arrears: false,
  is_part: false,
  valid_from: null,
  valid_to: null,
}

interface Paid {
  paise: Paise
  /** The days of dues that are settled. */
  covered: ValidDays | undefined
  /** The financial year of the payment. */
  year: string
}

/** The purpose of a line. Receipts state the year of dues and arrears only. */
export const subjectOf = ({ item, year, label }: Pick<ReceiptLine, 'item' | 'year' | 'label'>) =>
  `${item} ${item === 'dues' || item === 'arrears' ? year : ''} ${label}`

const lineOf = (charge: Charge, { paise, covered, year }: Paid): ReceiptLine => ({
  ...emptyLine,
  item: charge.item,
  year: charge.item === 'dues' || charge.item === 'arrears' ? charge.year : '',
  label: charge.label,
  is_arrears: charge.item === 'dues' && charge.year < year,
  is_part: charge.open_paise > 0,
  ...(isRaisedAfter(charge, year) && { raised_in: charge.raised_in }),
  ...(charge.paper !== null && { invoice: charge.paper }),
  ...(covered && { valid_from: covered.valid_from, valid_to: covered.valid_to }),
  paise,
})
