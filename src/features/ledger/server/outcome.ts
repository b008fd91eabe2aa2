import { accountOf } from '../account.ts'
import type { AccountEntry } from '../account-entries.ts'
import type { MarkPreview } from '../answers.ts'

/** What payments among these entries of a member pay together, and what is open and credit with it. */
export function outcomeOf(
  entries: readonly AccountEntry[],
  paymentIds: readonly string[],
): Omit<MarkPreview, 'replaces'> {
  const { settlements, owed_paise, credit_paise } = accountOf(entries)
  const paid = settlements.filter(({ money_id }) => paymentIds.includes(money_id))
  return {
    settles: [...Map.groupBy(paid, ({ charge }) => charge)].map(([charge, parts]) => {
      const { item, label, year, open_paise } = charge
      const paise = parts.reduce((sum, part) => sum + part.paise, 0)
      return { item, label, year, paise, open_paise }
    }),
    remaining_paise: owed_paise,
    credit_paise,
  }
}
