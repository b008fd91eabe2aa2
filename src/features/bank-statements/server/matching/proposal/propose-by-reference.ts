/** Proposes a payment for a line that has a reference, a number, a phone or an account of a member. */
import type { Proposal } from '../../../answers.ts'
import {
  type Candidate,
  isMistyped,
  isNumbered,
  isOfPayer,
  isWeak,
  otherMember,
} from '../clues/candidates.ts'
import { clueSentence } from '../clues/clue-sentence.ts'
import { hasBeginningOfName } from '../doubts/unexplained-words.ts'
import { companyOf } from '../names/names-of-member.ts'
import { saysDues } from '../words/bank-words.ts'
import { type OpenLine, withoutUpiIds } from '../words/line-text.ts'
import { isTaken, ofTaken } from './already-proposed.ts'
import { companyNameOf, type OpenFacts } from './facts.ts'
import { none, payment } from './proposal.ts'
import { amountSentence, sameReportedReference } from './sentences.ts'

export function byReference(
  line: OpenLine,
  candidate: Candidate,
  candidates: readonly Candidate[],
  facts: OpenFacts,
): Proposal {
  const { amount_paise } = line
  const { person_id } = candidate
  const reporters = candidates.filter(({ by }) => by === 'reported')
  const claims = reporters.filter((one) => one.person_id !== person_id)
  if (claims.length > 0 && !isNumbered(candidate, candidates))
    return byReports(reporters, candidates, facts)
  const others = candidates.filter((one) => !claims.includes(one))
  const conflict = facts.members.get(otherMember(candidate, others)?.person_id ?? '')
  const clue = clueSentence(candidate, facts)
  const also = conflict ? ` The description also points to ${companyOf(conflict)}.` : ''
  const doubtful = claims
    .map((claim) => ` ${clueSentence(claim, facts)}: this claim is doubtful.`)
    .join('')
  if (isTaken(person_id, facts)) return ofTaken(line, candidate, clue, facts)
  const owes = facts.debts.compare(person_id, line)
  // As with a name: only a number of the portal, or their report, says that they pay although they owe nothing.
  if (owes.owed === 0 && isOfPayer(candidate))
    return none(amountSentence(clue, amount_paise, { ...owes, isNotRaised: false }))
  const isReported = candidate.by === 'reported' && candidate.amount_paise === amount_paise
  const isClear = isProof(line, candidate, facts)
  const isOwed = owes.isAll || owes.charge !== undefined
  const isSure = (isOwed || isReported) && isClear && !conflict && claims.length === 0
  const reason =
    isReported && !isOwed
      ? `${clue}, and the amount is the same.`
      : amountSentence(clue, amount_paise, {
          ...owes,
          isNotRaised: facts.notRaised.has(person_id),
        })
  return payment(person_id, isSure, `${reason}${also}${doubtful}`)
}

/** Several members reported the same reference: at most one of them has paid. */
function byReports(
  reporters: readonly Candidate[],
  candidates: readonly Candidate[],
  facts: OpenFacts,
): Proposal {
  const ids = [...new Set(reporters.map(({ person_id }) => person_id))]
  const companies = ids.map((id) => companyNameOf(id, facts)).filter((name) => name !== '')
  const reason = sameReportedReference(companies)
  const named = candidates.find((one) => one.by === 'name' || isOfPayer(one))
  const isNamed = named && reporters.some(({ person_id }) => person_id === named.person_id)
  return isNamed && !isTaken(named.person_id, facts)
    ? payment(named.person_id, false, `${reason} ${clueSentence(named, facts)}.`)
    : none(reason)
}

/** Whether a clue shows the member. */
function isProof({ narration }: OpenLine, candidate: Candidate, facts: OpenFacts): boolean {
  const { by, person_id } = candidate
  const isNamed = facts.register
    .namesOf(withoutUpiIds(narration))
    .matches.some(({ id, personAs }) => id === person_id && personAs !== 'apart')
  if (by === 'phone') return isNamed || isOwnPhone(narration, person_id, facts)
  if (isWeak(candidate)) return isNamed
  return !isOfPayer(candidate) && by !== 'receipt' && !isMistyped(candidate)
}

/**
 * Whether the owner of a phone pays for this member: the line has the beginning of its name, or says that it is dues
 * and the owner has no other firm.
 */
function isOwnPhone(narration: string, personId: string, facts: OpenFacts): boolean {
  const member = facts.members.get(personId)
  if (!member) return false
  if (hasBeginningOfName(narration, member, facts.associationNames)) return true
  const { matches } = facts.register.namesOf(member.name)
  return saysDues(narration) && matches.every(({ id }) => id === personId)
}
