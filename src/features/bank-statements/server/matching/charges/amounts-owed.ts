/** Tracks the amounts that candidates owe while payments are proposed, so that no amount is proposed for two lines. */

import type { Charge } from '#features/ledger/charges.ts'
import { candidateCharges, chargeMeantByPayer } from '#features/ledger/named-charges.ts'
import type { Day } from '#shared/dates.ts'
import type { Paise } from '#shared/rupees.ts'

export interface OpenCharge extends Pick<Charge, 'item' | 'year' | 'label' | 'open_paise'> {
  /** 'Dues 2026-27'. */
  name: string
}

export interface AmountComparison {
  owed: Paise
  /** The part of it that no earlier line is proposed for. */
  remaining: Paise
  /** The amount of the line is everything that is owed, and no earlier line was proposed for it. */
  paysEverything: boolean
  /**
   * The charge that the line pays in full, if it does not pay everything: the only charge of this amount, among those
   * that the line names if it names any.
   */
  paidCharge: OpenCharge | undefined
  /** The charges that the line may mean, by its words and its amount. */
  possibleCharges: readonly OpenCharge[]
}

/** What a line says of a payment. */
interface StatedPayment {
  amount_paise: Paise
  narration: string
  date: Day
}

export interface AmountsOwed {
  remainingOf: (personId: string) => Paise
  /** What a member owes, compared with a line. */
  compareWithLine: (personId: string, line: StatedPayment) => AmountComparison
  reserve: (personId: string, line: StatedPayment) => void
}

export function trackAmountsOwed({
  owed,
  charges,
  wordsFor,
}: {
  owed: ReadonlyMap<string, Paise>
  /** The open charges of each member, in the order in which they are due. */
  charges: ReadonlyMap<string, readonly OpenCharge[]>
  /** A narration without the names of a member. */
  wordsFor: (personId: string, narration: string) => string
}): AmountsOwed {
  const remainingByMember = new Map(owed)
  const open = new Map(charges)
  const remainingOf = (personId: string) => remainingByMember.get(personId) ?? 0
  const chargesOf = (personId: string, { amount_paise, narration, date }: StatedPayment) => {
    const openCharges = open.get(personId) ?? []
    if (openCharges.length < 2)
      return {
        paidCharge: openCharges.find(({ open_paise }) => open_paise === amount_paise),
        possibleCharges: openCharges,
      }
    const words = { text: wordsFor(personId, narration), day: date }
    const named = candidateCharges(openCharges, amount_paise, words)
    const possible = named.length > 0 ? named : openCharges
    const [equal, another] = possible.filter(({ open_paise }) => open_paise === amount_paise)
    const first = chargeMeantByPayer(openCharges, amount_paise, words) ?? openCharges[0]
    return { paidCharge: equal === first && !another ? equal : undefined, possibleCharges: named }
  }
  return {
    remainingOf,
    compareWithLine(personId, line) {
      const owedAtFirst = owed.get(personId) ?? 0
      const remaining = remainingOf(personId)
      const paysEverything = line.amount_paise === owedAtFirst && remaining === owedAtFirst
      const { paidCharge, possibleCharges } = chargesOf(personId, line)
      return {
        owed: owedAtFirst,
        remaining,
        paysEverything,
        paidCharge: paysEverything ? undefined : paidCharge,
        possibleCharges,
      }
    },
    reserve(personId, line) {
      const { paidCharge } = chargesOf(personId, line)
      // An amount that equals no charge may pay any of them, so no charge is proposed again.
      const openAfter = paidCharge
        ? (open.get(personId) ?? []).filter((charge) => charge !== paidCharge)
        : []
      open.set(personId, openAfter)
      remainingByMember.set(personId, Math.max(0, remainingOf(personId) - line.amount_paise))
    },
  }
}
