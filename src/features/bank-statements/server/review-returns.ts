/** Finds what the debits of a statement return, and which of its credits were returned. */
import { canClear } from '#features/ledger/payment-days.ts'
import type { BankFee } from '#features/ledger/server/charges/bank-fee-queries.ts'
import { listHeldCheques } from '#features/ledger/server/payments/cheque-queries.ts'
import type { Database } from '#platform/server/database/database.ts'
import { type Day, isoDay, longDate, startOfDay } from '#shared/dates.ts'
import { formatRupees, type Paise } from '#shared/rupees.ts'
import { joinWithAnd } from '#shared/sentences.ts'
import type { BankStatement, Proposal, ReturnProposal } from '../answers.ts'
import { listLinesBetween } from './clue-queries.ts'
import { findFeeDebits } from './fee-debits.ts'
import type { MatchedEntry } from './match-queries.ts'
import {
  type ChequeToClear,
  matchingCheques,
  returnedSentence,
} from './matching/clues/held-cheques.ts'
import { noProposal } from './matching/proposal/proposal.ts'
import type { RecordedRefund } from './matching/returns/refunds.ts'
import {
  findReturnFee,
  isReturn,
  pairReturns,
  type ReturnedCredit,
} from './matching/returns/returns.ts'
import { lineText } from './matching/words/line-text.ts'
import { listPaymentsSince } from './payment-queries.ts'
import type { LineOfStatement } from './queries.ts'
import { daysAround, findRefundDebits } from './refund-debits.ts'

type Line = LineOfStatement

interface Returns {
  /** The proposals of the open debits that return something, by the id of the line. */
  proposals: Map<string, Proposal>
  /** The day on which a credit was returned, by the id of the credit. */
  returned: Map<string, Day>
  /** The ids of returned credits whose cheque is still recorded as held. */
  ofCheques: Set<string>
}

/** A credit of a statement, or a payment that was recorded by hand. */
interface ReceivedCredit {
  id: string
  day: Day
  amount_paise: Paise
  text: string
  /**
   * The payments in the ledger that the credit matches: none, one, or several when the line is split.
   */
  payments: readonly ReturnedPayment[]
  /** The ids of all payments that it was matched to, reversed ones included. */
  entryIds: readonly string[]
}

interface ReturnedPayment {
  id: string
  person_id: string
  /** The company, or the person's name. */
  member_name: string
  receipt_number: string | null
}

export async function reviewReturns(
  db: Database,
  { from, to }: Pick<BankStatement, 'from' | 'to'>,
  debits: readonly Pick<Line, 'id' | 'state' | 'narration'>[],
): Promise<Returns> {
  const days = daysAround({ from, to })
  const { from: since, to: lastDay } = days
  const debitsAround = await listLinesBetween(db, { ...days, sign: 'debit' })
  const open = debitsAround.filter(({ state }) => state === 'open' || state === 'returned')
  const received = open.length === 0 ? [] : await receivedCredits(db, since, lastDay)
  const undecided = open.filter(({ state }) => state === 'open')
  const refunds = await findRefundDebits(db, undecided)
  const fees = await findFeeDebits(db, undecided)
  const texts = open
    .filter(({ id }) => !refunds.has(id) && !fees.has(id))
    .map((line) => ({ ...line, text: lineText(line) }))
  const returned = confirmedReturns(open, received)
  const pairs = await pairReturns(
    texts.filter((debit) => reversedPayments(debit).length === 0),
    received.filter(({ id }) => !returned.has(id)),
  )
  const cheques = open.length === 0 ? [] : await listHeldCheques(db)
  const ofCheques = new Set<string>()
  const returnOfDebit = new Map<string, Proposal>()
  for (const debit of texts) {
    const { id, day } = debit
    const pair = pairs.get(id)
    if (pair) returned.set(pair.credit.id, day)
    const cheque = pair?.credit.payments.length ? undefined : returnedCheque(debit, pair, cheques)
    for (const credit of cheque ? creditsOfCheque(cheque, debit, received) : []) {
      returned.set(credit.id, day)
      ofCheques.add(credit.id)
    }
    const proposal = cheque ? chequeProposal(cheque) : pair && proposalOfPair(pair)
    if (proposal) returnOfDebit.set(id, proposal)
  }
  // Only together with a return: a fee alone is not a return.
  for (const debit of texts.filter(({ id }) => returnOfDebit.has(id))) {
    const proposal = returnOfDebit.get(debit.id)
    const fee = findReturnFee(debit, texts)
    if (proposal?.kind !== 'return' || !fee || returnOfDebit.has(fee.id)) continue
    returnOfDebit.set(debit.id, { ...proposal, bank_fee_paise: -fee.amount_paise })
    const reason = `The fee of the bank for the return of ${longDate(debit.day)}, with which it is proposed.`
    returnOfDebit.set(fee.id, noProposal(reason))
  }
  const proposals = new Map<string, Proposal>()
  for (const { id, state, narration } of debits) {
    if (state !== 'open') continue
    const refund = refunds.get(id)
    const fee = fees.get(id)
    const recorded = refund ? refundProposal(refund) : fee && feeProposal(fee)
    const proposal = recorded ?? returnOfDebit.get(id)
    if (proposal) proposals.set(id, proposal)
    else if (isReturn(narration))
      proposals.set(id, returnProposal([], 'The bank returned money. No payment matches it.'))
  }
  return { proposals, returned, ofCheques }
}

