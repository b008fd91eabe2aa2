/** Proposes a member, or a payment that is recorded already, for each bank line (contract 13.11). */
import { pauses } from '#platform/server/core/event-loop.ts'
import type { Proposal } from '../../../answers.ts'
import { trackAmountsOwed } from '../charges/amounts-owed.ts'
import { type Candidate, hasNameAndOtherPhone } from '../clues/candidates.ts'
import { buildNoticeFinder } from '../clues/notice-references.ts'
import { repeatedUtrs } from '../clues/references.ts'
import { type DoubtFacts, doubtOf, withoutChargeNames } from '../doubts/line-doubts.ts'
import { allNamesOf } from '../names/names-of-member.ts'
import type { OpenLine } from '../words/line-text.ts'
import { repairWords } from '../words/repair-words.ts'
import { withoutNamesAndBankPhrases } from '../words/without-names.ts'
import type { CurrentFacts, ProposalFacts } from './facts.ts'
import { strongestFirst, type UnmatchedLine } from './line-order.ts'
import { noProposal, withDoubt } from './proposal.ts'
import { proposeByName } from './propose-by-name.ts'
import { proposeByReference } from './propose-by-reference.ts'
import {
  bouncedPaymentFinder,
  heldChequeFinder,
  recordedPaymentFinder,
} from './recorded-payments.ts'
import { sameReferenceAsLine } from './sentences.ts'

/** Returns the proposals of all open lines by their ids. No dues and no recorded payment are proposed for two lines. */
export async function proposeAll(
  lines: readonly OpenLine[],
  utrs: readonly (readonly string[])[],
  candidates: readonly (readonly Candidate[])[],
  known: ProposalFacts,
): Promise<Map<string, Proposal>> {
  const pause = pauses()
  const proposals = new Map<string, Proposal>()
  const wordsFor = (personId: string, narration: string) => {
    const member = known.members.get(personId)
    return withoutNamesAndBankPhrases(
      narration,
      `${member ? allNamesOf(member) : ''} ${known.associationNames}`,
    )
  }
  const facts = {
    ...known,
    noticeFinder: buildNoticeFinder(known.notices),
    amountsOwed: trackAmountsOwed({ ...known, wordsFor }),
  }
  const repeated = await repeatedUtrs(utrs)
  const recorded = await recordedPaymentFinder(facts)
  const waiting = heldChequeFinder(facts)
  const bounced = bouncedPaymentFinder(facts)
  const takeOwed = ({ person_id }: Proposal, line: OpenLine) => {
    if (person_id) facts.amountsOwed.reserve(person_id, line)
  }
  const usedReferences = new Set<string>()
  const rest: UnmatchedLine[] = []
  for (const [index, line] of lines.entries()) {
    await pause()
    const lineUtrs = utrs[index] ?? []
    const lineCandidates = candidates[index] ?? []
    const ofAmount = (utr: string) => `${utr} ${line.amount_paise}`
    const used = lineUtrs.find((utr) => usedReferences.has(ofAmount(utr)))
    for (const utr of lineUtrs) usedReferences.add(ofAmount(utr))
    const returned = facts.returned.get(line.id)
    const cheque = returned === undefined ? waiting.find(line) : undefined
    const existing =
      cheque ??
      recorded.find(line, lineUtrs, lineCandidates) ??
      (returned === undefined ? undefined : noProposal(returned)) ??
      bounced.find(line, lineUtrs, lineCandidates) ??
      waiting.findLater(line)
    if (existing) proposals.set(line.id, existing)
    if (cheque) takeOwed(cheque, line)
    else if (existing) continue
    else if (used !== undefined) proposals.set(line.id, noProposal(sameReferenceAsLine(used)))
    else
      rest.push({
        line,
        candidates: lineCandidates,
        repeated: lineUtrs.find((utr) => repeated.has(utr)),
        isDoubtful:
          hasNameAndOtherPhone(lineCandidates) ||
          doubtOf(line, lineCandidates[0]?.person_id, lineCandidates, facts) !== undefined,
      })
  }
  for (const { line, candidates: found, repeated: utr } of await strongestFirst(rest)) {
    await pause()
    const lineCandidates = withFullNameBesideCharge(line, found, facts)
    const proposed = proposePayment(line, lineCandidates, facts)
    const proposal = recorded.withDoubtOfSameDay(
      line,
      utr === undefined
        ? proposed
        : withDoubt(proposed, `Another line has the same reference ${utr}.`),
    )
    proposals.set(line.id, withDoubtOfWords(line, proposal, lineCandidates, facts))
    takeOwed(proposal, line)
  }
  return proposals
}

/**
 * Lowers a sure proposal to likely when the description names a purpose other than dues, returned money, or the
 * membership number of another member.
 */
function withDoubtOfWords(
  line: OpenLine,
  proposal: Proposal,
  candidates: readonly Candidate[],
  facts: DoubtFacts,
): Proposal {
  const doubt = doubtOf(line, proposal.person_id, candidates, facts)
  return doubt === undefined ? proposal : withDoubt(proposal, doubt)
}

/**
 * Banks write notes after a name without a separator: 'NANDI DOORS STALL' is the whole name of a member who owes a
 * stall.
 */
function withFullNameBesideCharge(
  { narration, ...line }: OpenLine,
  candidates: readonly Candidate[],
  { amountsOwed, charges, memberIndex }: DoubtFacts,
): readonly Candidate[] {
  const [best, ...others] = candidates
  if (best?.by !== 'name' || best.strength === 'full') return candidates
  const open = charges.get(best.person_id) ?? []
  const repaired = repairWords(narration)
  const rest = withoutChargeNames(
    repaired,
    amountsOwed.compareWithLine(best.person_id, { ...line, narration }),
    open,
  )
  const match = rest === repaired ? undefined : memberIndex.findNames(rest).matches[0]
  if (match?.id !== best.person_id || match.strength !== 'full') return candidates
  const { id: person_id, ...name } = match
  return [{ by: 'name', person_id, ...name }, ...others]
}

function proposePayment(
  line: OpenLine,
  candidates: readonly Candidate[],
  facts: CurrentFacts,
): Proposal {
  const [first] = candidates
  if (!first) return noProposal('No member matches this line.')
  if (first.by !== 'name') return proposeByReference(line, first, candidates, facts)
  return proposeByName(line, candidates, facts)
}
