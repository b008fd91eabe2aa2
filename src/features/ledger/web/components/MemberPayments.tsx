import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import type { Member } from '#features/members/answers.ts'
import { RowMenu } from '#platform/web/table/rows/RowMenu.tsx'
import { classNames } from '#platform/web/ui/class-names.ts'
import { LoadFailed } from '#platform/web/ui/loading/LoadFailed.tsx'
import { SkeletonRows } from '#platform/web/ui/loading/Skeleton.tsx'
import { State } from '#platform/web/ui/State.tsx'
import { dateTime, isoDay, numericDate } from '#shared/dates.ts'
import { isSeriesNumber } from '#shared/dues/receipt-number.ts'
import { formatRupees, type Paise } from '#shared/rupees.ts'
import { activeEntries, isVoid } from '../../account-entries.ts'
import type { LedgerEntry } from '../../answers.ts'
import { type ReversalReason, reversalReasonLabels } from '../../contract.ts'
import { paymentModeLabels } from '../../payment-modes.ts'
import { memberPayments } from '../calls.ts'
import { useSendReceipt } from '../receipt-calls.ts'
import { entryName, itemOf } from './entry-name.ts'
import { ReceiptLink } from './ReceiptLink.tsx'
import { StatementDownload } from './StatementDownload.tsx'

/** All entries of a member's ledger, newest first, and the statement of account. */
export function MemberPayments({
  member,
  ...change
}: { member: Pick<Member, 'id'> } & ChangeHandlers) {
  const payments = useQuery(memberPayments(member.id))
  if (payments.isPending) return <SkeletonRows rows={2} label="Loading the payments" />
  if (payments.isError) return <LoadFailed query={payments} />
  const entries = new Map(payments.data.map((entry) => [entry.id, entry]))
  const active = new Set(activeEntries(payments.data).map(({ id }) => id))
  return (
    <section className="grid grid-cols-1 gap-3">
      <h3 className="text-base">Payments</h3>
      {payments.data.length === 0 ? (
        <p className="text-sm text-ink-soft">No payments recorded yet.</p>
      ) : (
        <ol aria-label="Payment history" className="divide-y divide-line text-sm">
          {payments.data.map((entry) => (
            <Entry
              key={entry.id}
              entry={entry}
              cancelled={entries.get(entry.reverses_id ?? '')}
              isActive={active.has(entry.id)}
              {...change}
            />
          ))}
        </ol>
      )}
      <StatementDownload
        memberId={member.id}
        moments={payments.data.map(({ paid_at }) => paid_at)}
      />
    </section>
  )
}

interface ChangeHandlers {
  onReverse: (entry: LedgerEntry, reason?: ReversalReason) => void
  onCorrect: (entry: LedgerEntry) => void
}

interface EntryProps extends ChangeHandlers {
  entry: LedgerEntry
  /** What a reversal or a cancellation voids. */
  cancelled: LedgerEntry | undefined
  isActive: boolean
}

/** What it is with the amount; its day at the left, on phones in the line below; the paper, and who recorded it. */
function Entry({ entry, cancelled, isActive, ...change }: EntryProps) {
  const { title, paise, facts } = textOf(entry, cancelled)
  const { id, kind, receipt_number: number, recorded_at, recorded_by } = entry
  const isVoided = !isActive && !isVoid(entry)
  const day = movesMoney(entry) ? entry.paid_at : recorded_at
  return (
    <li className="relative flex gap-x-1 py-2.5 sm:pl-24">
      <div className="grid min-w-0 flex-1 gap-0.5 wrap-anywhere">
        <p className="flex items-baseline gap-x-3">
          <span className="flex flex-1 flex-wrap gap-x-2 font-medium">
            <span>{title}</span>
            {isVoided && (
              <State tone="danger" className="font-normal">
                {kind === 'payment' ? 'Reversed' : 'Cancelled'}
              </State>
            )}
          </span>
          {paise !== undefined && (
            <span
              className={classNames(
                'whitespace-nowrap tabular-nums',
                isVoided ? 'text-ink-faint' : 'font-medium',
              )}
            >
              {formatRupees(paise)}
            </span>
          )}
        </p>
        <p className="text-ink-soft tabular-nums">
          <time dateTime={day} className="sm:absolute sm:top-2.5 sm:left-0">
            {numericDate(day)}
          </time>
          {facts.length > 0 && <span className="sm:hidden"> · </span>}
          {facts.map((fact, index) => (
            <Fragment key={fact}>
              <span className="sm:inline-block">
                {index < facts.length - 1 ? `${fact} ·` : fact}
              </span>
              <span> </span>
            </Fragment>
          ))}
        </p>
        <p className="flex flex-wrap items-baseline gap-x-2 text-xs text-ink-faint">
          {isSeriesNumber(number) && <ReceiptLink id={id} number={number} />}
          <span>
            {'Recorded '}
            <time dateTime={recorded_at}>{dateTime(recorded_at)}</time>
            {recorded_by && <span>{` by ${recorded_by}`}</span>}
          </span>
        </p>
      </div>
      <EntryMenu entry={entry} isActive={isActive} {...change} />
    </li>
  )
}

