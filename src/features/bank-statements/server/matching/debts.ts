/** What the candidates owe while lines are proposed for it, so that nothing of it is proposed for two lines. */

/** A charge that is open, in paise. */
export interface OpenCharge {
  /** 'Dues 2026-27'. */
  name: string
  /** '2026-27'. */
  year: string
  paise: number
}

export interface Debt {
  owed: number
  /** What remains of it after the lines that were proposed before. */
  remaining: number
  /** The amount is all of it, and no line was proposed before. */
  isAll: boolean
  /** The only open charge of the amount, where it is not all of it. */
  charge: OpenCharge | undefined
}

export interface Debts {
  remainingOf: (personId: string) => number
  /** What a member owes, compared with an amount. */
  compare: (personId: string, paise: number) => Debt
  take: (personId: string, paise: number) => void
}

export function debtsOf({
  owed,
  charges,
}: {
  owed: ReadonlyMap<string, number>
  charges: ReadonlyMap<string, readonly OpenCharge[]>
}): Debts {
  const remaining = new Map(owed)
  const open = new Map(charges)
  const remainingOf = (personId: string) => remaining.get(personId) ?? 0
  const chargeOf = (personId: string, paise: number): OpenCharge | undefined => {
    const [equal, another] = (open.get(personId) ?? []).filter((charge) => charge.paise === paise)
    return another ? undefined : equal
  }
  return {
    remainingOf,
    compare(personId, paise) {
      const all = owed.get(personId) ?? 0
      const left = remainingOf(personId)
      const isAll = paise === all && left === all
      return {
        owed: all,
        remaining: left,
        isAll,
        charge: isAll ? undefined : chargeOf(personId, paise),
      }
    },
    take(personId, paise) {
      const charge = chargeOf(personId, paise)
      // Nobody knows which charges another amount pays.
      const left = charge ? (open.get(personId) ?? []).filter((one) => one !== charge) : []
      open.set(personId, left)
      remaining.set(personId, Math.max(0, remainingOf(personId) - paise))
    },
  }
}
