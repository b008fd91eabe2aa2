import { Eye, Pencil } from 'lucide-react'
import { useMemo } from 'react'
import type { RegisterColumn } from '#platform/web/table/columns.ts'
import type { Sort } from '#platform/web/table/DataTable.tsx'
import { RegisterTable, type RowSelection } from '#platform/web/table/RegisterTable.tsx'
import { Button, IconButton } from '#platform/web/ui/Button.tsx'
import { numericDate } from '#shared/dates.ts'
import { webLink } from '#shared/links.ts'
import type { Member } from '../../answers.ts'
import { memberSorts } from '../../contract.ts'
import { fieldOfColumn } from '../../fields.ts'
import { registerLayout } from '../../layouts.ts'
import { ActiveSwitch } from '../components/ActiveSwitch.tsx'
import { HiddenMemberName } from '../components/HiddenMemberName.tsx'
import { MarkPaymentButton } from '../components/MarkPaymentButton.tsx'
import { MemberPhoto } from '../components/MemberPhoto.tsx'
import type { OnMemberAction } from '../components/member-actions.ts'
import { PaidBadge, paidAmount } from '../components/PaidBadge.tsx'

interface MemberTableProps {
  caption: string
  /** 'Remove' for OEM members, 'Delete' for vendors (contract 2.5). */
  removeLabel: string
  members: readonly Member[]
  total: number
  hidden: readonly string[]
  sort: Sort
  onSort: (sort: Sort) => void
  onEnd: () => void
  selection: RowSelection<Member>
  onAction: OnMemberAction
}

/** The wide table of the OEM Members and Vendors tabs: every column of contract 2.5. */
export function MemberTable({
  removeLabel,
  members,
  hidden,
  onAction,
  ...table
}: MemberTableProps) {
  const columns = useMemo(() => {
    const all = [serialColumn, ...memberColumns(onAction), actionsColumn(removeLabel, onAction)]
    return all.filter(({ key }) => !hidden.includes(key))
  }, [hidden, removeLabel, onAction])
  return <RegisterTable {...table} rows={members} rowKey={({ id }) => id} columns={columns} />
}

const serialColumn: RegisterColumn<Member> = {
  key: 'serial',
  header: 'S.No',
  width: 4,
  className: 'tabular-nums',
  cell: (_, index) => index,
}

const actionsColumn = (removeLabel: string, onAction: OnMemberAction): RegisterColumn<Member> => ({
  key: 'actions',
  header: 'Actions',
  width: 17,
  onPhone: 'actions',
  cell: (member) => <MemberActions member={member} removeLabel={removeLabel} onAction={onAction} />,
})

/** The columns that may be hidden: all but serial number, name and actions. */
export const hideableColumns = registerLayout
  .filter(({ field }) => field !== 'name')
  .map((column) => ({ key: keyOf(column), header: headerOf(column) }))

export const hiddenAtFirst = registerLayout
  .filter((column) => column.hiddenAtFirst)
  .map((column) => keyOf(column))

const memberColumns = (onAction: OnMemberAction): RegisterColumn<Member>[] =>
  registerLayout.map((column) => ({
    key: keyOf(column),
    header: headerOf(column),
    width: column.width,
    sortable: memberSorts.some((sort) => sort === column.field),
    ...(column.ascendingFirst && { ascendingFirst: true }),
    ...classOf(column),
    cell: (member) => cellOf(member, column, onAction),
  }))

type ColumnLayout = (typeof registerLayout)[number]

function keyOf({ key, field }: ColumnLayout): string {
  return key ?? field
}

function headerOf({ field }: ColumnLayout): string {
  const entry = fieldOfColumn(field)
  return entry?.labels?.register ?? entry?.label ?? field
}

function classOf({ field }: ColumnLayout): { className?: string } {
  if (field === 'name') return { className: 'font-medium' }
  return fieldOfColumn(field)?.kind === 'instant' ? { className: 'tabular-nums' } : {}
}

function cellOf(member: Member, { field, twoLines }: ColumnLayout, onAction: OnMemberAction) {
  if (field === 'photo_url') return <MemberPhoto member={member} />
  if (field === 'payment_amount') return <PaidCell member={member} onAction={onAction} />
  if (field === 'membership_valid_to') return <ValidityCell member={member} />
  const value = member[field]
  if (typeof value !== 'string' || value === '') return null
  switch (fieldOfColumn(field)?.kind) {
    case 'instant':
      return <time dateTime={value}>{numericDate(value)}</time>
    case 'url':
      return <Website address={value} />
    case 'multiLine':
      return <TwoLines>{value}</TwoLines>
    default:
      return twoLines ? <TwoLines>{value}</TwoLines> : <SingleLine>{value}</SingleLine>
  }
}

/** One line, truncated; the title has the full text. */
const SingleLine = ({ children: text }: { children: string }) => (
  <span title={text} className="block truncate">
    {text}
  </span>
)

const TwoLines = ({ children: text }: { children: string }) => (
  <span title={text} className="line-clamp-2 leading-snug wrap-anywhere">
    {text}
  </span>
)

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
    <span className="leading-snug tabular-nums">
      {numericDate(from)} to
      <br />
      {numericDate(to)}
    </span>
  )
}

function PaidCell({ member, onAction }: { member: Member; onAction: OnMemberAction }) {
  return (
    <div className="flex items-center gap-2">
      <span className="min-w-16 tabular-nums">{paidAmount(member)}</span>
      <PaidBadge member={member} />
      <MarkPaymentButton member={member} onAction={onAction} />
    </div>
  )
}

function MemberActions({
  member,
  removeLabel,
  onAction,
}: {
  member: Member
  removeLabel: string
  onAction: OnMemberAction
}) {
  const who = member.name || member.company_name
  return (
    <div className="flex items-center gap-1.5">
      <IconButton label={`View ${who}`} data-act="view" onClick={() => onAction(member, 'view')}>
        <Eye aria-hidden="true" />
      </IconButton>
      <IconButton label={`Edit ${who}`} data-act="edit" onClick={() => onAction(member, 'edit')}>
        <Pencil aria-hidden="true" />
      </IconButton>
      <ActiveSwitch member={member} />
      <Button size="sm" data-act="remove" onClick={() => onAction(member, 'remove')}>
        {removeLabel}
        <HiddenMemberName member={member} />
      </Button>
    </div>
  )
}
