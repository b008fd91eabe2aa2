/** The lines of a statement with their proposals, computed from the ledger as it is now. */

import { hash } from 'node:crypto'
import { type Dues, payable } from '#features/dues/dues.ts'
import { readDues } from '#features/dues/server/read-dues.ts'
import { chargeName } from '#features/ledger/charge-name.ts'
import { byDueDay } from '#features/ledger/charges.ts'
import { listOpenCharges } from '#features/ledger/server/accounts/account-queries.ts'
import { listHeldCheques } from '#features/ledger/server/payments/cheque-queries.ts'
import { pauses, yieldToEventLoop } from '#platform/server/core/event-loop.ts'
import { chunks, rowsPerRead } from '#platform/server/database/bulk.ts'
import type { World } from '#platform/server/world.ts'
import { addToList } from '#shared/add-to-list.ts'
import { addDays, type Day, isoDay, type Period, startOfDay } from '#shared/dates.ts'
import { days } from '#shared/durations.ts'
import { Refusal } from '#shared/refusal.ts'
import type { Paise } from '#shared/rupees.ts'
import type { BankStatement, Proposal } from '../answers.ts'
import { creditStates } from '../contract.ts'
import {
  listKnownMembers,
  listPaidNarrations,
  listPartlyPaid,
  listReceipts,
  listRenamed,
} from './clue-queries.ts'
import { findFeeDebits } from './fee-debits.ts'
import { namesOfAssociation } from './line-words.ts'
import type { OpenCharge } from './matching/charges/amounts-owed.ts'
import { type Candidate, certainMembers } from './matching/clues/candidates.ts'
import { buildMemberIndex, identifyLines, type KnownMember } from './matching/clues/identify.ts'
import { distinctUtrs } from './matching/clues/references.ts'
import type { FindNames } from './matching/names/find-names.ts'
import { withDoubt } from './matching/proposal/proposal.ts'
import { proposeAll } from './matching/proposal/propose.ts'
import { isReturn } from './matching/returns/returns.ts'
import type { OpenLine } from './matching/words/line-text.ts'
import {
  listBouncedSince,
  listNoticeReferences,
  listOpenReportedPayments,
  listPaymentsSince,
} from './payment-queries.ts'
import { type LineOfStatement, listLines, listOpenDebits } from './queries.ts'
import { daysAround, findRefundDebits, findReturnedRefunds } from './refund-debits.ts'
import { refundReturned, returnedSentences, reviewReturns } from './review-returns.ts'
import { doubtfulDays } from './statement/day-order.ts'
import { countLines, listStatements } from './statement-queries.ts'

export const noSuchStatement = () => new Refusal('missing', 'Bank statement not found')

/** How many days before a line its payment may be dated. */
const daysBefore = 10
/** How old notices and receipts may be that members still quote. */
const quotablePeriod = days(2 * 366)

export async function readStatements(
  { db }: Pick<World, 'db'>,
  id?: string,
): Promise<BankStatement[]> {
  const statements = await listStatements(db, id)
  if (statements.length === 0) return []
  const ids = statements.map((statement) => statement.id)
  const counts = await countLines(db, ids)
  const period = periodOf(statements)
  const open = await listOpenDebits(db, daysAround(period))
  const refunds = await findRefundDebits(db, open)
  const returnDebits = open.filter(
    ({ id: debitId, day, narration }) =>
      period.from <= day && day <= period.to && isReturn(narration) && !refunds.has(debitId),
  )
  const fees = await findFeeDebits(db, returnDebits)
  const debits = returnDebits.filter(({ id: debitId }) => !fees.has(debitId))
  return statements.map((statement) => ({
    id: statement.id,
    file_name: statement.file_name,
    account: statement.account,
    from: statement.from_day,
    to: statement.to_day,
    imported_at: statement.imported_at,
    imported_by: statement.by,
    counts: countsByName(
      creditStates,
      counts
        .filter(({ statement_id }) => statement_id === statement.id)
        .map(({ state, count }) => [state, count]),
    ),
    returns: debits.filter(({ statement_id }) => statement_id === statement.id).length,
  }))
}

/** From the first day of these statements to the last. */
const periodOf = (statements: readonly { from_day: Day; to_day: Day }[]): Period => {
  const [from] = statements.map(({ from_day }) => from_day).toSorted()
  const to = statements
    .map(({ to_day }) => to_day)
    .toSorted()
    .at(-1)
  if (from === undefined || to === undefined) throw new Error('No statement')
  return { from, to }
}

export function countsByName<Name extends string>(
  names: readonly Name[],
  counts: readonly (readonly [Name, number])[],
): Record<Name, number> {
  const result = Object.fromEntries(names.map((name) => [name, 0])) as Record<Name, number>
  for (const [name, count] of counts) result[name] += count
  return result
}

