/** The labels of a statement of account in both languages. */
import type { DocumentLanguage } from '#shared/association-details.ts'
import { numericDate } from '#shared/dates.ts'
import { formatRupees, type Paise } from '#shared/rupees.ts'
import type { VoidReason } from '../account-entries.ts'
import { modeLabel, receiptLabels } from './labels.ts'
import type { AccountStatementLine } from './statement.ts'
import { nameOfPaper } from './title.ts'

const english = {
  title: 'Statement of account',
  allEntries: (day: string) => `All entries up to ${day}`,
  year: (year: string) => `Financial year ${year}`,
  to: 'To',
  particulars: 'Particulars',
  charges: 'Charges',
  payments: 'Payments',
  balance: 'Balance',
  opening: 'Opening balance',
  closing: 'Closing balance',
  total: 'Total',
  none: 'No entries in these days.',
  payment: (mode: string) => (mode ? `Payment by ${mode}` : 'Payment'),
  reference: (reference: string) => `Reference ${reference}`,
  certificate: (number: string) => `Certificate ${number}`,
  waiver: 'Waived',
  tds: receiptLabels.en.tds,
  refund: 'Credit paid back',
  cancelled: (what: string) => `Cancelled: ${what}`,
  cancelledOn: {
    bounced: (day: string) => `Cancelled on ${day}: the bank returned the payment.`,
    'wrong member': (day: string) => `Cancelled on ${day}: it was recorded for the wrong member.`,
    'typed twice': (day: string) => `Cancelled on ${day}: it was recorded twice.`,
    replaced: (day: string) => `Cancelled on ${day}: another payment took its place.`,
    'import undone': (day: string) => `Cancelled on ${day}: the import was undone.`,
    'bulk payment undone': (day: string) => `Cancelled on ${day}: the bulk payment was undone.`,
    other: (day: string) => `Cancelled on ${day}.`,
  } satisfies Record<VoidReason, (day: string) => string>,
  number: (number: string) => `No. ${number}`,
  debit: (amount: string) => `${amount} Dr`,
  credit: (amount: string) => `${amount} Cr`,
  toPay: (day: string, amount: string) => `Balance to pay on ${day}: ${amount}`,
  inCredit: (day: string, amount: string) => `Credit on ${day}: ${amount}`,
  settled: (day: string) => `Nothing to pay on ${day}.`,
  onlyLater: (day: string, amount: string, years: string) =>
    `Nothing to pay on ${day}; ${amount} for ${years}.`,
  later: (amount: string) => `Of this, ${amount} is for a year that has not begun.`,
  signs: 'Dr: to be paid by the member. Cr: credit of the member.',
}

type Labels = typeof english

const hindi: Labels = {
  title: 'खाता विवरण',
  allEntries: (day) => `${day} तक की सभी प्रविष्टियां`,
  year: (year) => `वित्तीय वर्ष ${year}`,
  to: 'सेवा में',
  particulars: 'विवरण',
  charges: 'देय शुल्क',
  payments: 'भुगतान',
  balance: 'शेष',
  opening: 'प्रारंभिक शेष',
  closing: 'अंतिम शेष',
  total: 'कुल',
  none: 'इन दिनों में कोई प्रविष्टि नहीं है।',
  payment: (mode) => (mode ? `भुगतान: ${mode}` : 'भुगतान'),
  reference: (reference) => `संदर्भ ${reference}`,
  certificate: (number) => `प्रमाणपत्र ${number}`,
  waiver: 'माफ़ की गई राशि',
  tds: receiptLabels.hi.tds,
  refund: 'जमा राशि लौटाई गई',
  cancelled: (what) => `निरस्त: ${what}`,
  cancelledOn: {
    bounced: (day) => `दिनांक ${day} को निरस्त: बैंक ने भुगतान लौटा दिया।`,
    'wrong member': (day) => `दिनांक ${day} को निरस्त: यह प्रविष्टि गलत सदस्य के नाम दर्ज हुई थी।`,
    'typed twice': (day) => `दिनांक ${day} को निरस्त: यह प्रविष्टि दो बार दर्ज हुई थी।`,
    replaced: (day) => `दिनांक ${day} को निरस्त: इसकी जगह दूसरा भुगतान दर्ज हुआ।`,
    'import undone': (day) => `दिनांक ${day} को निरस्त: आयात वापस लिया गया।`,
    'bulk payment undone': (day) => `दिनांक ${day} को निरस्त: सामूहिक भुगतान वापस लिया गया।`,
    other: (day) => `दिनांक ${day} को निरस्त।`,
  },
  number: (number) => `क्रमांक ${number}`,
  debit: (amount) => `${amount} नामे`,
  credit: (amount) => `${amount} जमा`,
  toPay: (day, amount) => `दिनांक ${day} को देय शेष: ${amount}`,
  inCredit: (day, amount) => `दिनांक ${day} को जमा राशि: ${amount}`,
  settled: (day) => `दिनांक ${day} को कोई राशि देय नहीं है।`,
  onlyLater: (day, amount, years) => `दिनांक ${day} को कोई राशि देय नहीं है; ${years} के लिए ${amount}।`,
  later: (amount) => `इसमें से ${amount} उस वर्ष के लिए है जो अभी शुरू नहीं हुआ है।`,
  signs: 'नामे: सदस्य द्वारा देय। जमा: सदस्य के खाते में जमा।',
}

