/** What the debits of a statement take back, and which of its credits were taken back. */
import type { Database } from '#platform/server/database/database.ts'
import { addDays, isoDay, numericDate, startOfDay } from '#shared/dates.ts'
import { formatRupees } from '#shared/rupees.ts'
import type { BankStatement, Proposal } from '../answers.ts'
import { listLinesBetween } from './clue-queries.ts'
import { speaksOfReturn } from './matching/bank-words.ts'
import { maxDays, pairReturns, type ReturnedCredit } from './matching/returns.ts'
import { type LineOfStatement, listPaymentsSince } from './queries.ts'

type Line = LineOfStatement

interface Returns {
  /** Of the open debits that take something back, by id. */
  proposals: Map<string, Proposal>
  /** The day on which a credit was taken back, by the id of the credit. */
  returned: Map<string, string>
}

/** A credit of a statement, or a payment that was recorded by hand. */
interface Taken {
  id: string
  day: string
  amount_paise: number
  text: string
  /** The payment in the ledger, where there is one. */
  entry_id: string | null
  person_id: string | null
  of: string
  receipt_number: string | null
}

export async function reviewReturns(
  db: Database,
  { from, to }: Pick<BankStatement, 'from' | 'to'>,
  debits: readonly Pick<Line, 'id' | 'state' | 'narration'>[],
): Promise<Returns> {
  const since = addDays(from, -maxDays)
  const lastDay = addDays(to, maxDays)
  const all = await listLinesBetween(db, { from: since, to: lastDay, sign: 'debit' })
  const open = all.filter(({ state }) => state === 'open' || state === 'returned')
  const textOf = (line: (typeof all)[number]) => `${line.narration} ${line.reference}`
  const pairs = await pairReturns(
    open.map((line) => ({ ...line, text: textOf(line) })),
    open.length === 0 ? [] : await takenBy(db, since, lastDay),
  )
  const returned = new Map<string, string>()
  for (const { id, day } of open) {
    const pair = pairs.get(id)
    if (pair) returned.set(pair.credit.id, day)
  }
  const proposals = new Map<string, Proposal>()
  for (const { id, state, narration } of debits) {
    if (state !== 'open') continue
    const pair = pairs.get(id)
    if (pair) proposals.set(id, proposalOf(pair))
    else if (speaksOfReturn(narration))
      proposals.set(id, returnOf(null, 'The bank returned money. No payment matches it.'))
  }
  return { proposals, returned }
}

/** The credits of these days, and the payments that no line is matched to. */
async function takenBy(db: Database, since: string, lastDay: string): Promise<Taken[]> {
  const credits = await listLinesBetween(db, { from: since, to: lastDay, sign: 'credit' })
  const payments = await listPaymentsSince(db, startOfDay(since))
  const active = new Map(payments.map((payment) => [payment.id, payment]))
  return [
    ...credits.map(({ entry_id, company_name, member_name, narration, reference, ...line }) => {
      const entry = active.get(entry_id ?? '')
      return {
        ...line,
        text: `${narration} ${reference} ${company_name ?? ''} ${entry?.reference ?? ''}`,
        entry_id: entry?.id ?? null,
        of: company_name || member_name || '',
      }
    }),
    ...payments.flatMap(({ id, line_id, mode, paid_at, reference, ...payment }) =>
      line_id !== null || mode === 'Cash'
        ? []
        : [
            {
              ...{ id, day: isoDay(paid_at), entry_id: id, person_id: payment.person_id },
              amount_paise: payment.amount_paise,
              text: `${reference} ${payment.company_name ?? ''}`,
              of: payment.company_name || payment.member_name || '',
              receipt_number: payment.receipt_number,
            },
          ],
    ),
  ]
}

const whys = {
  reference: 'the same reference and the same amount',
  number: 'the same cheque number and the same amount',
  name: 'a word of the same name, and the same amount',
  amount: 'the same amount, and no other payment of these days has it',
}

function proposalOf({ credit, why }: ReturnedCredit<Taken>): Proposal {
  const day = numericDate(startOfDay(credit.day))
  const receipt = credit.receipt_number ? ` (receipt ${credit.receipt_number})` : ''
  const of = credit.of ? ` of ${credit.of}` : ''
  if (credit.entry_id === null)
    return returnOf(
      null,
      `The bank returned the credit of ${formatRupees(credit.amount_paise)} of ${day}: the debit has ${whys[why]}. No payment of it is in the ledger.`,
    )
  return returnOf(
    credit,
    `The bank returned the payment${of}${receipt} of ${day}: the debit has ${whys[why]}.`,
  )
}

const returnOf = (credit: Taken | null, reason: string): Proposal => ({
  kind: 'return',
  confidence: credit ? 'likely' : 'none',
  person_id: credit?.person_id ?? null,
  entry_id: credit?.entry_id ?? null,
  reason,
})

/** No payment is proposed for a credit that the bank took back. */
export function withoutReturned(
  proposals: ReadonlyMap<string, Proposal>,
  returned: ReadonlyMap<string, string>,
): Map<string, Proposal> {
  const left = new Map(proposals)
  for (const [id, day] of returned) {
    const proposal = proposals.get(id)
    if (!proposal || proposal.kind === 'recorded') continue
    const reason = `The bank returned this credit on ${numericDate(startOfDay(day))}. Ignore the line.`
    left.set(id, { kind: 'none', confidence: 'none', person_id: null, entry_id: null, reason })
  }
  return left
}
