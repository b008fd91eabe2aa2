/** Proposes a payment for a line that names members only by their names. */

import { formatRupees } from '#shared/rupees.ts'
import { joinWithAnd } from '#shared/sentences.ts'
import { sum } from '#shared/sum.ts'
import type { Proposal } from '../../../answers.ts'
import { type Candidate, isUnambiguous } from '../clues/candidates.ts'
import { clueSentence } from '../clues/clue-sentence.ts'
import { addedLegalForm } from '../doubts/unexplained-words.ts'
import { joinNamesWithOr } from '../names/names-of-member.ts'
import { mentionsDues } from '../words/bank-words.ts'
import type { OpenLine } from '../words/line-text.ts'
import { alreadyProposed, isAlreadyProposed } from './already-proposed.ts'
import { type CurrentFacts, companyNameById } from './facts.ts'
import { noProposal, paymentProposal } from './proposal.ts'
import { amountSentence } from './sentences.ts'

export function proposeByName(
  line: OpenLine,
  candidates: readonly Candidate[],
  facts: CurrentFacts,
): Proposal {
  const { amount_paise } = line
  const { amountsOwed } = facts
  const [best, next] = candidates
  if (best?.by !== 'name') return noProposal('No member matches this line.')
  if (best.namedTogether.length > 0) return severalMembersNamed(line, best.namedTogether, facts)
  const isOwnName = best.strength === 'full' && isUnambiguous(best, candidates)
  // If the line has the whole name of a member who owes nothing, no firm with a similar name is proposed.
  const isPaid =
    best.strength === 'full' && amountsOwed.compareWithLine(best.person_id, line).owed === 0
  const possible = isOwnName
    ? [best]
    : candidates.filter((one) => !isPaid || (one.by === 'name' && one.strength === 'full'))
  const owing = possible.filter(({ person_id }) => {
    const { remaining, paidCharge } = amountsOwed.compareWithLine(person_id, line)
    return remaining === amount_paise || paidCharge !== undefined
  })
  const [first, second] = owing
  const owes = ({ person_id }: Candidate) => ({
    ...amountsOwed.compareWithLine(person_id, line),
    isNotRaised: facts.notRaised.has(person_id),
  })
  const company = ({ person_id }: Candidate) => companyNameById(person_id, facts)
  if (first?.by === 'name') {
    const isBest = first === best
    const isFull = first.strength === 'full'
    const isAlike = ({ person_id }: Candidate) => first.equallyLikely.includes(person_id)
    // A member may be meant by a name and by a UPI ID.
    const alikeOwing = owing.filter(
      (one, at) =>
        isAlike(one) && owing.findIndex(({ person_id }) => person_id === one.person_id) === at,
    )
    const isRival = second?.by === 'name' && second.strength === first.strength && !first.isUnique
    const rivals = alikeOwing.length > 0 || !isRival ? alikeOwing : [second]
    if (rivals.length > 0)
      return noProposal(
        `The description may mean ${joinNamesWithOr([first, ...rivals].map(company))}, who owe the same amount.`,
      )
    const payer = candidates.find((one) => one.by === 'phone' && one.person_id !== first.person_id)
    const alike = candidates.find(isAlike) ?? payer
    const conflict = alike ? ` The description also points to ${company(alike)}.` : ''
    const others = isUnambiguous(first, candidates) ? [] : first.otherMeanings
    const meant = [first.person_id, ...others].map((id) => companyNameById(id, facts))
    const ambiguity = meant.length > 1 ? ` The description may mean ${joinNamesWithOr(meant)}.` : ''
    const own = owes(first)
    const member = isFull ? facts.members.get(first.person_id) : undefined
    const form = member && addedLegalForm(line.narration, member, facts.associationNames)
    const formNote = form === undefined ? '' : ` ${form}`
    const reason = `${amountSentence(clueSentence(first, facts), amount_paise, own)}${conflict}${ambiguity}${formNote}`
    const isOwn =
      (isFull && isUnambiguous(first, candidates)) ||
      (first.isLongBeginning && !alike) ||
      isContactPayingDues(line, first, candidates)
    return paymentProposal(
      first.person_id,
      isOwn &&
        isBest &&
        !payer &&
        !own.isNotRaised &&
        (own.paysEverything || own.paidCharge !== undefined),
      reason,
    )
  }
  const alike = candidates.filter(({ person_id }) => best.equallyLikely.includes(person_id))
  if (alike.length > 0)
    return noProposal(`The description may mean ${joinNamesWithOr([best, ...alike].map(company))}.`)
  const clue = clueSentence(best, facts)
  if (isAlreadyProposed(best.person_id, facts)) return alreadyProposed(line, best, clue, facts)
  const own = owes(best)
  const isLikely = best.strength === 'full' && own.remaining > 0 && (best.isUnique || !next)
  const reason = amountSentence(clue, amount_paise, own)
  return isLikely ? paymentProposal(best.person_id, false, reason) : noProposal(reason)
}

/** Whether the line has the whole name of one member's contact, names no other member, and says that it is dues. */
const isContactPayingDues = (
  { narration }: OpenLine,
  name: Extract<Candidate, { by: 'name' }>,
  candidates: readonly Candidate[],
): boolean =>
  name.strength === 'person' &&
  name.personSpelling === 'whole' &&
  name.isUnique &&
  mentionsDues(narration) &&
  candidates.every(({ person_id }) => person_id === name.person_id)

/** The line names several members by their full names: none of them alone is proposed. */
function severalMembersNamed(
  { amount_paise }: OpenLine,
  together: readonly string[],
  facts: CurrentFacts,
): Proposal {
  const names = joinWithAnd(together.map((id) => companyNameById(id, facts)))
  const owed = sum(together, (id) => facts.amountsOwed.remainingOf(id))
  return noProposal(
    owed === amount_paise
      ? `The description names ${names}, who owe ${formatRupees(owed)} together. Split the line over them.`
      : `The description names ${names}. Choose the member, or split the line.`,
  )
}
