import { Banner } from '#platform/web/ui/Banner.tsx'
import { formatRupees, type Paise } from '#shared/rupees.ts'
import type { MemberAccount } from '../../../answers.ts'
import { type FeeYears, raisedWithin } from '../../../own-fees.ts'

/**
 * Lists the dues that were raised before a member's own fee and do not follow it, and says how to change them; renders
 * nothing if there are none.
 */
export function RaisedDues({
  charges,
  fee,
}: {
  charges: readonly MemberAccount['charges'][number][]
  fee: FeeYears & { amount_paise: Paise | undefined }
}) {
  const { raised, first } = raisedWithin(charges, fee)
  if (raised.length === 0) return null
  return (
    <Banner tone="warning">
      {raised.map(({ id, year, amount_paise }) => (
        <p key={id}>{`Dues ${year} are raised already and stay ${formatRupees(amount_paise)}.`}</p>
      ))}
      <p>To charge the member's own fee instead, reverse these dues and raise them again.</p>
      <p>
        {first === undefined
          ? "Until then, the member's own fee does not apply to these years."
          : `Until then, the member's own fee applies from ${first}.`}
      </p>
    </Banner>
  )
}
