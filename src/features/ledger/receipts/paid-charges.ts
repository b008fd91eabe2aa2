import type { Paise } from '#shared/rupees.ts'
import { type AccountEntry, activeEntries, recordedUntil } from '../account-entries.ts'
import { creditOn } from '../credit.ts'
import { applyEntries } from '../settlements.ts'

/**
 * The active payments and deducted tax that paid a part of a charge at the time of their recording, as their papers
 * state. Credit that paid it later is not included. `entries` are in the order of recording.
 */
export function moneyWithCharge<Entry extends AccountEntry>(
  entries: readonly Entry[],
  chargeId: string,
): Entry[] {
  const active = activeEntries(entries)
  return active.filter((money) => {
    if (money.kind !== 'payment' && money.kind !== 'tds') return false
    const recorded = recordedUntil(entries, money)
    if (!recorded.some(({ id }) => id === chargeId)) return false
    const parts = active.filter(({ id, paid_with }) => id === money.id || paid_with === money.id)
    return applyEntries(recorded).settlements.some(
      ({ charge, money_id }) => charge.id === chargeId && parts.some(({ id }) => id === money_id),
    )
  })
}

/**
 * The entries that paid a charge when it was raised and are void now: the paper stays, and still states that they paid.
 * `entries` are all of the member's entries.
 */
export function voidedCredit<Entry extends AccountEntry>(
  entries: readonly Entry[],
  chargeId: string,
): { money: Entry; paise: Paise; voiding: Entry }[] {
  const charge = entries.find(({ id }) => id === chargeId)
  if (!charge) return []
  const recorded = recordedUntil(entries, charge)
  return creditOn(recorded, applyEntries(recorded), chargeId).flatMap(({ money, paise }) => {
    const voiding = entries.find(({ reverses_id }) => reverses_id === money.id)
    return voiding ? [{ money, paise, voiding }] : []
  })
}
