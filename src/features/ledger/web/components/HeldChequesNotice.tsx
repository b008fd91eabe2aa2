import { useQuery } from '@tanstack/react-query'
import { Banner } from '#platform/web/ui/Banner.tsx'
import { ButtonLink } from '#platform/web/ui/Button.tsx'
import { formatRupees } from '#shared/rupees.ts'
import { heldChequesOf } from '../held-cheque-calls.ts'

/** Lists the cheques of the member that have not cleared, so that a form of a payment does not record one again. */
export function HeldChequesNotice({ memberId }: { memberId: string }) {
  const cheques = useQuery(heldChequesOf(memberId)).data ?? []
  if (cheques.length === 0) return null
  return (
    <Banner
      tone="warning"
      action={
        <ButtonLink size="sm" href="/admin/renewals?cheques=open">
          Show cheques
        </ButtonLink>
      }
    >
      {cheques.map(({ id, number, amount_paise }) => (
        <p key={id}>
          Cheque {number} of {formatRupees(amount_paise)} is noted and has not cleared yet.
        </p>
      ))}
    </Banner>
  )
}
