/** Finds payments of the ledger that bank lines repeat, and cheques that bank lines clear (contract 13.11). */

import { canClear } from '#features/ledger/payment-days.ts'
import { pauses } from '#platform/server/core/event-loop.ts'
import { addToList } from '#shared/add-to-list.ts'
import type { Paise } from '#shared/rupees.ts'
import { sum } from '#shared/sum.ts'
import { chequeNumber, utrsOf, withoutLeadingZeros } from '#shared/values/reference.ts'
import type { Proposal } from '../../../answers.ts'
import type { Candidate } from '../clues/candidates.ts'
import {
  chequeNumbersIn,
  heldChequeSentence,
  matchingCheques,
  severalHeldChequesSentence,
} from '../clues/held-cheques.ts'
import { referencesOf } from '../clues/references.ts'
import { companyOrName } from '../names/names-of-member.ts'
import { chequeNumberIn, isTransfer, mentionsCheque } from '../words/bank-words.ts'
import { lineText, type OpenLine } from '../words/line-text.ts'
import type { BouncedPayment, LedgerPayment, ProposalFacts } from './facts.ts'
import { noProposal, paymentProposal, withDoubt } from './proposal.ts'
import { alreadyRecorded, sameReferenceAsMatchedLine } from './sentences.ts'

/**
 * Finds the cheques that lines clear, each for one line. A proposal is never sure, because a statement does not name
 * the bank of a cheque.
 */
export function heldChequeFinder({ cheques }: ProposalFacts) {
  const used = new Set<string>()
  const ofLine = (line: OpenLine) =>
    matchingCheques(line, cheques).filter(({ id }) => !used.has(id))
  return {
    find(line: OpenLine): Proposal | undefined {
      const chequesOfLine = ofLine(line).filter((one) => canClear(one, line.date))
      const [cheque] = chequesOfLine
      if (!cheque) return undefined
      if (chequesOfLine.length > 1)
        return noProposal(`${severalHeldChequesSentence(chequesOfLine)}.`)
      used.add(cheque.id)
      return paymentProposal(cheque.person_id, false, `${heldChequeSentence(cheque)}.`)
    },
    /** A cheque that was received after the line, which confirming the line would refuse to clear. */
    findLater(line: OpenLine): Proposal | undefined {
      const later = ofLine(line).find((one) => !canClear(one, line.date))
      return (
        later &&
        noProposal(
          `${heldChequeSentence(later)}, but this line is older. Check the day of receipt.`,
        )
      )
    },
  }
}

const paymentOwner = (
  { person_id, receipt_number }: Pick<LedgerPayment, 'person_id' | 'receipt_number'>,
  members: ProposalFacts['members'],
): string => {
  const member = members.get(person_id)
  const owner = member ? companyOrName(member) : 'a member'
  return receipt_number ? `${owner} (receipt ${receipt_number})` : owner
}

/**
 * Finds the lines whose payment the bank has returned, so that it is not recorded a second time. A line with a
 * different reference is another payment, and so is one of a statement that has another line for the returned payment.
 */
export function bouncedPaymentFinder({ members, bounced }: ProposalFacts) {
  const byUtr = new Map<string, BouncedPayment>()
  const byDay = new Map<string, BouncedPayment[]>()
  for (const payment of bounced) {
    const { reference, person_id, paid_on, amount_paise } = payment
    for (const utr of referencesOf(reference)) byUtr.set(utr, payment)
    if (!payment.is_in_statement)
      addToList(byDay, `${person_id} ${paid_on} ${amount_paise}`, payment)
  }
  return {
    find(
      { date, amount_paise }: OpenLine,
      utrs: readonly string[],
      [best]: readonly Candidate[],
    ): Proposal | undefined {
      const ofDay = byDay.get(`${best?.person_id} ${date} ${amount_paise}`) ?? []
      const payment =
        utrs.map((utr) => byUtr.get(utr)).find((one) => one !== undefined) ??
        ofDay.find(({ reference }) => utrs.length === 0 || utrsOf(reference).length === 0)
      return (
        payment &&
        noProposal(
          `The bank took this credit back: the payment of ${paymentOwner(payment, members)} was reversed as returned. Ignore the line.`,
        )
      )
    },
  }
}

