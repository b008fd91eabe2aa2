import { useMemo } from 'react'
import { Link } from 'wouter'
import { duesStatusLabels } from '#features/members/dues-status.ts'
import { duesTones } from '#features/members/web/components/DuesCell.tsx'
import { isTablet, isTouch, isWideTablet } from '#platform/web/layout/phone.ts'
import { Unbroken } from '#platform/web/print/Unbroken.tsx'
import type { RegisterColumn } from '#platform/web/table/columns.ts'
import type { Sort } from '#platform/web/table/DataTable.tsx'
import { emptyCell } from '#platform/web/table/empty-cell.tsx'
import { RegisterTable, type RowSelection } from '#platform/web/table/RegisterTable.tsx'
import { RowMenu } from '#platform/web/table/rows/RowMenu.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { type DotTone, State } from '#platform/web/ui/State.tsx'
import { numericDate } from '#shared/dates.ts'
import { formatRupees } from '#shared/rupees.ts'
import { countOf } from '#shared/sentences.ts'
import { sum } from '#shared/sum.ts'
import { groupPhones } from '#shared/values/phone.ts'
import type { Renewal } from '../../renewals/answers.ts'
import { duesGroupLabels } from '../../renewals/filters.ts'
import { ChequeNoted } from './ChequeNoted.tsx'
import { nameOf, type OnRenewalAction } from './renewal-actions.ts'

interface RenewalTableProps {
  rows: readonly Renewal[]
  total: number
  sort: Sort
  onSort: (sort: Sort) => void
  onEnd: () => void
  selection: RowSelection<Renewal>
  onAction: OnRenewalAction
}

export function RenewalTable({ onAction, ...table }: RenewalTableProps) {
  const columns = useMemo(() => [...dataColumns, actionsColumn(onAction)], [onAction])
  return <RegisterTable {...table} caption="Renewals" rowKey={({ id }) => id} columns={columns} />
}

/** The width of a column of days, in rem. On touch screens the text is a step larger. */
const dayWidth = isTouch() ? 6.75 : 6.25

/** In rem. On a tablet 'Owed' is the last column that is in sight beside the actions, and clear of their shade. */
const memberWidth = (): number => {
  if (!isTouch()) return 18.25
  return isWideTablet() ? 16 : isTablet() ? 12.5 : 15.375
}

/** The columns without the one of the actions. */
const dataColumns: RegisterColumn<Renewal>[] = [
  {
    key: 'company_name',
    header: 'Member',
    width: memberWidth(),
    takesMore: true,
    pinned: true,
    sortable: true,
    ascendingFirst: true,
    cell: (renewal) => <MemberCell renewal={renewal} />,
    print: (renewal) => [nameOf(renewal), renewal.membership_number].filter(Boolean).join(', '),
    printWidth: 14.5,
    printTotal: () => 'Total owed',
  },
  {
    key: 'status',
    header: 'Status',
    width: isTouch() ? 11.5 : 10.5,
    className: 'gap-2',
    cell: (renewal) => (
      <>
        {/* Narrow, so that the names next to it are not truncated. */}
        <RenewalState renewal={renewal} isShort />
        {/* Next to a day there is no space for years, so they are only in the tooltip of the amount. */}
        {(statusNote(renewal) === '' || isRaisedAhead(renewal)) && (
          <span title={amountNote(renewal)} className="text-xs text-ink-faint one-line">
            {noteBesideStatus(renewal)}
          </span>
        )}
      </>
    ),
    print: statusText,
    printWidth: 11.5,
  },
  {
    key: 'owed',
    header: 'Owed',
    width: 6,
    align: 'end',
    sortable: true,
    className: 'font-medium tabular-nums',
    cell: (renewal) =>
      isCreditAlone(renewal) ? (
        <span className="text-xs font-normal text-ink-faint">
          {`${formatRupees(renewal.credit_paise)} credit`}
        </span>
      ) : (
        <span title={amountNote(renewal) || undefined}>{amountText(renewal)}</span>
      ),
    print: (renewal) => <PrintedOwed renewal={renewal} />,
    printWidth: 10,
    printTotal: (rows) => formatRupees(sum(rows, ({ dues }) => dues.owed_paise)),
  },
  {
    key: 'due_on',
    header: 'Due date',
    width: dayWidth,
    sortable: true,
    ascendingFirst: true,
    className: 'tabular-nums text-ink-soft',
    cell: ({ due_on, days_overdue: days }) =>
      due_on ? (
        <time
          dateTime={due_on}
          title={days > 0 ? `${countOf(days, 'day', 'days')} overdue` : undefined}
        >
          {numericDate(due_on)}
        </time>
      ) : (
        emptyCell
      ),
    print: ({ due_on, days_overdue: days }) => (
      <>
        <Unbroken>{`${due_on ? numericDate(due_on) : '–'}${days > 0 ? ',' : ''}`}</Unbroken>
        {days > 0 && <span>{` ${countOf(days, 'day', 'days')} overdue`}</span>}
      </>
    ),
    printWidth: 8,
  },
  {
    key: 'last_notice',
    header: 'Last notice',
    width: isTouch() ? 10.75 : 9.5,
    className: 'tabular-nums text-ink-soft',
    cell: ({ last_notice: notice }) => (notice ? noticeText(notice) : emptyCell),
    print: ({ last_notice: notice }) =>
      notice ? (
        <>
          {channelLabels[notice.channel]}, <Unbroken>{numericDate(notice.at)}</Unbroken>
        </>
      ) : (
        emptyCell
      ),
    printWidth: 7.5,
  },
  {
    key: 'paid_until',
    header: 'Paid until',
    width: dayWidth,
    className: 'tabular-nums text-ink-soft',
    cell: ({ paid_until: day }) => (day ? numericDate(day) : emptyCell),
    print: ({ paid_until: day }) => (day ? <Unbroken>{numericDate(day)}</Unbroken> : emptyCell),
    printWidth: 7.5,
  },
]

