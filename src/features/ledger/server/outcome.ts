import { accountOf } from '../account.ts'
import type { AccountEntry } from '../account-entries.ts'
import type { MarkPreview } from '../answers.ts'

/** What a payment among these entries of a member pays, and what is open and credit with it. */
export function outcomeOf(
  entries: readonly AccountEntry[],
  paymentId: string,
): Omit<MarkPreview, 'replaces'> {
  const { settlements, owed_paise, credit_paise } = accountOf(entries)
  return {
    settles: settlements
      .filter(({ money_id }) => money_id === paymentId)
      .map(({ charge: { item, label, year, open_paise }, paise }) => ({
        ...{ item, label, year, paise, open_paise },
      })),
    remaining_paise: owed_paise,
    credit_paise,
  }
}