/** What can be done with an entry; an empty space where there is nothing, so that the amounts are below each other. */
function EntryMenu({ entry, isActive, onReverse, onCorrect }: Omit<EntryProps, 'cancelled'>) {
  const send = useSendReceipt()
  const { id, kind } = entry
  const name = entryName(entry)
  const items = [
    isSeriesNumber(entry.receipt_number) &&
      (isActive || isVoid(entry)) && {
        label: `Email receipt ${entry.receipt_number}`,
        onSelect: () => send.mutate({ id }),
      },
    isActive &&
      kind === 'payment' &&
      isOfToday(entry) && { label: 'Correct', onSelect: () => onCorrect(entry) },
    isActive && kind === 'tds' && { label: 'TDS certificate', onSelect: () => onCorrect(entry) },
    isActive &&
      kind === 'payment' &&
      entry.mode === 'Cheque' && {
        label: 'Cheque returned',
        onSelect: () => onReverse(entry, 'bounced'),
      },
    isActive &&
      !endsWithPayment(entry) && {
        label: 'Reverse',
        isDestructive: true,
        onSelect: () => onReverse(entry),
      },
  ].filter((item) => item !== false)
  return (
    <span className="-mt-1 w-7 shrink-0 touch:-mt-2 touch:w-11 print:hidden">
      {items.length > 0 && <RowMenu rowId={id} label={`More actions for ${name}`} items={items} />}
    </span>
  )
}

interface EntryText {
  title: string
  /** Undefined for an entry that moves no money. */
  paise?: Paise
  facts: string[]
}

/** 'Payment', and 'Cash', 'UTR 412', 'valid 01/04/2024 to 31/03/2025'. */
function textOf(entry: LedgerEntry, cancelled: LedgerEntry | undefined): EntryText {
  const { kind, amount_paise: paise, mode, reference, receipt_number: number } = entry
  const modeName = mode && paymentModeLabels[mode]
  const ownNumber = number && !isSeriesNumber(number) && `Receipt ${number}`
  switch (kind) {
    case 'charge':
      return {
        title: `${itemOf(entry)} charged`,
        paise: -paise,
        facts: known(entry.due_on && `due ${numericDate(entry.due_on)}`),
      }
    case 'waiver':
      return { title: 'Waived', paise, facts: known(reference) }
    case 'tds':
      return {
        title: 'Tax deducted (TDS)',
        paise,
        facts: known(ownNumber, reference && `certificate ${reference}`),
      }
    case 'refund':
      return { title: 'Credit paid back', paise: -paise, facts: known(modeName, reference) }
    case 'paper':
      return { title: `${itemOf(entry)} paid from credit`, facts: [] }
    case 'settlement':
      return {
        title: ['Dues', entry.year, 'settled from credit'].filter(Boolean).join(' '),
        facts: known(daysOf(entry)),
      }
    case 'cancellation':
      return cancelled?.kind === 'paper'
        ? {
            title: `Cancelled: ${itemOf(cancelled)} paid from credit`,
            facts: known(cancelled.receipt_number && `cancels ${cancelled.receipt_number}`),
          }
        : {
            title: `Cancelled: ${cancelledLabel(cancelled)}`,
            paise: Math.abs(paise),
            facts: known(reasonOf(entry)),
          }
    case 'reversal':
      return {
        title: cancelled?.receipt_number
          ? `Reversal of receipt ${cancelled.receipt_number}`
          : 'Reversal',
        paise,
        facts: known(reasonOf(entry), returnOf(entry)),
      }
    case 'payment':
      return {
        title: 'Payment',
        paise,
        facts: known(ownNumber, modeName, reference, daysOf(entry)),
      }
  }
}

const known = (...facts: (string | false | null)[]): string[] =>
  facts.filter((fact): fact is string => Boolean(fact))

/** Whether the entry shows two days: the day on which the money came or went, and the day of recording. */
const movesMoney = ({ kind }: LedgerEntry): boolean =>
  kind === 'payment' || kind === 'refund' || kind === 'tds'

/** Entries that are voided together with their payment. */
const endsWithPayment = ({ kind }: LedgerEntry): boolean =>
  kind === 'settlement' || kind === 'paper'

/** A payment can be corrected on the day of its recording; later it can only be reversed. */
const isOfToday = ({ recorded_at }: LedgerEntry): boolean =>
  isoDay(recorded_at) === isoDay(new Date())

const reasonOf = ({ void_reason }: LedgerEntry): string | null =>
  void_reason && void_reason !== 'other' ? reversalReasonLabels[void_reason] : null

/** The day of the return by the bank, where it differs from the day of recording. */
const returnOf = ({ void_reason, paid_at, recorded_at }: LedgerEntry): string | false =>
  void_reason === 'bounced' &&
  isoDay(paid_at) !== isoDay(recorded_at) &&
  `returned on ${numericDate(paid_at)}`

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