/** The columns of the printed list. The phone numbers are there so that the office can call the debtors. */
export const printedColumns: RegisterColumn<Renewal>[] = [
  ...dataColumns,
  {
    key: 'mobile',
    header: 'Mobile No.',
    width: 8,
    printWidth: 11.5,
    cell: ({ whatsapp_number: number }) => <Unbroken>{groupPhones(number)}</Unbroken>,
  },
]

const channelLabels = { email: 'Email', whatsapp: 'WhatsApp', print: 'Print' } as const

/** 'Email, 12/11/2026'. */
export const noticeText = ({ channel, at }: NonNullable<Renewal['last_notice']>): string =>
  `${channelLabels[channel]}, ${numericDate(at)}`

/** 'Lapsed since 31/07/2026', 'Due' or 'Paid until 31/03/2027'. */
function statusText(renewal: Renewal): string {
  return [duesStatusLabels[renewal.dues.status], statusNote(renewal)].filter(Boolean).join(' ')
}

export const RenewalState = ({
  renewal,
  isShort = false,
}: {
  renewal: Renewal
  /** True to leave the last day of grace to the tooltip, and that of paid dues to its column. */
  isShort?: boolean
}) => {
  const short = isShort ? shortStatus(renewal) : undefined
  return (
    <State tone={toneOf(renewal)} className="shrink-0">
      {short ? <span title={statusText(renewal)}>{short}</span> : statusText(renewal)}
    </State>
  )
}

/** The status without its day, if the day is long or there is another note. */
function shortStatus(renewal: Renewal): string | undefined {
  const { status, grace_until, dues } = renewal
  if (status === 'grace' && grace_until && !dues.since) return duesGroupLabels.grace
  if (status === 'paid' && !dues.since) return duesStatusLabels[dues.status]
  return isRaisedAhead(renewal) ? duesStatusLabels[dues.status] : undefined
}

const toneOf = ({ status, dues }: Renewal): DotTone =>
  status === 'grace' && !dues.since ? 'grace' : duesTones[dues.status]

/**
 * The note after the status: since when a member is lapsed, until when one has paid, or the last day of grace.
 */
function statusNote({ status, dues: { since }, paid_until, grace_until }: Renewal): string {
  if (since) return `since ${numericDate(since)}`
  if (status === 'grace' && grace_until) return `(grace until ${numericDate(grace_until)})`
  return status === 'paid' && paid_until ? `until ${numericDate(paid_until)}` : ''
}

/** '₹5,000' or '–'. */
export function amountText({ dues, credit_paise }: Renewal): string {
  const paise = dues.owed_paise || dues.ahead_paise || credit_paise
  return paise > 0 ? formatRupees(paise) : '–'
}

/**
 * What the amount is: 'Dues 2025-26 and 2026-27', 'Bank fee', 'Dues 2026-27,
 * not raised yet', 'raised ahead' or 'credit'.
 */
