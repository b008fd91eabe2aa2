/** What the candidates owe while lines are proposed for it, so that nothing of it is proposed for two lines. */
import type { Charge } from '#features/ledger/charges.ts'
import { chargeOfPayment, chargesMeant } from '#features/ledger/named-charges.ts'

/** A charge that is open. */
export interface OpenCharge extends Pick<Charge, 'item' | 'year' | 'label' | 'open_paise'> {
  /** 'Dues 2026-27'. */
  name: string
}

export interface AmountComparison {
  owed: number
  /** What remains of it after the lines that were proposed before. */
  remaining: number
  /** The amount is all of it, and no line was proposed before. */
  isAll: boolean
  /**
   * The charge that the line pays whole, where it is not all of it: the only one of the amount, or of those that it
   * names.
   */
  charge: OpenCharge | undefined
  /** The charges that the line may mean, by its words and its amount. */
  meant: readonly OpenCharge[]
}

/** What a line says of a payment. */
interface Paid {
  amount_paise: number
  narration: string
  /** yyyy-MM-dd. */
  date: string
}

export interface AmountsOwed {
  remainingOf: (personId: string) => number
  /** What a member owes, compared with a line. */
  compare: (personId: string, line: Paid) => AmountComparison
  take: (personId: string, line: Paid) => void
}

export function amountsOwed({
  owed,
  charges,
  wordsFor,
}: {
  owed: ReadonlyMap<string, number>
  /** Those of each member in the order in which they are due. */
  charges: ReadonlyMap<string, readonly OpenCharge[]>
  /** What a narration says beside the names of a member. */
  wordsFor: (personId: string, narration: string) => string
}): AmountsOwed {
  const remaining = new Map(owed)
  const open = new Map(charges)
  const remainingOf = (personId: string) => remaining.get(personId) ?? 0
  const chargesOf = (personId: string, { amount_paise, narration, date }: Paid) => {
    const all = open.get(personId) ?? []
    if (all.length < 2)
      return { charge: all.find((one) => one.open_paise === amount_paise), meant: all }
    const words = { text: wordsFor(personId, narration), day: date }
    const named = chargesMeant(all, amount_paise, words)
    const meant = named.length > 0 ? named : all
    const [equal, another] = meant.filter(({ open_paise }) => open_paise === amount_paise)
    const first = chargeOfPayment(all, amount_paise, words) ?? all[0]
    return { charge: equal === first && !another ? equal : undefined, meant: named }
  }
  return {
    remainingOf,
    compare(personId, line) {
      const all = owed.get(personId) ?? 0
      const left = remainingOf(personId)
      const isAll = line.amount_paise === all && left === all
      const { charge, meant } = chargesOf(personId, line)
      return { owed: all, remaining: left, isAll, charge: isAll ? undefined : charge, meant }
    },
    take(personId, line) {
      const { charge } = chargesOf(personId, line)
      // Nobody knows which charges another amount pays.
      const left = charge ? (open.get(personId) ?? []).filter((one) => one !== charge) : []
      open.set(personId, left)
      remaining.set(personId, Math.max(0, remainingOf(personId) - line.amount_paise))
    },
  }
}
