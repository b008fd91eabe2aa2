import { Banner } from '#platform/web/ui/Banner.tsx'
import { formatRupees } from '#shared/rupees.ts'
import type { MemberAccount } from '../../answers.ts'
import { type FeeYears, raisedWithin } from '../../own-fees.ts'

/** Says of an own fee which dues it leaves as they were raised, and what to do about it; nothing where it counts for all. */
export function RaisedDues({
  charges,
  fee,
}: {
  charges: readonly MemberAccount['charges'][number][]
  fee: FeeYears & { amount_paise: number | undefined }
}) {
  const { raised, first } = raisedWithin(charges, fee)
  if (raised.length === 0) return null
  return (
    <Banner tone="warning">
      {raised.map(({ id, year, amount_paise }) => (
        <p key={id}>{`Dues ${year} are raised already and stay ${formatRupees(amount_paise)}.`}</p>
      ))}
      <p>To charge the own fee instead, reverse these dues and raise them again.</p>
      <p>
        {first === undefined
          ? 'Until then the own fee changes nothing for these years.'
          : `Until then the own fee counts from ${first}.`}
      </p>
    </Banner>
  )
}
