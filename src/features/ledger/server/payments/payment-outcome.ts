import { sum } from '#shared/sum.ts'
import type { Account } from '../../account.ts'
import type { MarkPreview } from '../../answers.ts'

/** What a payment and its tax pay together in the account after them, and what is open and credit then. */
export function paymentOutcome(
  { settlements, open_paise: remaining_paise, credit_paise }: Account,
  money: readonly { id: string }[],
): Omit<MarkPreview, 'replaces'> {
  const paid = settlements.filter(({ money_id }) => money.some(({ id }) => id === money_id))
  return {
    settles: [...Map.groupBy(paid, ({ charge }) => charge)].map(([charge, parts]) => {
      const { item, label, year, open_paise } = charge
      const paise = sum(parts, (part) => part.paise)
      return { item, label, year, paise, open_paise }
    }),
    remaining_paise,
    credit_paise,
  }
}
