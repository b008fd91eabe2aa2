/** Builds proposals. */
import type { Proposal } from '../../../answers.ts'

/** Lowers a sure proposal to likely, and appends the reason. */
export const withDoubt = (proposal: Proposal, why: string): Proposal =>
  proposal.confidence === 'none'
    ? proposal
    : { ...proposal, confidence: 'likely', reason: `${proposal.reason} ${why}` }

export const noProposal = (reason: string): Proposal => ({
  kind: 'none',
  confidence: 'none',
  person_id: null,
  entry_id: null,
  reason,
})

export const paymentProposal = (person_id: string, isSure: boolean, reason: string): Proposal => ({
  kind: 'payment',
  confidence: isSure ? 'sure' : 'likely',
  person_id,
  entry_id: null,
  reason,
})
