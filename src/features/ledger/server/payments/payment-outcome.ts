import { sum } from '#shared/sum.ts'
import type { Account } from '../../account.ts'
import type { MarkPreview } from '../../answers.ts'

/** What some payments pay together, with the open amount and the credit of the account after them. */
export function paymentOutcome(
  { settlements, open_paise: remaining_paise, credit_paise }: Account,
  paymentIds: readonly string[],
): Omit<MarkPreview, 'replaces'> {
  const paid = settlements.filter(({ money_id }) => paymentIds.includes(money_id))
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