type MatchedDebit = Pick<Line, 'day' | 'entries'>

/** The ids of the payments that were reversed when an administrator confirmed the return by this debit. */
const reversedPayments = ({ entries }: MatchedDebit): string[] =>
  entries.flatMap(({ reverses_id }) => reverses_id ?? [])

/** The days on which confirmed debits returned credits, by the ids of the credits. */
function confirmedReturns(
  debits: readonly MatchedDebit[],
  received: readonly ReceivedCredit[],
): Map<string, Day> {
  const credits = new Map(received.flatMap(({ id, entryIds }) => entryIds.map((one) => [one, id])))
  return new Map(
    debits.flatMap((debit) =>
      reversedPayments(debit).flatMap((payment): [string, Day][] => {
        const credit = credits.get(payment)
        return credit === undefined ? [] : [[credit, debit.day]]
      }),
    ),
  )
}

/** The proposal for a refund of the association, which needs no decision. */
const refundProposal = ({
  id,
  person_id,
  member_name,
  amount_paise,
  paid_on,
}: RecordedRefund): Proposal => ({
  kind: 'recorded',
  confidence: 'sure',
  person_id,
  entry_id: id,
  reason: `Already recorded: the refund of ${formatRupees(amount_paise)} to ${member_name} of ${longDate(paid_on)}.`,
})

/** The hint for a credit by which a refund was returned: it is not a payment of a member. */
export const refundReturned = ({ member_name, amount_paise, paid_on }: RecordedRefund): Proposal =>
  noProposal(
    `The refund of ${formatRupees(amount_paise)} to ${member_name} of ${longDate(paid_on)} may have come back. If so, reverse it in the account of the member, then ignore the line.`,
  )

/** The proposal for a fee of the bank that was recorded with the return, which needs no decision either. */
const feeProposal = ({ id, person_id, company_name, member_name }: BankFee): Proposal => ({
  kind: 'recorded',
  confidence: 'sure',
  person_id,
  entry_id: id,
  reason: `Already recorded: the fee of the bank for the return is charged to ${company_name || member_name}.`,
})

type Debit = Pick<Line, 'day' | 'amount_paise' | 'state'> & { text: string }

/**
 * The only held cheque with the number and the amount of the debit, or of the credit that it returns.
 */
function returnedCheque(
  { day, state, amount_paise, text }: Debit,
  pair: ReturnedCredit<ReceivedCredit> | undefined,
  cheques: readonly ChequeToClear[],
): ChequeToClear | undefined {
  if (state !== 'open' || !isReturn(text)) return undefined
  const line = {
    amount_paise: -amount_paise,
    reference: '',
    narration: `${text} ${pair?.credit.text ?? ''}`,
  }
  const [cheque, another] = matchingCheques(line, cheques).filter((one) => canClear(one, day))
  return another ? undefined : cheque
}

