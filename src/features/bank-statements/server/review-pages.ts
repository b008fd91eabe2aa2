/** What a statement's screen shows of its review: the numbers of its proposals, and its lines in pages. */

import { toNamedMember } from '#features/members/server/bulk/run.ts'
import { yieldToEventLoop } from '#platform/server/core/event-loop.ts'
import type { setPagingHeaders } from '#platform/server/http/paging.ts'
import type { World } from '#platform/server/world.ts'
import { sum } from '#shared/sum.ts'
import type { BankLine, LinePayment, Proposal, StatementReview } from '../answers.ts'
import { confidences, creditFilters, type LineFilter } from '../contract.ts'
import { readReview } from './cached-review.ts'
import { settledByLines } from './line-outcomes.ts'
import type { MatchedEntry } from './match-queries.ts'
import type { LineOfStatement } from './queries.ts'
import {
  countsByName,
  noSuchStatement,
  type ReviewedStatement,
  readStatements,
  sureLines,
  tokenOfProposals,
} from './review.ts'
import { listStatements } from './statement-queries.ts'
import { type SuggestedMember, suggestMembers } from './suggested-members.ts'

/** The proposals of a statement in numbers. */
export async function reviewStatement(world: World, id: string): Promise<StatementReview> {
  const [statement] = await readStatements(world, id)
  if (!statement) throw noSuchStatement()
  const reviewed = await readReview(world, statement)
  await yieldToEventLoop()
  const sure = sureLines(reviewed)
  const payments = sure.filter(({ proposal }) => proposal.kind === 'payment')
  const returns = reviewed.debits.filter((line) => isOpenReturn(line, reviewed.proposals))
  await yieldToEventLoop()
  const token = tokenOfProposals(sure)
  await yieldToEventLoop()
  return {
    statement,
    proposals: countsByName(
      confidences,
      reviewed.lines.flatMap((line) => {
        const confidence = reviewed.proposals.get(line.id)?.confidence
        return confidence ? [[confidence, 1] as const] : []
      }),
    ),
    paise: countsByName(
      creditFilters,
      reviewed.lines.flatMap((line) => {
        const filter = filterOf(line, reviewed.proposals)
        return filter ? [[filter, line.amount_paise] as const] : []
      }),
    ),
    returns: returns.length,
    returned_payments: returns.filter(({ id: line }) => {
      const proposal = reviewed.proposals.get(line)
      return proposal?.kind === 'return' && (proposal.entry_id ?? proposal.cheque_id)
    }).length,
    sure: {
      count: sure.length,
      recorded: sure.length - payments.length,
      amount_paise: sum(payments, ({ amount_paise }) => amount_paise),
      token,
    },
  }
}

/** The filter that shows a credit; undefined for one that the bank has returned. */
function filterOf(
  { id, state }: LineOfStatement,
  proposals: ReviewedStatement['proposals'],
): (typeof creditFilters)[number] | undefined {
  if (state === 'open') return proposals.get(id)?.confidence
  return state === 'returned' ? undefined : state
}

interface LinesPage {
  lines: BankLine[]
  total: number
  next: Parameters<typeof setPagingHeaders>[1]['next']
}

/** A page of the lines that a filter shows, from the line with the row number `after` on. */
export async function pageOfLines(
  world: World,
  statementId: string,
  {
    show,
    limit,
    after,
  }: { show: LineFilter | undefined; limit: number; after: string | undefined },
): Promise<LinesPage> {
  const [statement] = await listStatements(world.db, statementId)
  if (!statement) throw noSuchStatement()
  const { id, from_day: from, to_day: to } = statement
  const reviewed = await readReview(world, { id, from, to })
  const shown = linesOf(reviewed, show)
  const start = after === undefined ? 0 : shown.findIndex(({ id: lineId }) => lineId === after) + 1
  const page = shown.slice(start, start + limit)
  const last = start + limit < shown.length ? page.at(-1) : undefined
  const suggestions = await suggestMembers(world, page, reviewed)
  const settled = await settledByLines(world, page, reviewed)
  return {
    lines: page.map((line) => ({
      ...toLine(line, reviewed, suggestions.get(line.id) ?? []),
      pays: settled.get(line.id),
    })),
    total: shown.length,
    next: last && { at: '', id: last.id },
  }
}

/** Excludes a debit that is a recorded refund: its proposal is not a return. */
const isOpenReturn = ({ id, state }: LineOfStatement, proposals: ReadonlyMap<string, Proposal>) =>
  state === 'open' && proposals.get(id)?.kind === 'return'

/** Filters the lines. Without a filter, all credits are returned. */
function linesOf(
  { lines, debits, proposals }: ReviewedStatement,
  show: LineFilter | undefined,
): LineOfStatement[] {
  if (show === 'debits') return debits
  if (show === 'returns')
    return debits.filter((line) => line.state === 'returned' || isOpenReturn(line, proposals))
  return lines.filter((line) => show === undefined || filterOf(line, proposals) === show)
}

function toLine(
  line: LineOfStatement,
  { proposals, members, owed, named, returned }: ReviewedStatement,
  suggestions: readonly SuggestedMember[],
): BankLine {
  const withOwed = ([id, owed_paise]: SuggestedMember) => {
    const member = members.get(id)
    return member ? [{ ...toNamedMember(member), owed_paise }] : []
  }
  const proposal = proposals.get(line.id) ?? null
  const proposed = proposal?.person_id ? members.get(proposal.person_id) : undefined
  const payments = line.entries.map(toPayment)
  const [payment] = payments.length === 1 ? payments : []
  return {
    id: line.id,
    date: line.day,
    amount_paise: line.amount_paise,
    narration: line.narration,
    reference: line.reference,
    account: line.account,
    state: line.state,
    proposal,
    member: proposed ? toNamedMember(proposed) : (payment?.member ?? null),
    receipt_number: payment?.receipt_number ?? null,
    is_reversed: payments.length > 0 && payments.every(({ is_reversed }) => is_reversed),
    payments,
    named: (named.get(line.id) ?? []).flatMap((id) => withOwed([id, owed.get(id) ?? 0])),
    candidates: suggestions.flatMap(withOwed),
    returned_on: returned.get(line.id) ?? null,
    decided_at: line.decided_at,
    decided_by: line.decided_by,
  }
}

const toPayment = ({
  id,
  person_id,
  member_name,
  company_name,
  membership_number,
  amount_paise,
  receipt_number,
  receipt_mail,
  reversal_id,
}: MatchedEntry): LinePayment => ({
  id,
  member: { id: person_id, name: member_name, company_name, membership_number },
  amount_paise,
  receipt_number,
  is_emailed: receipt_mail !== null,
  is_reversed: reversal_id !== null,
})
