import { useQuery } from '@tanstack/react-query'
import Pencil from 'lucide-react/icons/pencil'
import Undo2 from 'lucide-react/icons/undo-2'
import type { Member } from '#features/members/answers.ts'
import { emptyCell } from '#platform/web/table/empty-cell.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { DescriptionItem } from '#platform/web/ui/DescriptionItem.tsx'
import { LoadFailed } from '#platform/web/ui/loading/LoadFailed.tsx'
import { SkeletonRows } from '#platform/web/ui/loading/Skeleton.tsx'
import { State } from '#platform/web/ui/State.tsx'
import { dateTime, isoDay, numericDate } from '#shared/dates.ts'
import { isSeriesNumber } from '#shared/dues/receipt-number.ts'
import { formatRupees } from '#shared/rupees.ts'
import { withFullStop } from '#shared/sentences.ts'
import { activeEntries, isVoid } from '../../account-entries.ts'
import type { LedgerEntry } from '../../answers.ts'
import { reversalReasonLabels } from '../../contract.ts'
import { paymentModeLabels, paymentModes } from '../../payment-modes.ts'
import { validityDays } from '../../validity.ts'
import { memberPayments } from '../calls.ts'
import { entryName, itemOf } from './entry-name.ts'
import { ReceiptActions } from './ReceiptActions.tsx'
import { StatementDownload } from './StatementDownload.tsx'

/** The current payment of a member, then all entries of the ledger. */
export function MemberPayments({
  member,
  onReverse,
  onCorrect,
}: {
  member: Member
  onReverse: (entry: LedgerEntry) => void
  onCorrect: (entry: LedgerEntry) => void
}) {
  return (
    <section className="grid gap-3">
      <h3 className="text-base">Payment</h3>
      <dl className="grid grid-pairs gap-x-6 gap-y-3 text-sm wrap-anywhere sm:grid-cols-3">
        <DescriptionItem name="Status">
          <State tone={member.payment_status ? 'success' : 'warning'}>
            {member.payment_status ? 'PAID' : 'PENDING'}
          </State>
        </DescriptionItem>
        <DescriptionItem name="Last Paid (Rs.)">
          {member.payment_amount === null
            ? emptyCell
            : formatRupees(Math.round(member.payment_amount * 100))}
        </DescriptionItem>
        <DescriptionItem name="Paid Date">
          {member.payment_date ? numericDate(member.payment_date) : emptyCell}
        </DescriptionItem>
        <DescriptionItem name="Mode">{modeLabel(member.payment_mode) || emptyCell}</DescriptionItem>
        <DescriptionItem name="Payment Ref">
          {member.payment_reference || emptyCell}
        </DescriptionItem>
        <DescriptionItem name="Receipt No.">{member.receipt_number || emptyCell}</DescriptionItem>
        <DescriptionItem wide name="Validity">
          {validityDays(member)}
        </DescriptionItem>
      </dl>
      <PaymentHistory memberId={member.id} onReverse={onReverse} onCorrect={onCorrect} />
    </section>
  )
}

const modeLabel = (mode: string | null): string => {
  const listed = paymentModes.find((paymentMode) => paymentMode === mode)
  return listed ? paymentModeLabels[listed] : (mode ?? '')
}

function PaymentHistory({
  memberId,
  onReverse,
  onCorrect,
}: {
  memberId: string
  onReverse: (entry: LedgerEntry) => void
  onCorrect: (entry: LedgerEntry) => void
}) {
  const payments = useQuery(memberPayments(memberId))
  if (payments.isPending) return <SkeletonRows rows={1} label="Loading the payments" />
  if (payments.isError) return <LoadFailed query={payments} />
  if (payments.data.length === 0) return null
  const entries = new Map(payments.data.map((entry) => [entry.id, entry]))
  const active = new Set(activeEntries(payments.data).map(({ id }) => id))
  return (
    <>
      <StatementDownload
        memberId={memberId}
        moments={payments.data.map(({ paid_at }) => paid_at)}
      />
      <ol aria-label="Payment history" className="grid gap-2 text-sm">
        {payments.data.map((entry) => (
          <li key={entry.id} className="grid gap-x-4 sm:grid-cols-[14.5rem_1fr]">
            <span className="grid content-start text-ink-faint tabular-nums">
              {movesMoney(entry) && (
                <span className="text-ink">
                  {'Paid on '}
                  <time dateTime={entry.paid_at}>{numericDate(entry.paid_at)}</time>
                </span>
              )}
              <span>
                {'Recorded '}
                <time dateTime={entry.recorded_at}>{dateTime(entry.recorded_at)}</time>
              </span>
            </span>
            <span className="wrap-anywhere">
              {sentenceOf(entry, entries.get(entry.reverses_id ?? ''))}
              {!active.has(entry.id) && !isVoid(entry) && (
                <State tone="danger" className="ml-2">
                  {entry.kind === 'payment' ? 'Reversed' : 'Cancelled'}
                </State>
              )}
            </span>
            <span className="-ml-2.5 flex flex-wrap gap-1 max-sm:gap-0 max-sm:*:px-1.5 sm:col-start-2 print:hidden">
              {isSeriesNumber(entry.receipt_number) && (
                <ReceiptActions
                  id={entry.id}
                  number={entry.receipt_number}
                  canEmail={active.has(entry.id) || isVoid(entry)}
                />
              )}
              {active.has(entry.id) && entry.kind === 'payment' && isOfToday(entry) && (
                <Button
                  variant="ghost"
                  size="sm"
                  icon={<Pencil aria-hidden="true" />}
                  onClick={() => onCorrect(entry)}
                >
                  Correct
                  <span className="sr-only"> {entryName(entry)}</span>
                </Button>
              )}
              {active.has(entry.id) && entry.kind === 'tds' && (
                <Button
                  variant="ghost"
                  size="sm"
                  icon={<Pencil aria-hidden="true" />}
                  onClick={() => onCorrect(entry)}
                >
                  TDS certificate
                  <span className="sr-only"> of {entryName(entry)}</span>
                </Button>
              )}
              {active.has(entry.id) && !endsWithPayment(entry) && (
                <Button
                  variant="ghost"
                  size="sm"
                  icon={<Undo2 aria-hidden="true" />}
                  onClick={() => onReverse(entry)}
                >
                  Reverse
                  <span className="sr-only"> {entryName(entry)}</span>
                </Button>
              )}
            </span>
          </li>
        ))}
      </ol>
    </>
  )
}