/** Finds the payments of the ledger that lines repeat, each for one line. */
export async function recordedPaymentFinder({ members, payments, returned }: ProposalFacts) {
  const pause = pauses()
  const byUtr = new Map<string, LedgerPayment[]>()
  const byDay = new Map<string, LedgerPayment[]>()
  const firstOfDay = new Map<string, LedgerPayment>()
  const clearedCheques: (LedgerPayment & { number: string })[] = []
  for (const payment of payments) {
    await pause()
    for (const utr of referencesOf(payment.reference)) addToList(byUtr, utr, payment)
    const key = `${payment.paid_on} ${payment.amount_paise}`
    const ofMember = `${payment.person_id} ${key}`
    if (!firstOfDay.has(ofMember)) firstOfDay.set(ofMember, payment)
    if (payment.mode === 'Cash' || payment.is_matched) continue
    addToList(byDay, key, payment)
    const [number] = payment.mode === 'Cheque' ? chequeNumbersIn(payment.reference) : []
    if (number) clearedCheques.push({ ...payment, number })
  }
  const used = new Set<string>()
  const ownerOf = (one: LedgerPayment) => paymentOwner(one, members)
  const proposal = (payment: LedgerPayment, isSure: boolean, reason: string): Proposal => {
    used.add(payment.id)
    return {
      kind: 'recorded',
      confidence: isSure ? 'sure' : 'likely',
      person_id: payment.person_id,
      entry_id: payment.id,
      reason,
    }
  }
  /** One transfer for several members, imported from another file or recorded by hand. */
  const several = (all: readonly LedgerPayment[], utr: string): Proposal => {
    for (const { id } of all) used.add(id)
    return noProposal(alreadyRecorded.together(all.map(ownerOf), utr))
  }
  /** Each reference is recorded once, so a second line with it is not proposed as another payment. */
  const ofAnotherLine = (utrs: readonly string[]): Proposal | undefined => {
    for (const utr of utrs) {
      const matched = byUtr.get(utr)?.findLast(({ is_matched }) => is_matched)
      if (matched) return noProposal(sameReferenceAsMatchedLine(ownerOf(matched), utr))
    }
    return undefined
  }
  return {
    /**
     * A proposal is not sure if the member has a payment of this day and amount: another file may contain the same
     * credit.
     */
    withDoubtOfSameDay(line: OpenLine, proposed: Proposal): Proposal {
      const payment = firstOfDay.get(`${proposed.person_id} ${line.date} ${line.amount_paise}`)
      if (!payment) return proposed
      return withDoubt(
        proposed,
        payment.receipt_number
          ? `Receipt ${payment.receipt_number} has the same day and the same amount: it may be this credit.`
          : 'A payment has the same day and the same amount: it may be this credit.',
      )
    },
    find(
      line: OpenLine,
      utrs: readonly string[],
      candidates: readonly Candidate[],
    ): Proposal | undefined {
      for (const utr of utrs) {
        const withReference = (byUtr.get(utr) ?? []).filter(({ id }) => !used.has(id))
        if (withReference.length > 1 && amountOf(withReference) === line.amount_paise)
          return several(withReference, utr)
        const payment = withReference.findLast(({ is_matched }) => !is_matched)
        if (!payment) continue
        const owner = ownerOf(payment)
        return payment.amount_paise === line.amount_paise
          ? proposal(payment, true, alreadyRecorded.sameReference(owner, utr))
          : proposal(payment, false, alreadyRecorded.otherAmount(owner, utr, payment.amount_paise))
      }
      const [best] = candidates
      const cleared = matchingCheques(line, clearedCheques).find(
        (one) => !used.has(one.id) && (!best || candidates.some(isOf(one))),
      )
      if (cleared) return proposal(cleared, true, alreadyRecorded.sameCheque(ownerOf(cleared)))
      if (returned.has(line.id)) return undefined
      const sameDay = (byDay.get(`${line.date} ${line.amount_paise}`) ?? []).filter(
        (one) => !used.has(one.id) && !isPaidOtherwise(line, utrs, one),
      )
      const ofBest = best && sameDay.find(({ person_id }) => person_id === best.person_id)
      if (ofBest) return proposal(ofBest, true, alreadyRecorded.sameDay(ownerOf(ofBest)))
      const [only, another] = sameDay
      if (only && !another && !best)
        return proposal(only, false, alreadyRecorded.sameDay(ownerOf(only)))
      return ofAnotherLine(utrs)
    },
  }
}

const isOf =
  ({ person_id }: LedgerPayment) =>
  (candidate: Candidate): boolean =>
    candidate.person_id === person_id

/**
 * Whether the line was paid in a different way from the payment: with another number, or by cheque instead of transfer.
 */
function isPaidOtherwise(line: OpenLine, utrs: readonly string[], payment: LedgerPayment): boolean {
  const text = lineText(line)
  const isByUtr = utrsOf(payment.reference).length > 0
  if (utrs.length > 0 && isByUtr) return true
  const isCheque = mentionsCheque(text)
  if (payment.mode !== 'Cheque') return isCheque && (isByUtr || payment.mode === 'GPay')
  if (!isCheque) return utrs.length > 0 || isTransfer(text)
  const [number, paid] = [chequeNumberIn(text), chequeNumber(payment.reference)]
  return number !== undefined && paid !== undefined && withoutLeadingZeros(number) !== paid
}

const amountOf = (payments: readonly LedgerPayment[]): Paise =>
  sum(payments, ({ amount_paise }) => amount_paise)
