import { useMemo } from 'react'
import type { Member } from '#features/members/answers.ts'
import { memberSorts } from '#features/members/contract.ts'
import { memberDisplayName } from '#features/members/display-name.ts'
import { duesTitle } from '#features/members/dues-status.ts'
import { registerLayout, shownFields } from '#features/members/layouts.ts'
import { DuesCell } from '#features/members/web/components/DuesCell.tsx'
import { MemberIdentity } from '#features/members/web/components/MemberIdentity.tsx'
import { MemberPhoto } from '#features/members/web/components/MemberPhoto.tsx'
import type { OnMemberAction } from '#features/members/web/components/member-actions.ts'
import type { RegisterColumn } from '#platform/web/table/columns.ts'
import type { Sort } from '#platform/web/table/DataTable.tsx'
import { RegisterTable, type RowSelection } from '#platform/web/table/RegisterTable.tsx'
import { numericDate } from '#shared/dates.ts'
import { webLink } from '#shared/links.ts'
import { groupPhones } from '#shared/values/phone.ts'
import { MarkPaymentButton } from './MarkPaymentButton.tsx'
import { MemberRowActions } from './MemberRowActions.tsx'
import { PaidBadge, paidAmount } from './PaidBadge.tsx'

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
  /** The member whose details are open. */
  activeKey: string | undefined
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
  const columns = useMemo(
    () => [...dataColumns(hidden, onAction), actionsColumn(removeLabel, onAction)],
    [hidden, removeLabel, onAction],
  )
  return <RegisterTable {...table} rows={members} rowKey={({ id }) => id} columns={columns} />
}

/** The shown columns, without that of the actions. */
export const dataColumns = (
  hidden: readonly string[],
  onAction: OnMemberAction,
): RegisterColumn<Member>[] =>
  [nameColumn, duesColumn(onAction), serialColumn, ...memberColumns(onAction)].filter(
    ({ key }) => !hidden.includes(key),
  )

const nameColumn: RegisterColumn<Member> = {
  key: 'name',
  header: 'Name',
  width: 15,
  pinned: true,
  sortable: true,
  ascendingFirst: true,
  moreSorts: [{ key: 'membership_number', header: 'Membership No.' }],
  cell: (member) => <MemberIdentity member={member} />,
  print: (member) => (
    <>
      <b>{memberDisplayName(member)}</b>
      <br />
      {[member.membership_number, member.company_name].filter(Boolean).join(' · ')}
    </>
  ),
}

const duesColumn = (onAction: OnMemberAction): RegisterColumn<Member> => ({
  key: 'dues',
  header: duesTitle(new Date()),
  width: 12,
  sortable: true,
  cell: (member) => <DuesCell member={member} onAction={onAction} />,
})

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
  width: 7.5,
  onPhone: 'actions',
  className: 'justify-center px-1!',
  cell: (member) => (
    <MemberRowActions member={member} removeLabel={removeLabel} onAction={onAction} />
  ),
})

/** The columns that may be hidden: all but name and actions. */
export const hideableColumns = () => [
  { key: 'dues', header: duesTitle(new Date()) },
  { key: serialColumn.key, header: serialColumn.header },
  ...registerLayout.map((column) => ({ key: keyOf(column), header: headerOf(column) })),
]

export const hiddenAtFirst = [
  serialColumn.key,
  ...registerLayout.filter((column) => !column.shownAtFirst).map((column) => keyOf(column)),
]

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
  const entry = shownFields[field]
  return entry?.labels?.register ?? entry?.label ?? field
}

function classOf({ field }: ColumnLayout): { className?: string } {
  return shownFields[field]?.kind === 'instant' ? { className: 'tabular-nums' } : {}
}

function cellOf(member: Member, { field, twoLines }: ColumnLayout, onAction: OnMemberAction) {
  if (field === 'photo_url') return <MemberPhoto member={member} />
  if (field === 'payment_amount') return <PaidCell member={member} onAction={onAction} />
  if (field === 'membership_valid_to') return <ValidityCell member={member} />
  const value = member[field]
  if (typeof value !== 'string' || value === '') return null
  switch (shownFields[field]?.kind) {
    case 'instant':
      return <time dateTime={value}>{numericDate(value)}</time>
    case 'url':
      return <Website address={value} />
    case 'multiLine':
      return <TwoLines>{value}</TwoLines>
    case 'phone':
      return <TwoLines>{groupPhones(value)}</TwoLines>
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
    <span className="text-xs leading-snug whitespace-nowrap tabular-nums">
      <span>{numericDate(from)} to</span>
      <br />
      <span>{numericDate(to)}</span>
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
