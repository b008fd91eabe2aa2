/** Members whose dues an earlier line pays: no payment is proposed for their other lines. */
import type { Proposal } from '../../../answers.ts'
import type { Candidate } from '../clues/candidates.ts'
import { otherPurposeOf } from '../doubts/line-doubts.ts'
import { unexplainedWords } from '../doubts/unexplained-words.ts'
import type { OpenLine } from '../words/line-text.ts'
import { repairWords } from '../words/repair-words.ts'
import type { CurrentFacts } from './facts.ts'
import { noProposal } from './proposal.ts'

/** Whether earlier lines are proposed for everything that the member owes. */
export const isAlreadyProposed = (personId: string, { owed, amountsOwed }: CurrentFacts): boolean =>
  (owed.get(personId) ?? 0) > 0 && amountsOwed.remainingOf(personId) === 0

/**
 * Proposes nothing for a line of a member whose dues another line pays; the reason says what else the line may be for.
 */
export function alreadyProposed(
  { narration }: OpenLine,
  { person_id }: Candidate,
  clue: string,
  { members, associationNames, partlyPaid }: CurrentFacts,
): Proposal {
  const text = repairWords(narration)
  const member = members.get(person_id)
  const hasPaidPart = partlyPaid.has(person_id)
  const doubt =
    otherPurposeOf(text, member, associationNames) ??
    (member && unexplainedWords(text, member, { associationNames, hasPaidPart }))
  const reason = `${clue}, but another line is proposed for what they owe.`
  return noProposal(doubt === undefined ? reason : `${reason} ${doubt}`)
}