/** 'Receipt R2024-25/0001: ₹5,000 by Cash, valid 01/04/2024 to 31/03/2025. Recorded by Asha Patil.' */
function sentenceOf(entry: LedgerEntry, cancelled: LedgerEntry | undefined): string {
  const by = entry.recorded_by ? ` Recorded by ${entry.recorded_by}.` : ''
  const money = formatRupees(entry.amount_paise)
  switch (entry.kind) {
    case 'charge':
      return `${entry.receipt_number ? `${entry.receipt_number}: ` : ''}${itemOf(entry)} charged: ${formatRupees(-entry.amount_paise)}${entry.due_on ? `, due ${numericDate(entry.due_on)}` : ''}.${by}`
    case 'waiver':
      return `${money} waived: ${withFullStop(entry.reference)}${by}`
    case 'tds': {
      const receipt = entry.receipt_number ? `Receipt ${entry.receipt_number}: ` : ''
      return `${receipt}${[`${money} deducted as tax (TDS)`, entry.reference && `certificate ${entry.reference}`].filter(Boolean).join(', ')}.${by}`
    }
    case 'refund':
      return `${[`Credit of ${formatRupees(-entry.amount_paise)} paid back`, entry.mode && `by ${paymentModeLabels[entry.mode]}`, entry.reference && `reference ${entry.reference}`].filter(Boolean).join(', ')}.${by}`
    case 'paper':
      return `${entry.receipt_number}: ${itemOf(entry)} paid from credit.${by}`
    case 'settlement':
      return `${[`Dues ${entry.year ?? ''} settled from credit`.replace('  ', ' '), daysOf(entry)].filter(Boolean).join(', ')}.${by}`
    case 'cancellation':
      if (cancelled?.kind === 'paper')
        return `${entry.receipt_number} cancels ${cancelled.receipt_number}: ${itemOf(cancelled)} paid from credit.${by}`
      return `Cancelled: ${cancelledLabel(cancelled)}, ${formatRupees(Math.abs(entry.amount_paise))}.${reasonOf(entry)}${by}`
    case 'reversal': {
      const of = cancelled?.receipt_number ? ` of receipt ${cancelled.receipt_number}` : ''
      const number = entry.receipt_number ? ` (${entry.receipt_number})` : ''
      return `Reversal${of}${number}: ${money}.${reasonOf(entry)}${returnOf(entry)}${by}`
    }
    case 'payment': {
      const facts = [
        entry.mode && `by ${paymentModeLabels[entry.mode]}`,
        entry.reference && `reference ${entry.reference}`,
        daysOf(entry),
      ].filter(Boolean)
      const label = entry.receipt_number ? `Receipt ${entry.receipt_number}` : 'Payment'
      return `${label}: ${[money, ...facts].join(', ')}.${by}`
    }
  }
}

/** Whether the entry shows two days: the day on which the money came or went, and the day of recording. */
const movesMoney = ({ kind }: LedgerEntry): boolean =>
  kind === 'payment' || kind === 'refund' || kind === 'tds'

/** Entries that are voided together with their payment. */
const endsWithPayment = ({ kind }: LedgerEntry): boolean =>
  kind === 'settlement' || kind === 'paper'

/** A payment can be corrected on the day of its recording; later it can only be reversed. */
const isOfToday = ({ recorded_at }: LedgerEntry): boolean =>
  isoDay(recorded_at) === isoDay(new Date())

const reasonOf = ({ void_reason }: LedgerEntry): string =>
  void_reason && void_reason !== 'other' ? ` ${reversalReasonLabels[void_reason]}.` : ''

/** The day of the return by the bank, where it differs from the day of recording. */
const returnOf = ({ void_reason, paid_at, recorded_at }: LedgerEntry): string =>
  void_reason === 'bounced' && isoDay(paid_at) !== isoDay(recorded_at)
    ? ` Returned on ${numericDate(paid_at)}.`
    : ''

function cancelledLabel(entry: LedgerEntry | undefined): string {
  if (entry?.kind === 'charge') return itemOf(entry)
  const names = { waiver: 'waiver', tds: 'deducted tax', refund: 'refund of credit' }
  const kind = entry?.kind
  return kind === 'waiver' || kind === 'tds' || kind === 'refund'
    ? names[kind]
    : 'settlement from credit'
}

const daysOf = ({ valid_from: from, valid_to: to }: LedgerEntry): string | null =>
  from && to && `valid ${numericDate(from)} to ${numericDate(to)}`
