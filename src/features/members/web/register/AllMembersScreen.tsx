import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Users } from 'lucide-react'
import { useMemo } from 'react'
import { optionsOf } from '#platform/web/form/SelectField.tsx'
import { Page } from '#platform/web/layout/Page.tsx'
import { PrintListButton } from '#platform/web/print/PrintListButton.tsx'
import type { Column } from '#platform/web/table/columns.ts'
import { DataTable } from '#platform/web/table/DataTable.tsx'
import { FilterBar } from '#platform/web/table/FilterBar.tsx'
import { useFilters } from '#platform/web/table/filters.ts'
import { type InfiniteList, rowsOf } from '#platform/web/table/infinite-list.ts'
import { NoMatches } from '#platform/web/table/NoMatches.tsx'
import { ShowMore } from '#platform/web/table/ShowMore.tsx'
import { StaleRows } from '#platform/web/table/StaleRows.tsx'
import { Badge } from '#platform/web/ui/Badge.tsx'
import { EmptyState } from '#platform/web/ui/EmptyState.tsx'
import { LoadFailed } from '#platform/web/ui/LoadFailed.tsx'
import { SkeletonRows } from '#platform/web/ui/Skeleton.tsx'
import { numericDate } from '#shared/dates.ts'
import type { Member } from '../../answers.ts'
import { memberDisplayName } from '../../display-name.ts'
import { shortRoleLabels } from '../../role-labels.ts'
import { MemberPhoto } from '../components/MemberPhoto.tsx'
import { MemberRowActions } from '../components/MemberRowActions.tsx'
import type { OnMemberAction, PaymentSlots } from '../components/member-actions.ts'
import { StatusBadge } from '../components/StatusBadge.tsx'
import { allMembersList } from './calls.ts'
import { figureFilterNames, filterChips } from './filter-chips.ts'
import { filterWords } from './filter-words.ts'
import { MemberActionDialog, useMemberActions } from './MemberActionDialog.tsx'

const typeLabels = { oem: 'OEM Members', vendor: 'Vendor Members' } as const

/** All Members (contract 2.6): every member, active or not, with view, edit and remove. */
export function AllMembersScreen({ paymentSlots }: { paymentSlots: PaymentSlots }) {
  const filters = useFilters({ type: typeLabels }, figureFilterNames)
  const { type, ...figureFilters } = filters.values
  const query = { ...figureFilters, search: filters.search, role: type, sort: 'name' } as const
  const list = useInfiniteQuery({
    ...allMembersList(query),
    placeholderData: keepPreviousData,
  })
  const members = list.data ? rowsOf(list.data) : []
  return (
    <Page
      title="All Members"
      actions={
        <PrintListButton
          title="All Members"
          filters={[...(type ? [typeLabels[type]] : []), ...filterWords(filters)]}
          path={allMembersList(query).initialPageParam}
          columns={dataColumns}
          one="member"
          many="members"
        />
      }
    >
      <FilterBar
        className="sm:grid-cols-[minmax(0,24rem)_12rem]"
        filters={filters}
        search={{ label: 'Search members', placeholder: 'Search members...' }}
        selects={[
          {
            name: 'type',
            label: 'Type',
            placeholder: 'All Members',
            options: optionsOf(typeLabels),
          },
        ]}
        chips={filterChips(figureFilters)}
      />
      {list.isPending ? (
        <SkeletonRows rows={5} label="Loading members" />
      ) : list.isError && !list.data ? (
        <LoadFailed query={list} />
      ) : members.length === 0 && !filters.isFiltered ? (
        <EmptyState icon={<Users className="size-6" />} title="No members yet">
          Approve an application, import a spreadsheet or add a member on the dashboard.
        </EmptyState>
      ) : members.length === 0 ? (
        <NoMatches title="No members match your search" onClear={filters.clear} />
      ) : (
        <StaleRows list={list}>
          <Members list={list} members={members} paymentSlots={paymentSlots} />
        </StaleRows>
      )}
      <ShowMore list={list} noun="members" />
    </Page>
  )
}

function Members({
  list,
  members,
  paymentSlots,
}: {
  list: InfiniteList<Member>
  members: readonly Member[]
  paymentSlots: PaymentSlots
}) {
  const { area, onAction, dialog } = useMemberActions(members, list)
  const columns = useMemo(() => [...dataColumns, actionsColumn(onAction)], [onAction])
  return (
    <div ref={area} tabIndex={-1}>
      <DataTable caption="All Members" columns={columns} rows={members} rowKey={({ id }) => id} />
      <MemberActionDialog {...dialog} paymentSlots={paymentSlots} />
    </div>
  )
}

const dataColumns: Column<Member>[] = [
  {
    key: 'name',
    header: 'Name',
    onPhone: 'title',
    className: 'min-w-52',
    cell: (member) => <NameCell member={member} />,
    print: memberDisplayName,
  },
  {
    key: 'company',
    header: 'Company',
    className: 'min-w-24 wrap-anywhere @4xl:min-w-40',
    cell: ({ company_name }) => company_name,
  },
  { key: 'type', header: 'Type', cell: ({ role }) => <Badge>{shortRoleLabels[role]}</Badge> },
  {
    key: 'joined',
    header: 'Joined',
    className: 'tabular-nums',
    cell: ({ created_at }) => <time dateTime={created_at}>{numericDate(created_at)}</time>,
  },
  { key: 'status', header: 'Status', cell: (member) => <StatusBadge member={member} /> },
]

/** The photo, the name and the membership number; the company has its own column here. */
const NameCell = ({ member }: { member: Member }) => (
  <div className="flex items-center gap-2.5">
    <MemberPhoto member={member} />
    <div className="min-w-0 wrap-anywhere">
      <p className="font-medium">{memberDisplayName(member)}</p>
      <p className="text-xs font-normal text-ink-soft tabular-nums">{member.membership_number}</p>
    </div>
  </div>
)

const actionsColumn = (onAction: OnMemberAction): Column<Member> => ({
  key: 'actions',
  header: 'Actions',
  onPhone: 'actions',
  className: 'w-0',
  cell: (member) => (
    <div data-row={member.id}>
      <MemberRowActions member={member} removeLabel="Remove" onAction={onAction} />
    </div>
  ),
})
