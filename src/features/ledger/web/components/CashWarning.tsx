import { Banner } from '#platform/web/ui/Banner.tsx'
import { readPaise } from '#shared/values/amount.ts'

/** ₹2,00,000 in paise. */
const cashLimitPaise = 20_000_000

/** States the law about cash of this amount, as typed. It refuses nothing. */
export function CashWarning({ mode, amount }: { mode: string; amount: string }) {
  if (mode !== 'Cash' || (readPaise(amount) ?? 0) < cashLimitPaise) return null
  return (
    <Banner tone="warning">
      <p>
        Section 269ST of the Income-tax Act forbids taking ₹2,00,000 or more in cash from one person
        in a day, or for one occasion.
      </p>
    </Banner>
  )
}
