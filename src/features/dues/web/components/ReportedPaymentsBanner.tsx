import { useQuery } from '@tanstack/react-query'
import { useDialogParam } from '#platform/web/state/url-state.ts'
import { Banner } from '#platform/web/ui/Banner.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { lazyPart } from '#platform/web/ui/lazy-part.tsx'
import { countOf } from '#shared/sentences.ts'
import { openReportedPayments } from '../notices/calls.ts'
import type { ReportNote } from './ReportedPaymentsDialog.tsx'

const ReportedPaymentsDialog = lazyPart(
  async () => (await import('./ReportedPaymentsDialog.tsx')).ReportedPaymentsDialog,
)

/**
 * Says how many reported payments wait for a decision; nothing while there are none. `?reports=open`, the link of
 * the emails to administrators, opens them. `note` is what the screen knows about a report.
 */
export function ReportedPaymentsBanner({ note }: { note?: ReportNote }) {
  const reports = useQuery(openReportedPayments)
  const dialog = useDialogParam('reports')
  const count = reports.data?.length ?? 0
  return (
    <>
      {count > 0 && (
        <Banner
          tone="accent"
          title={countOf(count, 'member has reported a payment', 'payments reported by members')}
          action={
            <Button size="sm" onClick={() => dialog.open('open')}>
              Check
            </Button>
          }
        >
          They count as paid once you confirm them.
        </Banner>
      )}
      {dialog.id !== null && <ReportedPaymentsDialog note={note} onClose={dialog.close} />}
    </>
  )
}
