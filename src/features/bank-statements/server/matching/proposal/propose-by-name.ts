/** Proposes a payment for a line that names members only by their names. */
import { formatRupees } from '#shared/rupees.ts'
import { joinWithAnd } from '#shared/sentences.ts'
import type { Proposal } from '../../../answers.ts'
import { type Candidate, isOnlyOwner } from '../clues/candidates.ts'
import { clueSentence } from '../clues/clue-sentence.ts'
import { addedLegalForm } from '../doubts/unexplained-words.ts'
import { mayMean } from '../names/names-of-member.ts'
import { saysDues } from '../words/bank-words.ts'
import type { OpenLine } from '../words/line-text.ts'
import { isTaken, ofTaken } from './already-proposed.ts'
import { companyNameOf, type OpenFacts } from './facts.ts'
import { none, payment } from './proposal.ts'
import { amountSentence } from './sentences.ts'

export function byName(
  line: OpenLine,
  candidates: readonly Candidate[],
  facts: OpenFacts,
): Proposal {
  const { amount_paise } = line
  const { debts } = facts
  const [best, next] = candidates
  if (best?.by !== 'name') return none('No member matches this line.')
  if (best.together.length > 0) return ofSeveral(line, best.together, facts)
  const isOwnName = best.strength === 'full' && isOnlyOwner(best, candidates)
  // Of a member whose whole name the line has, and who owes nothing, no sister pays whose name is only like it.
  const isPaid = best.strength === 'full' && debts.compare(best.person_id, line).owed === 0
  const may = isOwnName
    ? [best]
    : candidates.filter((one) => !isPaid || (one.by === 'name' && one.strength === 'full'))
  const owing = may.filter(({ person_id }) => {
    const { remaining, charge } = debts.compare(person_id, line)
    return remaining === amount_paise || charge !== undefined
  })
  const [first, second] = owing
  const owes = ({ person_id }: Candidate) => ({
    ...debts.compare(person_id, line),
    isNotRaised: facts.notRaised.has(person_id),
  })
  const company = ({ person_id }: Candidate) => companyNameOf(person_id, facts)
  if (first?.by === 'name') {
    const isBest = first === best
    const isFull = first.strength === 'full'
    const isAlike = ({ person_id }: Candidate) => first.alike.includes(person_id)
    // A member may be meant by a name and by a UPI ID.
    const alikeOwing = owing.filter(
      (one, at) =>
        isAlike(one) && owing.findIndex(({ person_id }) => person_id === one.person_id) === at,
    )
    const isRival = second?.by === 'name' && second.strength === first.strength && !first.isUnique
    const rivals = alikeOwing.length > 0 || !isRival ? alikeOwing : [second]
    if (rivals.length > 0)
      return none(
        `The description may mean ${mayMean([first, ...rivals].map(company))}, who owe the same amount.`,
      )
    const payer = candidates.find((one) => one.by === 'phone' && one.person_id !== first.person_id)
    const alike = candidates.find(isAlike) ?? payer
    const also = alike ? ` The description also points to ${company(alike)}.` : ''
    const others = isOnlyOwner(first, candidates) ? [] : first.mayMean
    const meant = [first.person_id, ...others].map((id) => companyNameOf(id, facts))
    const either = meant.length > 1 ? ` The description may mean ${mayMean(meant)}.` : ''
    const own = owes(first)
    const member = isFull ? facts.members.get(first.person_id) : undefined
    const form = member && addedLegalForm(line.narration, member, facts.associationNames)
    const said = form === undefined ? '' : ` ${form}`
    const reason = `${amountSentence(clueSentence(first, facts), amount_paise, own)}${also}${either}${said}`
    const isOwn =
      (isFull && isOnlyOwner(first, candidates)) ||
      (first.isLongBeginning && !alike) ||
      isPersonWithDues(line, first, candidates)
    return payment(
      first.person_id,
      isOwn && isBest && !payer && !own.isNotRaised && (own.isAll || own.charge !== undefined),
      reason,
    )
  }
  const alike = candidates.filter(({ person_id }) => best.alike.includes(person_id))
  if (alike.length > 0)
    return none(`The description may mean ${mayMean([best, ...alike].map(company))}.`)
  const clue = clueSentence(best, facts)
  if (isTaken(best.person_id, facts)) return ofTaken(line, best, clue, facts)
  const own = owes(best)
  const isLikely = best.strength === 'full' && own.remaining > 0 && (best.isUnique || !next)
  const reason = amountSentence(clue, amount_paise, own)
  return isLikely ? payment(best.person_id, false, reason) : none(reason)
}

/** The line has the whole name of the contact of one member, names nobody else, and says that it is dues. */
const isPersonWithDues = (
  { narration }: OpenLine,
  name: Extract<Candidate, { by: 'name' }>,
  candidates: readonly Candidate[],
): boolean =>
  name.strength === 'person' &&
  name.personAs === 'whole' &&
  name.isUnique &&
  saysDues(narration) &&
  candidates.every(({ person_id }) => person_id === name.person_id)

/** The line names several members by their full names: none of them alone is proposed. */
function ofSeveral(
  { amount_paise }: OpenLine,
  together: readonly string[],
  facts: OpenFacts,
): Proposal {
  const names = joinWithAnd(together.map((id) => companyNameOf(id, facts)))
  const owed = together.reduce((sum, id) => sum + facts.debts.remainingOf(id), 0)
  return none(
    owed === amount_paise
      ? `The description names ${names}, who owe ${formatRupees(owed)} together. Split the line over them.`
      : `The description names ${names}. Choose the member, or split the line.`,
  )
}
