import { useQuery } from '@tanstack/react-query'
import { useDialogParam } from '#platform/web/state/url-state.ts'
import { lazyPart } from '#platform/web/ui/loading/lazy-part.tsx'
import { countOf, plural } from '#shared/sentences.ts'
import { openReportedPayments } from '../../notices/calls.ts'
import { WaitingBanner } from '../WaitingBanner.tsx'
import type { ReportNote } from './ReportedPaymentsDialog.tsx'

const ReportedPaymentsDialog = lazyPart(
  async () => (await import('./ReportedPaymentsDialog.tsx')).ReportedPaymentsDialog,
)

/**
 * Says how many reported payments wait for a decision; renders nothing if there are none. `?reports=open`, the link in
 * emails to administrators, opens them. `note` renders what the screen adds about a report.
 */
export function ReportedPaymentsBanner({ note }: { note?: ReportNote }) {
  const reports = useQuery(openReportedPayments)
  const dialog = useDialogParam('reports')
  const count = reports.data?.length ?? 0
  return (
    <>
      {count > 0 && (
        <WaitingBanner
          title={countOf(count, 'reported payment', 'reported payments')}
          number={{ label: 'Reported', count, note: plural(count, 'payment', 'payments') }}
          action="Check"
          onAction={() => dialog.open('open')}
        >
          {plural(
            count,
            'It counts as paid once you confirm it.',
            'They count as paid once you confirm them.',
          )}
        </WaitingBanner>
      )}
      {dialog.id !== null && <ReportedPaymentsDialog note={note} onClose={dialog.close} />}
    </>
  )
}