export const statementLabels: Record<DocumentLanguage, Labels> = { en: english, hi: hindi }

/** Names what a line is; its numbers are below. */
export function particularsOf(line: AccountStatementLine, language: DocumentLanguage): string {
  const labels = statementLabels[language]
  const { is_void, cancelled, number, paper, cancels, reference, kind } = line
  const named = (its: string) => `${nameOfPaper(paper ?? 'receipt', language)} ${its}`
  const name = nameOf(line, language)
  const facts = is_void
    ? [cancels && named(cancels), number && labels.number(number)]
    : [
        number && named(number),
        reference && (kind === 'tds' ? labels.certificate(reference) : labels.reference(reference)),
      ]
  const later = cancelled && labels.cancelledOn[cancelled.reason ?? 'other']
  return [
    is_void ? labels.cancelled(name) : name,
    facts.filter(Boolean).join(', '),
    cancelled && later?.(numericDate(cancelled.on)),
  ]
    .filter(Boolean)
    .join('\n')
}

function nameOf(
  { kind, item, year, label, mode }: AccountStatementLine,
  language: DocumentLanguage,
) {
  const labels = statementLabels[language]
  const { dues, joiningFee, otherCharge, refundToReturn, broughtForward } = receiptLabels[language]
  if (kind === 'payment') return labels.payment(mode === null ? '' : modeLabel(mode, language))
  if (kind !== 'charge') return labels[kind]
  if (item === 'arrears') return broughtForward(year)
  if (item === 'joining fee') return joiningFee
  if (item === 'refund to return') return refundToReturn
  return item === 'other' ? label || otherCharge : dues(year)
}

interface ClosingBalance {
  closing_paise: Paise
  /** The part of the closing balance that is for years that have not begun, and these years. */
  later_paise: Paise
  later_years: readonly string[]
}

/** The meaning of the closing balance on a day, with a note about charges that are not due yet. */
export function closingSentences(
  { closing_paise, later_paise, later_years }: ClosingBalance,
  day: string,
  language: DocumentLanguage,
): { balance: string; note?: string } {
  const labels = statementLabels[language]
  const amount = formatRupees(Math.abs(closing_paise))
  if (closing_paise === 0) return { balance: labels.settled(day) }
  if (closing_paise > 0) return { balance: labels.inCredit(day, amount) }
  if (later_paise === -closing_paise)
    return { balance: labels.onlyLater(day, amount, later_years.join(', ')) }
  const balance = labels.toPay(day, amount)
  return later_paise > 0 ? { balance, note: labels.later(formatRupees(later_paise)) } : { balance }
}

/** '₹5,000 Dr' for what is to be paid, '₹500 Cr' for credit. */
export function balanceLabel(paise: Paise, language: DocumentLanguage): string {
  const { debit, credit } = statementLabels[language]
  const amount = formatRupees(Math.abs(paise))
  if (paise === 0) return amount
  return paise < 0 ? debit(amount) : credit(amount)
}
