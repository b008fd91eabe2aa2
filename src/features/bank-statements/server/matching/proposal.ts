/** What proposals are made of (contract 13.11). */
import type { Proposal } from '../../answers.ts'
import type { OpenCharge } from './debts.ts'
import type { WaitingCheque } from './held-cheques.ts'
import type { ClueSources, KnownMember, LineText, Register } from './identify.ts'

export interface OpenLine extends LineText {
  /** yyyy-MM-dd. */
  date: string
  amount_paise: number
}

export interface LedgerPayment {
  id: string
  person_id: string
  amount_paise: number
  reference: string
  receipt_number: string | null
  mode: string | null
  /** The day in India, yyyy-MM-dd. */
  paid_on: string
  /** A bank line is matched to it. */
  is_matched: boolean
}

export interface BouncedPayment extends Omit<LedgerPayment, 'mode' | 'is_matched'> {
  /** Another line of the same statement is matched to it. */
  is_in_statement: boolean
}

export interface Facts {
  members: ReadonlyMap<string, KnownMember>
  register: Pick<Register, 'numbers' | 'ownersOf' | 'namesOf'>
  notices: ClueSources['notices']
  /** What candidates owe, in paise; of `notRaised` the dues of the year. */
  owed: ReadonlyMap<string, number>
  /** The open charges of candidates, of which it is made; not the dues of `notRaised`. */
  charges: ReadonlyMap<string, readonly OpenCharge[]>
  /** Candidates who have paid a part of a charge that is open. */
  partlyPaid: ReadonlySet<string>
  /** The financial years for which candidates owe, like '2026-27'. */
  years: ReadonlyMap<string, readonly string[]>
  /** Members without dues for the year who have not paid. */
  notRaised: ReadonlySet<string>
  payments: readonly LedgerPayment[]
  /** Payments that the bank took back: reversed as such, from a bank line or by hand. */
  bounced: readonly BouncedPayment[]
  cheques: readonly WaitingCheque[]
  /** Why nothing is proposed for credits that the bank took back, by their ids. */
  returned: ReadonlyMap<string, string>
  /** The names of the association, which its members write. */
  associationNames: string
}

/** Makes a proposal likely at most, and appends the sentence that says why. */
export const withoutCertainty = (proposal: Proposal, why: string): Proposal =>
  proposal.confidence === 'none'
    ? proposal
    : { ...proposal, confidence: 'likely', reason: `${proposal.reason} ${why}` }

export const none = (reason: string): Proposal => ({
  kind: 'none',
  confidence: 'none',
  person_id: null,
  entry_id: null,
  reason,
})

export const payment = (person_id: string, isSure: boolean, reason: string): Proposal => ({
  kind: 'payment',
  confidence: isSure ? 'sure' : 'likely',
  person_id,
  entry_id: null,
  reason,
})
