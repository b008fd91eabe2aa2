import { useQuery } from '@tanstack/react-query'
import Download from 'lucide-react/icons/download'
import { Button } from '#platform/web/ui/Button.tsx'
import { LoadFailed } from '#platform/web/ui/loading/LoadFailed.tsx'
import { SkeletonRows } from '#platform/web/ui/loading/Skeleton.tsx'
import { numericDate } from '#shared/dates.ts'
import { formatRupees } from '#shared/rupees.ts'
import type { OwnPayment } from '../../receipts/answers.ts'
import { ownPayments, useOwnReceiptDownload } from '../receipt-calls.ts'
import { OwnStatementDownload } from './StatementDownload.tsx'

/** The payments of the signed-in member, with their receipts. */
export function OwnPayments() {
  const payments = useQuery(ownPayments)
  const download = useOwnReceiptDownload()
  if (payments.isPending) return <SkeletonRows rows={2} label="Loading your payments" />
  if (payments.isError) return <LoadFailed title="Couldn't load your payments" query={payments} />
  return (
    <div className="grid gap-4">
      {payments.data.length === 0 ? (
        <p className="text-sm text-ink-soft">No payments recorded yet.</p>
      ) : (
        <ul aria-label="Your payments" className="divide-y divide-line text-sm">
          {payments.data.map((payment) => (
            <li key={payment.id} className="flex items-center justify-between gap-3 py-2">
              <div className="min-w-0 wrap-anywhere">
                <p className="font-medium tabular-nums">
                  {formatRupees(payment.paper?.amount_paise ?? payment.amount_paise)}{' '}
                  <span className="font-normal text-ink-soft">{dayOf(payment)}</span>
                </p>
                {payment.receipt_number && (
                  <p className="text-ink-faint">{payment.receipt_number}</p>
                )}
                <p className="text-ink-faint tabular-nums empty:hidden">{periodOf(payment)}</p>
                {payment.unpaid?.map((sentence) => (
                  <p key={sentence} className="text-ink-soft">
                    {sentence}
                  </p>
                ))}
              </div>
              {payment.has_receipt && (
                <Button
                  size="sm"
                  icon={<Download aria-hidden="true" />}
                  aria-label={`PDF of receipt ${payment.receipt_number}`}
                  pending={download.isPending && download.variables === payment.id}
                  onClick={() => download.mutate(payment.id)}
                >
                  Receipt
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      <OwnStatementDownload moments={payments.data.map(({ paid_at }) => paid_at)} />
    </div>
  )
}

function dayOf({ paper, paid_at }: OwnPayment): string {
  const day = numericDate(paid_at)
  if (paper?.kind === 'refund') return `paid back to you on ${day}`
  return paper?.kind === 'credit' ? `from your credit on ${day}` : `on ${day}`
}

/** 'Valid 01/04/2024 to 31/03/2025, cancelled' */
function periodOf({ valid_from, valid_to, is_cancelled }: OwnPayment): string {
  const period =
    valid_from && valid_to ? `Valid ${numericDate(valid_from)} to ${numericDate(valid_to)}` : ''
  if (!is_cancelled) return period
  return period === '' ? 'Cancelled' : `${period}, cancelled`
}
