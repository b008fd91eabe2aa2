/** Finds reasons in a line to doubt that it is a payment of dues by the proposed member. */
import { findAgeWords, withoutNameOf } from '#features/ledger/named-charges.ts'
import { financialYearOf } from '#shared/financial-year.ts'
import { tokensOf } from '#shared/values/reference.ts'
import type { AmountComparison, AmountsOwed, OpenCharge } from '../charges/amounts-owed.ts'
import { otherChargeNamed } from '../charges/named-charges.ts'
import { type Candidate, conflictingCandidate, isWeakClue } from '../clues/candidates.ts'
import { clueSentence } from '../clues/clue-sentence.ts'
import type { KnownMember, MemberIndex } from '../clues/identify.ts'
import type { NoticeFinder } from '../clues/notice-references.ts'
import { allNamesOf } from '../names/names-of-member.ts'
import { lineText, type OpenLine } from '../words/line-text.ts'
import { repairWords } from '../words/repair-words.ts'
import { findOtherPurpose } from './other-purpose.ts'
import { unexplainedWords, wordOfOtherMember } from './unexplained-words.ts'

/** What is known of the members that lines may be from. */
export interface MemberFacts {
  members: ReadonlyMap<string, KnownMember>
  memberIndex: Pick<MemberIndex, 'numbers' | 'findByWord' | 'findNames'>
  /** The open charges of candidates; not the dues of members whose dues for the year are not raised. */
  charges: ReadonlyMap<string, readonly OpenCharge[]>
  /** Candidates who have paid a part of a charge that is open. */
  partlyPaid: ReadonlySet<string>
  /** The financial years for which candidates owe, like '2026-27'. */
  years: ReadonlyMap<string, readonly string[]>
  /** The association's names, which its members write. */
  associationNames: string
}

export interface DoubtFacts extends MemberFacts {
  noticeFinder: NoticeFinder
  amountsOwed: AmountsOwed
}

/** A sentence that quotes the words of the line that do not fit dues of this member; undefined if there are none. */
export function doubtOf(
  line: OpenLine,
  personId: string | null | undefined,
  candidates: readonly Candidate[],
  facts: DoubtFacts,
): string | undefined {
  const { members, years, charges, associationNames, memberIndex } = facts
  const narration = repairWords(line.narration)
  const member = members.get(personId ?? '')
  const comparison = member && facts.amountsOwed.compareWithLine(member.id, line)
  const text = comparison
    ? withoutChargeNames(narration, comparison, charges.get(member.id) ?? [])
    : narration
  const doubt = otherPurposeOf(text, member, associationNames)
  if (doubt !== undefined) return doubt
  const number = memberIndex.numbers.findUnknown(lineText(line))
  if (number) return `The description has ${number}, a membership number that no active member has.`
  if (!member || !comparison) return undefined
  const charge = otherChargeNamed(withoutNumber(text, member.membership_number ?? ''), {
    charges: charges.get(member.id) ?? [],
    years: years.get(member.id) ?? [],
    comparison,
    amount_paise: line.amount_paise,
    day: line.date,
  })
  if (charge) return charge
  const reference = otherNoticeReference(line, member, candidates, facts)
  if (reference) return reference
  const [best] = candidates
  if (!best || !needsExplanation(best, candidates)) return undefined
  const otherNumber = memberIndex.numbers.findOther(narration, member)
  if (otherNumber !== undefined)
    return `The description has ${otherNumber}, which may be the membership number of another member.`
  const payer = upiIdOfOther(member.id, candidates)
  if (payer) return `${clueSentence(payer, facts)}.`
  const thisYear = financialYearOf(line.date).name
  const owesEarlier = charges.get(member.id)?.some(({ year }) => year < thisYear)
  return (
    unexplainedWords(owesEarlier ? withoutOldBalance(text) : text, member, {
      associationNames,
      hasPaidPart: facts.partlyPaid.has(member.id),
    }) ?? wordOfOtherMember(text, member, { findByWord: memberIndex.findByWord, associationNames })
  )
}

/**
 * The narration without words like 'OLD BALANCE', which mean a charge of an earlier year. 'ARREARS' always mean
 * dues.
 */
const withoutOldBalance = (narration: string): string => {
  const { old } = findAgeWords(narration)
  return old !== undefined && /\s/.test(old) ? narration.replace(old, '/') : narration
}

export const otherPurposeOf = (
  text: string,
  member: KnownMember | undefined,
  associationNames: string,
): string | undefined =>
  findOtherPurpose(text, `${member ? allNamesOf(member) : ''} ${associationNames}`)

/**
 * The narration without the names of the charges that the line pays or may pay: 'SEMINAR' is no other purpose if the
 * member owes a seminar.
 */
export const withoutChargeNames = (
  narration: string,
  { paysEverything, paidCharge, possibleCharges }: AmountComparison,
  open: readonly OpenCharge[],
): string =>
  (paysEverything ? open : paidCharge ? [paidCharge] : possibleCharges)
    .filter(({ label }) => label !== '')
    .reduce((text, one) => withoutNameOf(one, text), narration)

/** A membership number may have a year: 'OEM/2025/001'. */
const withoutNumber = (narration: string, number: string): string => {
  const parts = number.match(/[\p{L}\p{N}]+/gu) ?? []
  return parts.length === 0
    ? narration
    : narration.replace(new RegExp(parts.join('[^\\p{L}\\p{N}]*'), 'giu'), '/')
}

/** A sentence that quotes a text like the reference of a dues notice that is not this member's. */
function otherNoticeReference(
  line: OpenLine,
  member: KnownMember,
  candidates: readonly Candidate[],
  { noticeFinder }: DoubtFacts,
): string | undefined {
  const text = noticeFinder.findOther(tokensOf(lineText(line)), member.id)
  const isMentioned = candidates.some(
    (one) => one.by === 'notice' && one.written === text && one.person_id === member.id,
  )
  return text === undefined || isMentioned
    ? undefined
    : `The description has ${text}, which is not the reference of their dues notice.`
}

/** The UPI ID of another member, by its name or by an earlier payment, unless it may also be this member's. */
const upiIdOfOther = (
  personId: string,
  candidates: readonly Candidate[],
): Candidate | undefined => {
  const ofUpiIds = candidates.filter(
    (one) => one.by === 'upi' || (one.by === 'account' && one.isUpi),
  )
  return ofUpiIds.some(({ person_id }) => person_id === personId) ? undefined : ofUpiIds[0]
}

/**
 * Members also write their name, phone or short number when they pay for something other than dues, so the other words
 * of the line must be explained. A full number or a reference is clear enough. If the line points to another member,
 * that doubt is stated elsewhere.
 */
const needsExplanation = (best: Candidate, candidates: readonly Candidate[]): boolean =>
  best.by === 'name'
    ? best.strength === 'full' || best.strength === 'person' || best.isLongBeginning
    : isWeakClue(best) && conflictingCandidate(best, candidates) === undefined
