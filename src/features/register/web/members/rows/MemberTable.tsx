import { useMemo } from 'react'
import type { Member } from '#features/members/answers.ts'
import { memberSorts } from '#features/members/columns/sort-columns.ts'
import { memberDisplayName } from '#features/members/display-name.ts'
import { duesTitle } from '#features/members/dues-status.ts'
import {
  paidPrintWidth,
  printWidths,
  serialPrintWidth,
} from '#features/members/fields/print-widths.ts'
import { registerLayout } from '#features/members/fields/register-layout.ts'
import { shownField } from '#features/members/fields/shown-fields.ts'
import { DuesBadge, DuesCell } from '#features/members/web/components/DuesCell.tsx'
import { MemberPhoto } from '#features/members/web/components/MemberPhoto.tsx'
import type { OnMemberAction } from '#features/members/web/components/member-actions.ts'
import { isTablet, isTouch } from '#platform/web/layout/phone.ts'
import type { RegisterColumn } from '#platform/web/table/columns.ts'
import type { Sort } from '#platform/web/table/DataTable.tsx'
import { emptyCell } from '#platform/web/table/empty-cell.tsx'
import { RegisterTable, type RowSelection } from '#platform/web/table/RegisterTable.tsx'
import { BreakableText } from '#platform/web/ui/BreakableText.tsx'
import { classNames } from '#platform/web/ui/class-names.ts'
import { isInstant, numericDate } from '#shared/dates.ts'
import { webLink } from '#shared/links.ts'
import { groupPhones } from '#shared/values/phone.ts'
import { MarkPaymentButton } from './MarkPaymentButton.tsx'
import { MemberLink } from './MemberLink.tsx'
import { MemberRowActions } from './MemberRowActions.tsx'
import { PaidBadge, paidAmount } from './PaidBadge.tsx'

interface MemberTableProps {
  caption: string
  /** 'Remove' for OEM members, 'Delete' for vendors (contract 2.5). */
  removeLabel: string
  members: readonly Member[]
  total: number
  columns: ShownColumns
  sort: Sort
  onSort: (sort: Sort) => void
  onEnd: () => void
  /** The member whose details are open. */
  activeKey: string | undefined
  selection: RowSelection<Member>
  onAction: OnMemberAction
}

export interface ShownColumns {
  hidden: readonly string[]
  /** True while only the essential columns are shown, without `hidden`. */
  isEssential: boolean
}

/** The wide table of the OEM Members and Vendors tabs: every column of contract 2.5, in its order. */
export function MemberTable({
  removeLabel,
  members,
  columns: shown,
  onAction,
  ...table
}: MemberTableProps) {
  const columns = useMemo(
    () => [...dataColumns(shown, onAction), actionsColumn(shown, removeLabel, onAction)],
    [shown, removeLabel, onAction],
  )
  return <RegisterTable {...table} rows={members} rowKey={({ id }) => id} columns={columns} />
}

/** The shown columns, without that of the actions. */
export const dataColumns = (
  { hidden, isEssential }: ShownColumns,
  onAction: OnMemberAction,
): RegisterColumn<Member>[] =>
  isEssential
    ? registerLayout.flatMap((column) =>
        column.essentialWidth
          ? [
              {
                ...columnOf(column, column.essentialWidth, onAction),
                takesMore: column.field === 'company_name',
                // On a tablet the menu of the row has the button, which would be cut.
                ...(column.field === 'payment_amount' && isTablet() && paidAlone),
              },
            ]
          : [],
      )
    : [
        serialColumn,
        ...registerLayout.map((column) => columnOf(column, column.width, onAction)),
        duesColumn(onAction),
      ].filter(({ key }) => !hidden.includes(key))

const serialColumn: RegisterColumn<Member> = {
  key: 'serial',
  header: 'S.No',
  width: 3.25,
  printWidth: serialPrintWidth,
  align: 'end',
  className: 'tabular-nums text-ink-soft',
  cell: (_, index) => index,
}

const duesColumn = (onAction: OnMemberAction): RegisterColumn<Member> => ({
  key: 'dues',
  header: duesTitle(new Date()),
  width: 18,
  sortable: true,
  cell: (member) => <DuesCell member={member} onAction={onAction} />,
  print: (member) => <DuesBadge member={member} />,
})