function amountNote({ dues, credit_paise }: Pick<Renewal, 'dues' | 'credit_paise'>): string {
  if (isRaisedAhead({ dues })) return 'raised ahead'
  if (dues.owed_paise > 0 || !dues.is_raised) return dues.owed_name
  return credit_paise > 0 ? 'credit' : ''
}

/** The same beside a status: of dues of years alone the years, because 'Due' beside 'Dues 2026-27' reads as one. */
export const noteBesideStatus = (renewal: Pick<Renewal, 'dues' | 'credit_paise'>): string =>
  amountNote(renewal).replace(/^Dues (\d{4}-\d\d(?: and \d{4}-\d\d)?(?:, not raised yet)?)$/, '$1')

/** Whether the amount is credit of the member, and the member owes nothing. */
const isCreditAlone = ({ dues, credit_paise }: Renewal): boolean =>
  credit_paise > 0 && dues.owed_paise === 0 && dues.ahead_paise === 0

/** Whether the amount is for a later year alone. */
const isRaisedAhead = ({ dues }: Pick<Renewal, 'dues'>): boolean =>
  dues.owed_paise === 0 && dues.is_raised && dues.ahead_paise > 0

/** The amount, and below it what it is: a line for each part, with its own amount. */
function PrintedOwed({ renewal }: { renewal: Renewal }) {
  const { parts } = renewal.dues
  return (
    <>
      <Unbroken>{amountText(renewal)}</Unbroken>
      {parts.length < 2 ? (
        <div>{amountNote(renewal)}</div>
      ) : (
        parts.map(({ name, paise }) => (
          <div key={name}>
            {name} <Unbroken>{formatRupees(paise)}</Unbroken>
          </div>
        ))
      )}
    </>
  )
}

const MemberCell = ({ renewal }: { renewal: Renewal }) => {
  const person = renewal.company_name && renewal.name
  return (
    <>
      <span
        title={[nameOf(renewal), person, renewal.membership_number].filter(Boolean).join(' · ')}
        className="line-of-parts"
      >
        <Link
          href={`/admin/members?member=${renewal.id}`}
          className="rounded-sm font-medium -outline-offset-2 hover:underline"
        >
          {nameOf(renewal)}
        </Link>
        {/* On a tablet the names of most companies fill the cell. */}
        {person && <span className="text-ink-soft touch:max-lg:hidden">{person}</span>}
      </span>
      <ChequeNoted memberId={renewal.id} className="ml-2" />
    </>
  )
}

const actionsColumn = (onAction: OnRenewalAction): RegisterColumn<Renewal> => ({
  key: 'actions',
  header: 'Actions',
  width: isTouch() ? 12.875 : 11.5,
  align: 'end',
  onPhone: 'actions',
  cell: (renewal) => (
    <span className="flush-end flex items-center gap-1" data-row={renewal.id}>
      <PayButton
        renewal={renewal}
        variant="ghost"
        className={renewal.dues.owed_paise > 0 || isOpen(renewal) ? undefined : 'on-row-hover'}
        onAction={onAction}
      />
      <RenewalMenu renewal={renewal} onAction={onAction} />
    </span>
  ),
})

interface RenewalButtonProps {
  renewal: Renewal
  onAction: OnRenewalAction
}

export const PayButton = ({
  renewal,
  onAction,
  ...button
}: RenewalButtonProps & { variant: 'ghost' | 'soft'; className?: string | undefined }) => (
  <Button {...button} size="sm" data-act="pay" onClick={() => onAction(renewal, 'record payment')}>
    <span className="whitespace-nowrap">Record payment</span>
    <span className="sr-only"> of {nameOf(renewal)}</span>
  </Button>
)

export const RenewalMenu = ({ renewal, onAction }: RenewalButtonProps) => (
  <RowMenu
    rowId={renewal.id}
    label={`More actions for ${nameOf(renewal)}`}
    items={[
      {
        label: 'View account',
        iconName: 'view' as const,
        onSelect: () => onAction(renewal, 'account'),
      },
      ...(isOpen(renewal)
        ? [
            {
              label: 'WhatsApp message',
              iconName: 'message' as const,
              onSelect: () => onAction(renewal, 'whatsapp'),
            },
            {
              label: 'Waive dues',
              iconName: 'waive' as const,
              onSelect: () => onAction(renewal, 'waive'),
            },
          ]
        : []),
    ]}
  />
)

/** Whether something is raised that can be paid or waived. */
export const isOpen = ({ owed_paise, ahead_paise }: Renewal): boolean =>
  owed_paise + ahead_paise > 0
