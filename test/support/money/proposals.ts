/** Eight members who owe the same, and what is proposed for lines of a bank. */

import type { OpenCharge } from '#features/bank-statements/server/matching/charges/amounts-owed.ts'
import {
  buildMemberIndex,
  type ClueSources,
  identifyLines,
} from '#features/bank-statements/server/matching/clues/identify.ts'
import { distinctUtrs } from '#features/bank-statements/server/matching/clues/references.ts'
import type {
  BouncedPayment,
  LedgerPayment,
} from '#features/bank-statements/server/matching/proposal/facts.ts'
import { proposeAll } from '#features/bank-statements/server/matching/proposal/propose.ts'
import type { OpenLine } from '#features/bank-statements/server/matching/words/line-text.ts'

const companies = [
  'Shree Marudhar Furniture Works Pvt Ltd',
  'Decora Panels',
  'Decora Panels & Boards',
  'M/s. Aggarwal Timber & Co.',
  'Kaveri Interiors',
  'Kaveri Interiors (Unit II)',
  'New Furniture House',
  'Vidarbha Laminates LLP',
]
const people = [
  'Ramesh Patel',
  'Asha',
  'Vijay Rao',
  'Suresh Agarwal',
  'A B',
  'C D',
  'E F',
  'Ravi Iyer',
]
export const members = companies.map((company_name, index) => ({
  id: String(index),
  name: people[index] ?? '',
  company_name,
  membership_number: `OEM202600${index}`,
}))
export const known: ClueSources = {
  members,
  notices: [{ reference: 'FPMA7K3Q9X2M', person_id: '7' }],
  reported: [{ reference: '609512345678', person_id: '6', amount_paise: 300_000 }],
  receipts: [{ receipt_number: 'R2025-26/0042', person_id: '3' }],
  paid: [],
  ownUpiIds: [],
}
const everybodyOwes = new Map(members.map(({ id }) => [id, 590_000]))

export const line = (
  narration: string,
  amount_paise = 590_000,
  more: Partial<OpenLine> = {},
): OpenLine => ({
  id: narration,
  date: '2026-04-05',
  amount_paise,
  narration,
  reference: '',
  ...more,
})

interface ProposeOptions {
  payments?: LedgerPayment[]
  bounced?: BouncedPayment[]
  owed?: Map<string, number>
  charges?: Map<string, OpenCharge[]>
  partlyPaid?: Set<string>
  years?: Map<string, string[]>
  notRaised?: Set<string>
  returned?: Map<string, string>
  /** What is known instead of `known`. */
  more?: Partial<ClueSources>
  associationNames?: string
}

export async function propose(
  lines: OpenLine[],
  {
    payments = [],
    bounced = [],
    owed = everybodyOwes,
    charges = new Map<string, OpenCharge[]>(),
    partlyPaid = new Set<string>(),
    years = new Map<string, string[]>(),
    notRaised = new Set<string>(),
    returned = new Map<string, string>(),
    more = {},
    associationNames = 'Furniture Panel Manufacturers Association FPMA',
  }: ProposeOptions = {},
) {
  const facts = { ...known, ...more }
  const utrs = await distinctUtrs(lines)
  const memberIndex = await buildMemberIndex(facts.members)
  const candidates = await identifyLines(lines, utrs, facts, memberIndex)
  const proposals = await proposeAll(lines, utrs, candidates, {
    memberIndex,
    notices: facts.notices,
    members: new Map(facts.members.map((member) => [member.id, member])),
    owed,
    charges,
    partlyPaid,
    years,
    notRaised,
    payments,
    bounced,
    cheques: [],
    returned,
    associationNames,
  })
  return lines.map(({ id }) => proposals.get(id))
}
