import { useQuery } from '@tanstack/react-query'
import { Banner } from '#platform/web/ui/Banner.tsx'
import { ButtonLink } from '#platform/web/ui/Button.tsx'
import { numericDate } from '#shared/dates.ts'
import { formatRupees } from '#shared/rupees.ts'
import { namedReference } from '../../../notices/labels.ts'
import { openReportedPayments } from '../../notices/calls.ts'

/** Lists the payments that the member has reported, so that a form of a payment does not record one again. */
export function ReportedPaymentsNotice({ memberId }: { memberId: string }) {
  const { data = [] } = useQuery(openReportedPayments)
  const reports = data.filter(({ person_id }) => person_id === memberId)
  if (reports.length === 0) return null
  return (
    <Banner
      tone="warning"
      action={
        <ButtonLink size="sm" href="/admin/renewals?reports=open">
          Show reported payments
        </ButtonLink>
      }
    >
      {reports.map(({ id, amount_paise, paid_on, reference }) => (
        <p key={id} className="wrap-anywhere">
          Reported: {formatRupees(amount_paise)} on {numericDate(paid_on)},{' '}
          {namedReference(reference)}
        </p>
      ))}
    </Banner>
  )
}
