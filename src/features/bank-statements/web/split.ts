/** How a bank line is split over members, as typed (contract 13.11). */

import { decimalRupees } from '#shared/rupees.ts'
import { sum } from '#shared/sum.ts'
import { readPaise } from '#shared/values/amount.ts'
import type { BankLine, LineMember } from '../answers.ts'
import { maxParts } from '../contract.ts'

export interface TypedPart {
  member: LineMember
  /** In rupees, as typed. */
  amount: string
}

/** The members that the bank names, each with the amount that they owe while the line has enough. */
export function initialParts({ named, member, amount_paise }: BankLine): TypedPart[] {
  let left = amount_paise
  const parts = named.slice(0, maxParts).map(({ owed_paise, ...one }): TypedPart => {
    const paise = Math.min(owed_paise, left)
    left -= paise
    return { member: one, amount: paise > 0 ? decimalRupees(paise) : '' }
  })
  return parts.length > 0 || member === null ? parts : [{ member, amount: '' }]
}

/** What is not assigned yet, in paise; negative for too much. Amounts that cannot be read count as nothing. */
export const leftOf = (amountPaise: number, parts: readonly TypedPart[]): number =>
  amountPaise - sum(parts, ({ amount }) => Math.max(0, readPaise(amount) ?? 0))

export const isAmount = (typed: string): boolean => (readPaise(typed) ?? 0) > 0
