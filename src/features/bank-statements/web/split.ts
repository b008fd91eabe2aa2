/** How a bank line is split over members, as typed (contract 13.11). */

import { decimalRupees, type Paise } from '#shared/rupees.ts'
import { sum } from '#shared/sum.ts'
import { readPaise } from '#shared/values/amount.ts'
import type { BankLine, LineMember, OwingMember } from '../answers.ts'
import { maxParts } from '../contract.ts'

export interface TypedPart {
  member: LineMember
  /** In rupees, as typed. */
  amount: string
}

/** The members that the bank names, each with the amount that they owe while the line has enough. */
export function initialParts({ named, member, amount_paise }: BankLine): TypedPart[] {
  const parts: TypedPart[] = []
  for (const owing of named.slice(0, maxParts))
    parts.push(typedPartOf(owing, leftOf(amount_paise, parts)))
  return parts.length > 0 || member === null ? parts : [{ member, amount: '' }]
}

/** A member who is added, with the amount that they owe while the line has enough left. */
export function typedPartOf(
  { id, name, company_name, membership_number, ...owing }: LineMember | OwingMember,
  left: Paise,
): TypedPart {
  const paise = Math.min('owed_paise' in owing ? owing.owed_paise : 0, left)
  return {
    member: { id, name, company_name, membership_number },
    amount: paise > 0 ? decimalRupees(paise) : '',
  }
}

/** What is not assigned yet, in paise; negative for too much. Amounts that cannot be read count as nothing. */
export const leftOf = (amountPaise: Paise, parts: readonly TypedPart[]): Paise =>
  amountPaise - sum(parts, ({ amount }) => Math.max(0, readPaise(amount) ?? 0))

export const isAmount = (typed: string): boolean => (readPaise(typed) ?? 0) > 0
