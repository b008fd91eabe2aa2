import type { Account } from '../account.ts'
import type { MarkPreview } from '../answers.ts'

/** What a payment pays in the account of a member, and what is open and credit with it. */
export function outcomeOf(
  { settlements, owed_paise, credit_paise }: Account,
  paymentId: string,
): Omit<MarkPreview, 'replaces'> {
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
