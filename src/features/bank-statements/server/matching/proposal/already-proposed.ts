/** Members whose dues an earlier line pays: nothing is proposed for another line of theirs. */
import type { Proposal } from '../../../answers.ts'
import type { Candidate } from '../clues/candidates.ts'
import { otherPurpose } from '../doubts/line-doubts.ts'
import { unexplainedWords } from '../doubts/unexplained-words.ts'
import type { OpenLine } from '../words/line-text.ts'
import { wholeWords } from '../words/whole-words.ts'
import type { OpenFacts } from './facts.ts'
import { none } from './proposal.ts'

/** An earlier line is proposed for all that the member owes. */
export const isTaken = (personId: string, { owed, debts }: OpenFacts): boolean =>
  (owed.get(personId) ?? 0) > 0 && debts.remainingOf(personId) === 0

/**
 * Nothing is proposed for a line of a member whose dues another line pays; the sentence says what else the line may
 * be for.
 */
export function ofTaken(
  { narration }: OpenLine,
  { person_id }: Candidate,
  clue: string,
  { members, associationNames, partlyPaid }: OpenFacts,
): Proposal {
  const text = wholeWords(narration)
  const member = members.get(person_id)
  const hasPaidPart = partlyPaid.has(person_id)
  const doubt =
    otherPurpose(text, member, associationNames) ??
    (member && unexplainedWords(text, member, { associationNames, hasPaidPart }))
  const reason = `${clue}, but another line is proposed for what they owe.`
  return none(doubt === undefined ? reason : `${reason} ${doubt}`)
}
