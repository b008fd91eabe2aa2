/** Proposes a payment for a line that has a reference, a number, a phone or an account of a member. */
import type { Proposal } from '../../../answers.ts'
import {
  type Candidate,
  conflictingCandidate,
  hasOwnNumber,
  isMistypedNotice,
  isPayerClue,
  isWeakClue,
} from '../clues/candidates.ts'
import { clueSentence } from '../clues/clue-sentence.ts'
import { hasBeginningOfName } from '../doubts/unexplained-words.ts'
import { companyOrName } from '../names/names-of-member.ts'
import { mentionsDues } from '../words/bank-words.ts'
import { type OpenLine, withoutUpiIds } from '../words/line-text.ts'
import { alreadyProposed, isAlreadyProposed } from './already-proposed.ts'
import { type CurrentFacts, companyNameById } from './facts.ts'
import { noProposal, paymentProposal } from './proposal.ts'
import { amountSentence, sameReportedReference } from './sentences.ts'

export function proposeByReference(
  line: OpenLine,
  candidate: Candidate,
  candidates: readonly Candidate[],
  facts: CurrentFacts,
): Proposal {
  const { amount_paise } = line
  const { person_id } = candidate
  const reporters = candidates.filter(({ by }) => by === 'reported')
  const claims = reporters.filter((one) => one.person_id !== person_id)
  if (claims.length > 0 && !hasOwnNumber(candidate, candidates))
    return reportedBySeveral(reporters, candidates, facts)
  const others = candidates.filter((one) => !claims.includes(one))
  const conflict = facts.members.get(conflictingCandidate(candidate, others)?.person_id ?? '')
  const clue = clueSentence(candidate, facts)
  const also = conflict ? ` The description also points to ${companyOrName(conflict)}.` : ''
  const doubtful = claims
    .map((claim) => ` ${clueSentence(claim, facts)}: this claim is doubtful.`)
    .join('')
  if (isAlreadyProposed(person_id, facts)) return alreadyProposed(line, candidate, clue, facts)
  const owes = facts.amountsOwed.compareWithLine(person_id, line)
  // A payment of a member who owes nothing is proposed only by a number of the portal or by their report.
  if (owes.owed === 0 && isPayerClue(candidate))
    return noProposal(amountSentence(clue, amount_paise, { ...owes, isNotRaised: false }))
  const isReported = candidate.by === 'reported' && candidate.amount_paise === amount_paise
  const isClear = identifiesMember(line, candidate, facts)
  const isOwed = owes.paysEverything || owes.paidCharge !== undefined
  const isSure = (isOwed || isReported) && isClear && !conflict && claims.length === 0
  const reason =
    isReported && !isOwed
      ? `${clue}, and the amount is the same.`
      : amountSentence(clue, amount_paise, {
          ...owes,
          isNotRaised: facts.notRaised.has(person_id),
        })
  return paymentProposal(person_id, isSure, `${reason}${also}${doubtful}`)
}

/** Several members reported the same reference: at most one of them has paid. */
function reportedBySeveral(
  reporters: readonly Candidate[],
  candidates: readonly Candidate[],
  facts: CurrentFacts,
): Proposal {
  const ids = [...new Set(reporters.map(({ person_id }) => person_id))]
  const companies = ids.map((id) => companyNameById(id, facts)).filter((name) => name !== '')
  const reason = sameReportedReference(companies)
  const named = candidates.find((one) => one.by === 'name' || isPayerClue(one))
  const isNamed = named && reporters.some(({ person_id }) => person_id === named.person_id)
  return isNamed && !isAlreadyProposed(named.person_id, facts)
    ? paymentProposal(named.person_id, false, `${reason} ${clueSentence(named, facts)}.`)
    : noProposal(reason)
}

/** Whether a clue identifies the member without doubt. */
function identifiesMember(
  { narration }: OpenLine,
  candidate: Candidate,
  facts: CurrentFacts,
): boolean {
  const { by, person_id } = candidate
  const isNamed = facts.memberIndex
    .findNames(withoutUpiIds(narration))
    .matches.some(({ id, personSpelling }) => id === person_id && personSpelling !== 'apart')
  if (by === 'phone') return isNamed || isPhoneOfMember(narration, person_id, facts)
  if (isWeakClue(candidate)) return isNamed
  return !isPayerClue(candidate) && by !== 'receipt' && !isMistypedNotice(candidate)
}

/**
 * Whether the owner of a phone pays for this member: the line has the beginning of its name, or says that it is dues
 * and the owner has no other firm.
 */
function isPhoneOfMember(narration: string, personId: string, facts: CurrentFacts): boolean {
  const member = facts.members.get(personId)
  if (!member) return false
  if (hasBeginningOfName(narration, member, facts.associationNames)) return true
  const { matches } = facts.memberIndex.findNames(member.name)
  return mentionsDues(narration) && matches.every(({ id }) => id === personId)
}
