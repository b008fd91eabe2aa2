/** The sentences that say why a member is proposed. */
import { formatRupees } from '#shared/rupees.ts'
import { joinWithAnd, joinWithOr } from '#shared/sentences.ts'
import type { Debt } from './debts.ts'
import type { Candidate, KnownMember } from './identify.ts'

export const companyOf = ({
  company_name,
  name,
}: Pick<KnownMember, 'company_name' | 'name'>): string => company_name || name

/** Several members reported payments with one reference. */
export const sameReportedReference = (companies: readonly string[]): string =>
  `${joinWithAnd(companies)} reported payments with the same reference. At most one of them has paid this.`

/** What the description has of the member. */
export function clueSentence(
  candidate: Candidate,
  { members }: { members: ReadonlyMap<string, KnownMember> },
): string {
  const member = members.get(candidate.person_id)
  const company = member ? companyOf(member) : 'a member'
  switch (candidate.by) {
    case 'reported':
      return `${company} reported a payment with the reference ${candidate.text}`
    case 'notice':
      return noticeSentence(candidate, company)
    case 'membership':
      return `The description has ${candidate.text}, the membership number of ${company}`
    case 'phone':
      return `The description has ${candidate.text}, the phone number of ${company}`
    case 'upi':
      return `The UPI ID ${candidate.text} may be that of ${company}`
    case 'receipt':
      return `The description has ${candidate.text}, a receipt number of ${company}`
    case 'account':
      return candidate.isUpi
        ? `The UPI ID ${candidate.text} has paid for ${company} before`
        : `The account of '${candidate.text}' has paid for ${company} before`
    case 'name':
      return nameSentence(candidate, company, candidate.person ?? member?.name ?? '')
  }
}

function noticeSentence(
  { text, written, spelling }: Extract<Candidate, { by: 'notice' }>,
  company: string,
): string {
  if (spelling === 'cut')
    return `The description has ${written}, the beginning of ${text}, the reference of the dues notice of ${company}`
  if (spelling === 'near')
    return `The description has ${written}, which may be mistyped for ${text}, the reference of the dues notice of ${company}`
  return `The description has ${text}, the reference of the dues notice of ${company}`
}

function nameSentence(
  { strength, personAs }: Extract<Candidate, { by: 'name' }>,
  company: string,
  person: string,
): string {
  if (strength === 'full') return `The description has the name ${company}`
  if (personAs === 'whole') return `The description has the name ${person}, of ${company}`
  if (strength === 'similar' || strength === 'beginning')
    return `The description has a name like ${company}`
  if (strength === 'person' && personAs === 'cut')
    return `The description has a name that may be cut from ${person}, of ${company}`
  if (strength === 'person' && personAs === 'apart')
    return `The description has the words of the name ${person}, of ${company}, but not together`
  return `The description has part of the name ${company}`
}

interface Owes extends Debt {
  /** The dues are not raised. */
  isNotRaised: boolean
}

/** Why the member is proposed (`clue`, a `clueSentence`), and how the amount compares with what they owe. */
export function amountSentence(
  clue: string,
  amount_paise: number,
  { owed: owed_paise, remaining, charge, isNotRaised }: Owes,
): string {
  const [paid, owed] = [formatRupees(amount_paise), formatRupees(owed_paise)]
  if (owed_paise === 0) return `${clue}, but they owe nothing.`
  if (charge) return `${clue}, and ${paid} is what is open of ${charge.name}.`
  if (remaining < owed_paise && amount_paise >= remaining) {
    const isAll = amount_paise === remaining
    if (isNotRaised)
      return isAll
        ? `${clue}; with the lines proposed before, ${paid} comes to the ${owed} of the dues of the year.`
        : `${clue}; with the lines proposed before, ${paid} is more than the ${owed} of the dues of the year.`
    return isAll
      ? `${clue}; with the lines proposed before, ${paid} comes to the ${owed} they owe.`
      : `${clue}; with the lines proposed before, ${paid} is more than the ${owed} they owe.`
  }
  if (isNotRaised)
    return amount_paise === owed_paise
      ? `${clue}, and ${paid} are the dues of the year.`
      : `${clue}; the dues of the year are ${owed}.`
  if (amount_paise === owed_paise) return `${clue}, and ${paid} is what they owe.`
  if (amount_paise < owed_paise) return `${clue}; ${paid} is part of the ${owed} they owe.`
  return `${clue}; ${paid} is more than the ${owed} they owe.`
}

/** Why a line is no new payment: one of `owner` in the ledger is the same. */
export const alreadyRecorded = {
  sameReference: (owner: string, utr: string): string =>
    `Already recorded: the payment of ${owner} has the same reference ${utr} and the same amount.`,
  otherAmount: (owner: string, utr: string, amount_paise: number): string =>
    `Already recorded: the payment of ${owner} has the same reference ${utr}, but its amount is ${formatRupees(amount_paise)}.`,
  sameCheque: (owner: string): string =>
    `Already recorded: the payment of ${owner} has the same cheque number and the same amount.`,
  sameDay: (owner: string): string =>
    `Already recorded: the payment of ${owner} has the same day and the same amount.`,
  together: (owners: readonly string[], utr: string): string =>
    `Already recorded: the payments of ${joinWithAnd(owners)} have the same reference ${utr} and together the same amount. Ignore the line.`,
}

/** A reference is recorded once. */
const whatToDoWithSecondCredit =
  'If the bank credited the money once, ignore this line. If it credited the money twice, record the second payment with Record payment, on its day and without the reference, then mark this line as recorded.'

export const sameReferenceAsLine = (utr: string): string =>
  `Another line has the same reference ${utr}. ${whatToDoWithSecondCredit}`

export const sameReferenceAsMatchedLine = (owner: string, utr: string): string =>
  `Another line, which is the payment of ${owner}, has the same reference ${utr}. ${whatToDoWithSecondCredit}`

const maxNamed = 3

/** 'A or B'; 'A, B or 8 other members'. */
export function mayMean(names: readonly string[]): string {
  const others = names.length - maxNamed + 1
  return joinWithOr(
    names.length <= maxNamed ? names : [...names.slice(0, maxNamed - 1), `${others} other members`],
  )
}
