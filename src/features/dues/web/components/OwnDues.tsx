import { useQuery } from '@tanstack/react-query'
import { Banner } from '#platform/web/ui/Banner.tsx'
import { ButtonLink } from '#platform/web/ui/Button.tsx'
import { isoDay, longDate } from '#shared/dates.ts'
import { formatRupees } from '#shared/rupees.ts'
import { noticeName, waitingReport } from '../../notices/rules.ts'
import { ownNotice } from '../notices/calls.ts'

/** What the signed-in member owes, with the way to pay; nothing while nothing is owed. */
export function OwnDues() {
  const { data } = useQuery(ownNotice)
  if (!data || data.notice.owed_paise <= 0) return null
  const { token, notice } = data
  const due = notice.charges[0]?.due_on
  const waiting = waitingReport(notice)
  return (
    <Banner
      tone="warning"
      title={`${noticeName(notice)}: ${formatRupees(notice.owed_paise)}`}
      action={
        <ButtonLink size="sm" variant={waiting ? 'ghost' : 'primary'} href={`/dues#token=${token}`}>
          {waiting ? 'View' : 'View and pay'}
        </ButtonLink>
      }
    >
      {waiting
        ? `You reported a payment of ${formatRupees(waiting.amount_paise)} on ${longDate(waiting.reported_at)}. The office is checking it.`
        : due &&
          (due < isoDay(new Date()) ? `Was due on ${longDate(due)}.` : `Due on ${longDate(due)}.`)}
    </Banner>
  )
}
