/** Finds the payments whose credit pays a charge. */

import type { Paise } from '#shared/rupees.ts'
import { sum } from '#shared/sum.ts'
import { type AccountEntry, type PaperEntry, recordedUntil } from './account-entries.ts'
import type { Charge } from './charges.ts'
import { type AppliedEntries, applyEntries } from './settlements.ts'

/** A payment, and how much of it pays something, in whole paise. */
interface PaidPart<Entry> {
  money: Entry
  paise: Paise
}

/**
 * The payments that pay a charge, and how much each pays. A payment and the tax deducted from it count as one, because
 * they share one paper. `entries` are all of the member's entries.
 */
export function creditOn<Entry extends AccountEntry>(
  entries: readonly Entry[],
  { settlements }: Pick<AppliedEntries, 'settlements'>,
  chargeId: string,
): PaidPart<Entry>[] {
  const credit = new Map<Entry, number>()
  for (const { money_id, charge, kind, paise } of settlements) {
    if (charge.id !== chargeId || kind === 'waiver') continue
    const own = entries.find(({ id }) => id === money_id)
    const money = entries.find(({ id }) => id === (own?.paid_with ?? money_id))
    if (money) credit.set(money, (credit.get(money) ?? 0) + paise)
  }
  return [...credit].map(([money, paise]) => ({ money, paise }))
}

/** Credit that pays a charge that was raised before. */
export interface MovedCredit<Entry> extends PaidPart<Entry> {
  charge: Charge
}

/**
 * The credit that pays more by the entries `later` than by the entries `earlier`, for charges and payments that both
 * have. Dues of 5,900 are raised, then a stall of 1,180, and 5,900 are paid for the dues. When the dues are cancelled,
 * 1,180 of the payment pay the stall: this is the moved credit, and 4,720 stay credit.
 */
export function movedCredit<Entry extends AccountEntry>(
  earlier: readonly Entry[],
  later: readonly Entry[],
): MovedCredit<Entry>[] {
  const [before, after] = [applyEntries(earlier), applyEntries(later)]
  const earlierIds = new Set(earlier.map(({ id }) => id))
  return after.charges
    .filter(({ id }) => earlierIds.has(id))
    .flatMap((charge) =>
      creditOn(later, after, charge.id).flatMap(({ money, paise }) => {
        const paid = creditOn(earlier, before, charge.id).find(
          (source) => source.money.id === money.id,
        )
        const moved = paise - (paid?.paise ?? 0)
        return earlierIds.has(money.id) && moved > 0 ? [{ charge, money, paise: moved }] : []
      }),
    )
}

/** The credit that the paper of an entry is for: it moved when the entries of the same `recorded_at` were recorded. */
export function creditOfPaper<Entry extends AccountEntry>(
  entries: readonly Entry[],
  paper: PaperEntry,
): MovedCredit<Entry> {
  const after = recordedUntil(entries, paper)
  const before = after.filter(({ recorded_at }) => recorded_at < paper.recorded_at)
  const moved = movedCredit(before, after).find(
    ({ charge, money }) => charge.id === paper.charge_id && money.id === paper.paid_with,
  )
  if (!moved) throw new Error(`The credit of the paper ${paper.id} is missing`)
  return moved
}

/**
 * The amount of a charge that a payment pays by some papers of moved credit. `entries` are all of the member's entries.
 */
export const creditOnPapers = <Entry extends AccountEntry>(
  entries: readonly Entry[],
  papers: readonly Entry[],
  { moneyId, chargeId }: { moneyId: string; chargeId: string },
): Paise =>
  sum(papers, (paper) =>
    paper.kind === 'paper' && paper.paid_with === moneyId && paper.charge_id === chargeId
      ? creditOfPaper(entries, paper).paise
      : 0,
  )