/** The credits without a recorded payment that the debit may return and that are for a cheque. */
const creditsOfCheque = (
  cheque: ChequeToClear,
  { day }: Debit,
  received: readonly ReceivedCredit[],
): ReceivedCredit[] =>
  received.filter(
    (credit) =>
      credit.payments.length === 0 &&
      canClear(cheque, credit.day) &&
      credit.day <= day &&
      matchingCheques({ ...credit, narration: credit.text, reference: '' }, [cheque]).length > 0,
  )

const chequeProposal = (cheque: ChequeToClear): ReturnProposal => ({
  ...returnProposal(
    [],
    `${returnedSentence(cheque)}: the debit has the same number and the same amount.`,
  ),
  confidence: 'likely',
  person_id: cheque.person_id,
  cheque_id: cheque.id,
})

/** The credits of these days, and the payments that no line is matched to. */
async function receivedCredits(db: Database, since: Day, lastDay: Day): Promise<ReceivedCredit[]> {
  const credits = await listLinesBetween(db, { from: since, to: lastDay, sign: 'credit' })
  const payments = await listPaymentsSince(db, startOfDay(since))
  return [
    ...credits.map(({ entries, narration, reference, ...line }) => {
      const active = entries.filter(({ kind, reversal_id }) => kind === 'payment' && !reversal_id)
      const names = entries.flatMap(({ company_name, member_name }) => [company_name, member_name])
      const references = new Set(active.map((entry) => entry.reference))
      return {
        ...line,
        text: [narration, reference, ...names, ...references].join(' / '),
        payments: active.map(toReturnedPayment),
        entryIds: entries.map(({ id }) => id),
      }
    }),
    ...payments.flatMap(({ line_id, mode, paid_at, reference, amount_paise, ...payment }) =>
      line_id !== null || mode === 'Cash'
        ? []
        : [
            {
              id: payment.id,
              day: isoDay(paid_at),
              amount_paise,
              text: [reference, payment.company_name, payment.member_name].join(' / '),
              payments: [toReturnedPayment(payment)],
              entryIds: [payment.id],
            },
          ],
    ),
  ]
}

const toReturnedPayment = ({
  id,
  person_id,
  member_name,
  company_name,
  receipt_number,
}: Pick<
  MatchedEntry,
  'id' | 'person_id' | 'member_name' | 'company_name' | 'receipt_number'
>): ReturnedPayment => ({ id, person_id, member_name: company_name || member_name, receipt_number })

const evidenceTexts = {
  reference: 'the same reference and the same amount',
  number: 'the same cheque number and the same amount',
  name: 'the same name, and the same amount',
  amount: 'the same amount, and no other payment of these days has it',
}

function proposalOfPair({ credit, matchedBy }: ReturnedCredit<ReceivedCredit>): ReturnProposal {
  const day = longDate(credit.day)
  const { payments } = credit
  if (payments.length === 0)
    return returnProposal(
      [],
      `The bank returned the credit of ${formatRupees(credit.amount_paise)} of ${day}: the debit has ${evidenceTexts[matchedBy]}. No payment is recorded for it.`,
    )
  const owners = payments.map(({ member_name, receipt_number }) =>
    receipt_number ? `${member_name} (receipt ${receipt_number})` : member_name,
  )
  const which = payments.length === 1 ? 'payment' : 'payments'
  return returnProposal(
    payments,
    `The bank returned the ${which} of ${joinWithAnd(owners)} of ${day}: the debit has ${evidenceTexts[matchedBy]}.`,
  )
}

const returnProposal = (payments: readonly ReturnedPayment[], reason: string): ReturnProposal => ({
  kind: 'return',
  confidence: payments.length > 0 ? 'likely' : 'none',
  person_id: payments.length === 1 ? (payments[0]?.person_id ?? null) : null,
  entry_id: payments[0]?.id ?? null,
  reason,
})

/** Why nothing is proposed for the credits that the bank returned, by their ids. */
export const returnedSentences = ({
  returned,
  ofCheques,
}: Pick<Returns, 'returned' | 'ofCheques'>): Map<string, string> =>
  new Map(
    [...returned].map(([id, day]) => [
      id,
      ofCheques.has(id)
        ? `Returned by the bank on ${longDate(day)}: mark the cheque as returned.`
        : `The bank returned this credit on ${longDate(day)}. Ignore the line.`,
    ]),
  )