interface ReviewedLines {
  /** The credits. */
  lines: LineOfStatement[]
  /** The proposals of the open lines, by id. */
  proposals: ReadonlyMap<string, Proposal>
  members: ReadonlyMap<string, KnownMember>
  /** What the candidates owe. */
  owed: ReadonlyMap<string, Paise>
  /** The ids of the members that the open lines name, by the ids of the lines. */
  named: ReadonlyMap<string, string[]>
  /** The ids of the members that the open lines may be from, the likeliest first. */
  candidates: ReadonlyMap<string, string[]>
  findNames: FindNames
}

/** The credits of a statement with the proposals of the open ones. */
async function reviewLines(
  world: World,
  lines: LineOfStatement[],
  { to, returned }: { to: Day; returned: ReadonlyMap<string, string> },
): Promise<ReviewedLines> {
  const { db, now } = world
  await yieldToEventLoop()
  const open = lines.filter(({ state }) => state === 'open').map(toOpenLine)
  const [anyLine] = open
  if (anyLine === undefined)
    return {
      lines,
      proposals: new Map(),
      members: new Map(),
      owed: new Map(),
      named: new Map(),
      candidates: new Map(),
      findNames: () => ({ matches: [], weakMatches: [] }),
    }
  const quotableSince = new Date(now().getTime() - quotablePeriod).toISOString()
  const clueSources = {
    members: await listKnownMembers(db),
    notices: await listNoticeReferences(db, quotableSince),
    reported: await listOpenReportedPayments(db),
    receipts: await listReceipts(db, quotableSince),
    paid: await listPaidNarrations(db, isoDay(quotableSince)),
    ownUpiIds: [world.association().upi_id],
  }
  const utrs = await distinctUtrs(open)
  const memberIndex = await buildMemberIndex(clueSources.members)
  const candidates = await identifyLines(open, utrs, clueSources, memberIndex)
  await yieldToEventLoop()
  const ids = new Set(candidates.flatMap((found) => found.map(({ person_id }) => person_id)))
  const { dues, charges, partlyPaid } = await readOpenCharges(world, [...ids])
  const first = open.reduce((day, { date }) => (date < day ? date : day), anyLine.date)
  const owed = new Map([...dues].map(([id, one]) => [id, payable(one)]))
  const since = startOfDay(addDays(first, -daysBefore))
  const payments = await listPaymentsSince(db, since)
  await yieldToEventLoop()
  const lineIds = new Set(lines.map(({ id }) => id))
  const members = new Map(clueSources.members.map((member) => [member.id, member]))
  const proposals = await proposeAll(open, utrs, candidates, {
    members,
    memberIndex,
    notices: clueSources.notices,
    owed,
    charges,
    partlyPaid,
    years: new Map([...dues].map(([id, one]) => [id, one.years])),
    notRaised: new Set(
      [...dues].flatMap(([id, { is_raised, owed_paise, not_raised_paise }]) =>
        is_raised || owed_paise > not_raised_paise ? [] : [id],
      ),
    ),
    payments: payments.map(({ paid_at, line_id, ...payment }) => ({
      ...payment,
      paid_on: isoDay(paid_at),
      is_matched: line_id !== null,
    })),
    bounced: (await listBouncedSince(db, since)).map(({ paid_at, line_id, ...payment }) => ({
      ...payment,
      paid_on: isoDay(paid_at),
      is_in_statement: lineIds.has(line_id ?? ''),
    })),
    cheques: await listHeldCheques(db),
    returned,
    associationNames: namesOfAssociation(world),
  })
  await yieldToEventLoop()
  const doubts = doubtfulDates(lines, to, isoDay(now()))
  await addDoubtsOfRenamed(world, proposals, doubts)
  await yieldToEventLoop()
  const { named, candidateIds } = await membersOfLines(open, candidates, owed)
  return {
    lines,
    proposals: withDoubts(proposals, doubts),
    members,
    owed,
    named,
    candidates: candidateIds,
    findNames: memberIndex.findNames,
  }
}

/** The members that each line names for certain, and its candidates, by the ids of the lines. */
async function membersOfLines(
  open: readonly OpenLine[],
  candidates: readonly (readonly Candidate[])[],
  owed: ReadonlyMap<string, Paise>,
) {
  const named = new Map<string, string[]>()
  const candidateIds = new Map<string, string[]>()
  const pause = pauses()
  for (const [index, { id, amount_paise }] of open.entries()) {
    await pause()
    const candidatesOfLine = candidates[index] ?? []
    named.set(id, certainMembers(candidatesOfLine, { amount_paise, owed }))
    candidateIds.set(
      id,
      candidatesOfLine.map(({ person_id }) => person_id),
    )
  }
  return { named, candidateIds }
}

/** What these members owe, their open charges, and which members have paid a part of one. */
async function readOpenCharges({ db, now }: World, ids: readonly string[]) {
  const dues = new Map<string, Dues>()
  const charges = new Map<string, OpenCharge[]>()
  const partlyPaid = new Set<string>()
  for (const chunk of chunks(ids, rowsPerRead)) {
    const open = (await listOpenCharges(db, chunk)).sort(byDueDay)
    for (const [id, one] of await readDues(db, chunk, now(), open)) dues.set(id, one)
    for (const charge of open)
      addToList(charges, charge.person_id, { ...charge, name: chargeName(charge) })
    for (const id of await listPartlyPaid(db, chunk)) partlyPaid.add(id)
    await yieldToEventLoop()
  }
  return { dues, charges, partlyPaid }
}

