/** The sentences that say why a member is proposed. */
import { formatRupees } from '#shared/rupees.ts'
import { joinWithAnd } from '#shared/sentences.ts'
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
      return `The description has ${candidate.text}, the reference of the dues notice of ${company}`
    case 'membership':
      return `The description has ${candidate.text}, the membership number of ${company}`
    case 'phone':
      return `The description has ${candidate.text}, the phone number of ${company}`
    case 'receipt':
      return `The description has ${candidate.text}, a receipt number of ${company}`
    case 'account':
      return candidate.isUpi
        ? `The UPI ID ${candidate.text} has paid for ${company} before`
        : `The account of '${candidate.text}' has paid for ${company} before`
    case 'name':
      return nameSentence(candidate.strength, company, candidate.person ?? member?.name ?? '')
  }
}

function nameSentence(strength: string, company: string, person: string): string {
  if (strength === 'full') return `The description has the name ${company}`
  if (strength === 'similar' || strength === 'beginning')
    return `The description has a name like ${company}`
  if (strength === 'person') return `The description has the name ${person}, of ${company}`
  return `The description has part of the name ${company}`
}

interface Owes {
  owed: number
  /** What remains of it after the lines that were proposed before. */
  remaining: number
  /** The dues are not raised. */
  isNotRaised: boolean
}

/** How the amount compares with what the member owes. */
export function amountClause(paid: number, { owed, remaining, isNotRaised }: Owes): string {
  if (owed === 0) return ', but they owe nothing.'
  if (remaining < owed && paid >= remaining) {
    const all = isNotRaised
      ? `the ${formatRupees(owed)} of the dues of the year`
      : `the ${formatRupees(owed)} they owe`
    return paid === remaining
      ? `; with the lines proposed before, ${formatRupees(paid)} comes to ${all}.`
      : `; with the lines proposed before, ${formatRupees(paid)} is more than ${all}.`
  }
  if (isNotRaised)
    return paid === owed
      ? `, and ${formatRupees(paid)} are the dues of the year.`
      : `; the dues of the year are ${formatRupees(owed)}.`
  if (paid === owed) return `, and ${formatRupees(paid)} is what they owe.`
  if (paid < owed) return `; ${formatRupees(paid)} is part of the ${formatRupees(owed)} they owe.`
  return `; ${formatRupees(paid)} is more than the ${formatRupees(owed)} they owe.`
}

/** What a treasurer does with a second credit of one reference, which is recorded once: `which` has it, too. */
export const sameReference = (which: string, utr: string): string =>
  `${which} the same reference ${utr}. If the bank credited the money once, ignore this line. If it credited the money twice, record the second payment with Record payment, on its day and without the reference, then mark this line as recorded.`
