import { useQuery } from '@tanstack/react-query'
import ArrowRight from 'lucide-react/icons/arrow-right'
import { useMemo } from 'react'
import type { Member, MemberCounts } from '#features/members/answers.ts'
import type { ListColumn } from '#features/members/columns/list-columns.ts'
import { memberCounts } from '#features/members/web/calls.ts'
import type { OnMemberAction } from '#features/members/web/components/member-actions.ts'
import { Page } from '#platform/web/layout/Page.tsx'
import { useIsPhone } from '#platform/web/layout/phone.ts'
import { PrintListButton } from '#platform/web/print/PrintListButton.tsx'
import type { Column } from '#platform/web/table/columns.ts'
import { DataTable } from '#platform/web/table/DataTable.tsx'
import { NoMatches } from '#platform/web/table/filters/NoMatches.tsx'
import { type InfiniteList, rowsOf, totalOf } from '#platform/web/table/loading/infinite-list.ts'
import { ShowMore } from '#platform/web/table/loading/ShowMore.tsx'
import { StaleRows } from '#platform/web/table/loading/StaleRows.tsx'
import { useList } from '#platform/web/table/loading/use-list.ts'
import { ButtonLink } from '#platform/web/ui/Button.tsx'
import { Count } from '#platform/web/ui/Count.tsx'
import { EmptyState } from '#platform/web/ui/EmptyState.tsx'
import { LoadFailed } from '#platform/web/ui/loading/LoadFailed.tsx'
import { SkeletonTable } from '#platform/web/ui/loading/Skeleton.tsx'
import { TabActions, Tabs, tabCount } from '#platform/web/ui/Tabs.tsx'
import { memberRoles } from '#shared/roles.ts'
import { sum } from '#shared/sum.ts'
import { columnsWithDues, printedColumns } from './all-members-columns.tsx'
import { allMembersList } from './calls.ts'
import { MemberFilterBar } from './filters/MemberFilterBar.tsx'
import { memberFilterWords } from './filters/member-filters.ts'
import { typeLabels, useAllMembersFilters } from './filters/register-filters.ts'
import { ListExportMenu } from './ListExportMenu.tsx'
import { MemberActionDialog, useMemberActions } from './MemberActionDialog.tsx'
import { MemberCards } from './rows/MemberCards.tsx'
import { MemberRowActions } from './rows/MemberRowActions.tsx'

/** All Members (contract 2.6): every member, active or not, with view, edit and remove. */
export function AllMembersScreen() {
  const filters = useAllMembersFilters()
  const { query } = filters
  const { type } = filters.values
  const list = useList(allMembersList(query))
  const members = list.data ? rowsOf(list.data) : []
  const listExport = (
    <ListExportMenu
      hasTypes
      query={{ ...query, role: type ?? 'member' }}
      total={list.data && totalOf(list.data)}
      columns={sheetColumns}
    />
  )
  const memberCount = useQuery(memberCounts)
  const counts = memberCount.data
  const isPhone = useIsPhone()
  const content = (
    <div className="grid grid-cols-1 gap-3">
      {!isPhone && (
        <TabActions>
          <OtherViews counts={counts} />
        </TabActions>
      )}
      <MemberFilterBar
        filters={filters}
        search={{ label: 'Search members', placeholder: 'Search members...', isFixed: true }}
        count={{ list, one: 'member', many: 'members' }}
        actions={
          <>
            <PrintListButton
              title="All Members"
              filters={memberFilterWords(filters)}
              path={allMembersList(query).initialPageParam}
              columns={printedColumns()}
              one="member"
              many="members"
            />
            {listExport}
          </>
        }
        sheet={listExport}
      />
      {list.isPending ? (
        <SkeletonTable rows={5} label="Loading members" />
      ) : list.isError && !list.data ? (
        <LoadFailed isWhole query={list} />
      ) : members.length === 0 && !filters.isFiltered ? (
        <EmptyState
          title="No members yet"
          action={
            <>
              <ButtonLink href="/admin?tab=oem-members">Import or add OEM members</ButtonLink>
              <ButtonLink href="/admin?tab=vendors">Import or add vendors</ButtonLink>
            </>
          }
        >
          Approve an application, import a spreadsheet or add a member on the dashboard.
        </EmptyState>
      ) : members.length === 0 ? (
        <NoMatches title="No members match your search" onClear={filters.clear} />
      ) : (
        <StaleRows list={list}>
          <Members list={list} members={members} />
        </StaleRows>
      )}
      <ShowMore list={list} noun="members" />
    </div>
  )
  return (
    <Page title="All Members">
      <Tabs
        label="Type"
        value={type ?? allTypes}
        onChange={(view) => filters.setFilter('type', view === allTypes ? '' : view)}
        tabs={Object.entries({ [allTypes]: 'All Members', ...typeLabels }).map(
          ([value, label]) => ({
            value,
            label,
            count: tabCount(memberCount, (all) => countOfType(all, value)),
            content,
          }),
        )}
      />
    </Page>
  )
}

const allTypes = 'all'

/** All Members has the inactive ones too. */
const countOfType = ({ active, inactive }: MemberCounts, type: string): number =>
  sum(memberRoles, (role) =>
    type === role || type === allTypes ? active[role] + inactive[role] : 0,
  )

/** Other lists of the same members; on a phone the menu has their screens. */
const OtherViews = ({ counts }: { counts: MemberCounts | undefined }) => (
  <nav aria-label="Other lists of members" className="flush-end flex gap-1.5">
    <OtherView href="/admin/renewals?status=owes" count={counts?.owing}>
      Owes
    </OtherView>
    <OtherView
      href="/admin?tab=deleted-users"
      count={counts && counts.inactive.oem + counts.inactive.vendor}
    >
      Deleted
    </OtherView>
    <OtherView href="/admin/member-data" count={counts && counts.active.oem + counts.active.vendor}>
      Data
    </OtherView>
  </nav>
)

/** With an arrow, because it is in the line of the tabs and no tab. */
const OtherView = ({
  href,
  count,
  children,
}: {
  href: string
  count: number | undefined
  children: string
}) => (
  <ButtonLink size="sm" variant="quiet" href={href}>
    {children}
    <Count of={count} />
    <ArrowRight aria-hidden="true" className="size-3.5!" />
  </ButtonLink>
)

function Members({ list, members }: { list: InfiniteList<Member>; members: readonly Member[] }) {
  const { area, onAction, dialog } = useMemberActions(members, list)
  const isPhone = useIsPhone()
  const columns = useMemo(() => [...columnsWithDues(onAction), actionsColumn(onAction)], [onAction])
  return (
    <div {...area} tabIndex={-1}>
      {isPhone ? (
        <MemberCards
          label="All Members"
          members={members}
          removeLabel="Remove"
          onAction={onAction}
        />
      ) : (
        <DataTable caption="All Members" columns={columns} rows={members} rowKey={({ id }) => id} />
      )}
      <MemberActionDialog {...dialog} />
    </div>
  )
}

/** The exported sheet has the columns of the table, and those with which the office contacts the members. */
const sheetColumns: ListColumn[] = [
  'type',
  'dues',
  'paid',
  'payment_date',
  'membership_valid_to',
  'created_at',
  'status',
  'mobile',
  'email',
]

const actionsColumn = (onAction: OnMemberAction): Column<Member> => ({
  key: 'actions',
  header: 'Actions',
  onPhone: 'actions',
  align: 'end',
  className: 'w-0',
  cell: (member) => (
    <div data-row={member.id}>
      <MemberRowActions member={member} removeLabel="Remove" onAction={onAction} />
    </div>
  ),
})