/** Why a day of a line may be wrong, by the ids of the lines: a proposal for it is never sure. */
function doubtfulDates(
  lines: readonly LineOfStatement[],
  lastDay: Day,
  today: Day,
): Map<string, string> {
  const doubts = new Map<string, string>()
  if (lastDay > today) for (const { id } of lines) doubts.set(id, 'The statement ends after today.')
  for (const { id, day } of lines) if (day > today) doubts.set(id, 'Its day is in the future.')
  for (const at of doubtfulDays(lines.map(({ day }) => day))) {
    const line = lines[at]
    if (line && !doubts.has(line.id))
      doubts.set(line.id, 'It is out of order: day and month may be exchanged.')
  }
  return doubts
}

/** For how long after a change of a member's name no match is sure. */
const recentRename = days(60)

/** A member could take the name of another firm, so that its payments would be matched to them. */
async function addDoubtsOfRenamed(
  { db, now }: World,
  proposals: ReadonlyMap<string, Proposal>,
  doubts: Map<string, string>,
): Promise<void> {
  const sure = [...proposals].flatMap(([line, proposal]) =>
    proposal.kind === 'payment' && proposal.confidence === 'sure'
      ? [{ line, person_id: proposal.person_id }]
      : [],
  )
  const since = new Date(now().getTime() - recentRename).toISOString()
  const ids = [...new Set(sure.map(({ person_id }) => person_id))]
  const renamed = await listRenamed(db, ids, since)
  for (const { line, person_id } of sure)
    if (renamed.has(person_id))
      doubts.set(line, 'The name of this member was changed in the last 60 days.')
}

function withDoubts(
  proposals: ReadonlyMap<string, Proposal>,
  doubts: ReadonlyMap<string, string>,
): Map<string, Proposal> {
  const doubted = new Map(proposals)
  for (const [id, doubt] of doubts) {
    const proposal = proposals.get(id)
    if (proposal) doubted.set(id, withDoubt(proposal, doubt))
  }
  return doubted
}

const toOpenLine = ({ day, ...line }: LineOfStatement): OpenLine => ({ ...line, date: day })

export interface ReviewedStatement extends ReviewedLines {
  debits: LineOfStatement[]
  returned: ReadonlyMap<string, Day>
}

/** The lines as the filters show them: credits with their proposals, debits with what they return. */
export async function reviewAll(
  world: World,
  statement: Pick<BankStatement, 'id' | 'from' | 'to'>,
): Promise<ReviewedStatement> {
  const lines = await listLines(world.db, statement.id)
  const credits = lines.filter(({ amount_paise }) => amount_paise > 0)
  const debits = lines.filter(({ amount_paise }) => amount_paise < 0)
  const { proposals: returnProposals, ...returns } = await reviewReturns(
    world.db,
    statement,
    debits,
  )
  const returned = returnedSentences(returns)
  const reviewed = await reviewLines(world, credits, { to: statement.to, returned })
  await yieldToEventLoop()
  const proposals = new Map(reviewed.proposals)
  const refunds = await findReturnedRefunds(world.db, credits.filter(isUnmatched(proposals)))
  for (const [id, refund] of refunds) proposals.set(id, refundReturned(refund))
  for (const [id, proposal] of returnProposals) proposals.set(id, proposal)
  await yieldToEventLoop()
  return {
    ...reviewed,
    debits,
    returned: returns.returned,
    proposals: proposals,
  }
}

/** Whether a credit is open and no payment of the ledger. */
const isUnmatched =
  (proposals: ReadonlyMap<string, Proposal>) =>
  ({ id }: LineOfStatement): boolean =>
    ['payment', 'none'].includes(proposals.get(id)?.kind ?? '')

export interface SureLine {
  id: string
  amount_paise: Paise
  /** The member owes the amount in addition to those of earlier lines. */
  isOwed: boolean
  proposal: Proposal
}

/** The open lines whose proposal is sure, in the order of the statement. */
export function sureLines({ lines, proposals, owed }: ReviewedLines): SureLine[] {
  const owedByMember = new Map(owed)
  return lines.flatMap(({ id, amount_paise }): SureLine[] => {
    const proposal = proposals.get(id)
    if (proposal?.confidence !== 'sure') return []
    if (proposal.kind !== 'payment') return [{ id, amount_paise, isOwed: false, proposal }]
    const remaining = owedByMember.get(proposal.person_id) ?? 0
    const isOwed = remaining >= amount_paise
    if (isOwed) owedByMember.set(proposal.person_id, remaining - amount_paise)
    return [{ id, amount_paise, isOwed, proposal }]
  })
}

/** A fingerprint of a set of proposals. */
export const tokenOfProposals = (lines: readonly SureLine[]): string =>
  hash(
    'sha256',
    lines
      .map(({ id, proposal: { person_id, entry_id } }) => `${id} ${person_id} ${entry_id}`)
      .join(),
  )