function actionsColumn(
  { isEssential }: ShownColumns,
  removeLabel: string,
  onAction: OnMemberAction,
): RegisterColumn<Member> {
  // On a tablet and among the essential columns the names need the width of two more buttons.
  const hasMenuAlone = isEssential || isTablet()
  return {
    key: 'actions',
    header: 'Actions',
    width: hasMenuAlone ? 5 : isTouch() ? 10 : 7.25,
    align: 'end',
    onPhone: 'actions',
    cell: (member) => (
      <MemberRowActions
        member={member}
        hasMenuAlone={hasMenuAlone}
        removeLabel={removeLabel}
        onAction={onAction}
      />
    ),
  }
}

/** The columns that may be hidden: all but name and actions. */
export const hideableColumns = () => [
  { key: serialColumn.key, header: serialColumn.header },
  ...registerLayout
    .filter(({ field }) => field !== 'name')
    .map((column) => ({ key: keyOf(column), header: headerOf(column) })),
  { key: 'dues', header: duesTitle(new Date()) },
]

export const hiddenAtFirst = [
  ...registerLayout.filter((column) => column.isExtra).map((column) => keyOf(column)),
  'dues',
]

/** The keys of the columns that 'Essential columns' leaves out. */
export const notEssential = [
  serialColumn.key,
  ...registerLayout.filter((column) => !column.essentialWidth).map((column) => keyOf(column)),
  'dues',
]

const columnOf = (
  column: ColumnLayout,
  width: number,
  onAction: OnMemberAction,
): RegisterColumn<Member> => ({
  key: keyOf(column),
  header: headerOf(column),
  width: column.field === 'payment_amount' && isTouch() ? width + 1.5 : width,
  printWidth: column.field === 'payment_amount' ? paidPrintWidth : printWidths[column.field],
  pinned: column.field === 'name',
  sortable: memberSorts.some((sort) => sort === column.field),
  ...(column.ascendingFirst && { ascendingFirst: true }),
  className: classNames(
    column.field !== 'name' && !column.isRead && 'text-ink-soft',
    isDay(column) && 'tabular-nums',
  ),
  cell: (member) => cellOf(member, column, onAction),
  ...(column.field === 'name' && { print: memberDisplayName }),
  // On paper it breaks between its parts alone.
  ...(column.field === 'email' && { print: ({ email }) => <BreakableText text={email} /> }),
})

type ColumnLayout = (typeof registerLayout)[number]

function keyOf({ key, field }: ColumnLayout): string {
  return key ?? field
}

function headerOf({ field }: ColumnLayout): string {
  const entry = shownField(field)
  return entry?.labels?.register ?? entry?.label ?? field
}

const isDay = ({ field }: ColumnLayout): boolean => shownField(field)?.kind === 'instant'

function cellOf(member: Member, { field }: ColumnLayout, onAction: OnMemberAction) {
  if (field === 'name') return <MemberLink member={member} onAction={onAction} />
  if (field === 'photo_url') return <MemberPhoto member={member} />
  if (field === 'payment_amount') return <PaidCell member={member} onAction={onAction} />
  if (field === 'membership_valid_to') return <ValidityCell member={member} />
  const value = member[field]
  if (typeof value !== 'string' || value === '') return emptyCell
  switch (shownField(field)?.kind) {
    case 'instant':
      return isInstant(value) && <time dateTime={value}>{numericDate(value)}</time>
    case 'url':
      return <Website address={value} />
    case 'phone':
      return groupPhones(value)
    default:
      return value
  }
}

/** 'https://www.teakand…': links show at most 20 characters and an ellipsis (contract 9.4). */
const Website = ({ address }: { address: string }) => (
  <a
    href={webLink(address)}
    title={address}
    target="_blank"
    rel="noopener noreferrer"
    className="block truncate text-accent-text underline underline-offset-2 hover:no-underline"
  >
    {address.length > 20 ? `${address.slice(0, 20)}...` : address}
  </a>
)

function ValidityCell({ member }: { member: Member }) {
  const { membership_valid_from: from, membership_valid_to: to } = member
  if (!from || !to) return <span className="text-ink-faint">Not set</span>
  return (
    <span className="whitespace-nowrap tabular-nums">
      {`${numericDate(from)} – ${numericDate(to)}`}
    </span>
  )
}

/** Sum and state without the button. */
const paidAlone = { width: 10.25, cell: (member: Member) => <PaidCell member={member} /> }

function PaidCell({ member, onAction }: { member: Member; onAction?: OnMemberAction | undefined }) {
  return (
    <div className="flex w-full items-baseline gap-1.5">
      <span className="min-w-13 shrink-0 text-ink tabular-nums">
        {paidAmount(member) || emptyCell}
      </span>
      <PaidBadge member={member} />
      {onAction && <MarkPaymentButton member={member} onAction={onAction} />}
    </div>
  )
}
