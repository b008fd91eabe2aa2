import { useQuery } from '@tanstack/react-query'
import { Banner } from '#platform/web/ui/Banner.tsx'
import { ButtonLink } from '#platform/web/ui/Button.tsx'
import { State } from '#platform/web/ui/State.tsx'
import { type Day, isoDay, longDate } from '#shared/dates.ts'
import { formatRupees } from '#shared/rupees.ts'
import { noticeName, waitingReport } from '../../../notices/rules.ts'
import { ownNotice } from '../../notices/calls.ts'
import { waitingText } from '../../notices/waiting-text.ts'

/** What the signed-in member owes, with the way to pay, or that nothing is owed. */
export function OwnDues({
  paidUntil,
}: {
  /** The last day of a membership that is valid today. */
  paidUntil: Day | null
}) {
  const { data } = useQuery(ownNotice)
  if (data === undefined) return null
  if (data === null || data.notice.owed_paise <= 0)
    // Nothing is shown for a member without a membership and without dues.
    return data || paidUntil ? (
      <div className="flex min-h-10 flex-wrap items-center gap-x-3 rounded-lg border border-line bg-surface px-4 py-2 text-sm">
        <State tone="success">Nothing owed</State>
        {paidUntil && (
          <span className="text-ink-soft">{`Your membership is paid until ${longDate(paidUntil)}.`}</span>
        )}
      </div>
    ) : null
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
        ? waitingText(waiting)
        : due &&
          (due < isoDay(new Date()) ? `Was due on ${longDate(due)}.` : `Due on ${longDate(due)}.`)}
    </Banner>
  )
}
