import { useMemo, useState } from 'react'
import type { Member } from '#features/members/answers.ts'
import { memberDisplayName } from '#features/members/display-name.ts'
import { shortRoleLabels } from '#features/members/role-labels.ts'
import { useDeletePermanently, useMemberStatus } from '#features/members/web/calls.ts'
import { ConfirmDialog } from '#platform/web/dialog/ConfirmDialog.tsx'
import { isTablet } from '#platform/web/layout/phone.ts'
import { PrintListButton } from '#platform/web/print/PrintListButton.tsx'
import type { Column } from '#platform/web/table/columns.ts'
import { DataTable } from '#platform/web/table/DataTable.tsx'
import { FilterBar } from '#platform/web/table/filters/FilterBar.tsx'
import { filterWords } from '#platform/web/table/filters/filter-choices.ts'
import { useFilters } from '#platform/web/table/filters/filters.ts'
import { NoMatches } from '#platform/web/table/filters/NoMatches.tsx'
import { rowsOf } from '#platform/web/table/loading/infinite-list.ts'
import { ShowMore } from '#platform/web/table/loading/ShowMore.tsx'
import { StaleRows } from '#platform/web/table/loading/StaleRows.tsx'
import { useList } from '#platform/web/table/loading/use-list.ts'
import { RowActions } from '#platform/web/table/rows/RowActions.tsx'
import { RowMenu } from '#platform/web/table/rows/RowMenu.tsx'
import { useRowFocus } from '#platform/web/table/rows/row-focus.ts'
import { Badge } from '#platform/web/ui/Badge.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { EmptyState } from '#platform/web/ui/EmptyState.tsx'
import { LoadFailed } from '#platform/web/ui/loading/LoadFailed.tsx'
import { SkeletonTable } from '#platform/web/ui/loading/Skeleton.tsx'
import { numericDate } from '#shared/dates.ts'
import { registerList } from './calls.ts'
import { DebtOfDeleted } from './DebtOfDeleted.tsx'

/** Deleted Users (contract 2.5): inactive members, never administrators. */
export function DeletedUsersTab() {
  const filters = useFilters({})
  const { search, clear } = filters
  const query = { role: 'member', active: 'false', search }
  const list = useList(registerList(query))
  const members = list.data ? rowsOf(list.data) : []
  const [toDelete, setToDelete] = useState<Member>()
  const { area, moveFocusFrom } = useRowFocus(members.map(({ id }) => id))
  const columns = useMemo(
    () => [...dataColumns, actionsColumn(moveFocusFrom, setToDelete)],
    [moveFocusFrom],
  )
  return (
    <div ref={area} tabIndex={-1} className="grid grid-cols-1 gap-3">
      <FilterBar
        filters={filters}
        search={{
          label: 'Search deleted users',
          placeholder: 'Name, company, email or number',
        }}
        actions={
          <PrintListButton
            title="Deleted Users"
            filters={filterWords(search, [])}
            path={registerList(query).initialPageParam}
            columns={dataColumns}
            one="deleted user"
            many="deleted users"
          />
        }
        count={{ list, one: 'deleted user', many: 'deleted users' }}
      />
      {list.isPending ? (
        <SkeletonTable label="Loading deleted users" />
      ) : list.isError && !list.data ? (
        <LoadFailed isWhole query={list} />
      ) : members.length === 0 ? (
        <NoDeletedUsers onClear={search === '' ? undefined : clear} />
      ) : (
        <StaleRows list={list}>
          <DataTable
            caption="Deleted Users"
            columns={columns}
            rows={members}
            rowKey={({ id }) => id}
          />
        </StaleRows>
      )}
      <ShowMore list={list} noun="deleted users" />
      {toDelete && (
        <PermanentDeleteDialog member={toDelete} onClose={() => setToDelete(undefined)} />
      )}
    </div>
  )
}

const NoDeletedUsers = ({ onClear }: { onClear: (() => void) | undefined }) =>
  onClear ? (
    <NoMatches title="No deleted users match your search" onClear={onClear} />
  ) : (
    <EmptyState title="No deleted users">
      Removed members appear here and can be restored.
    </EmptyState>
  )

const dataColumns: Column<Member>[] = [
  {
    key: 'name',
    header: 'Name',
    width: 9,
    onPhone: 'title',
    share: 10,
    className: 'font-medium lg:min-w-32!',
    cell: memberDisplayName,
  },
  {
    key: 'company',
    header: 'Company Name',
    onPhone: 'line',
    width: 11,
    share: 28,
    cell: ({ company_name }) => company_name,
  },
  {
    key: 'email',
    header: 'Email',
    onPhone: 'line',
    width: 12,
    share: 30,
    className: 'lg:min-w-72',
    cell: ({ email }) => email,
  },
  {
    key: 'type',
    header: 'Type',
    onPhone: 'beside',
    isForDesk: true,
    width: 4.5,
    cell: ({ role }) => <Badge>{shortRoleLabels[role]}</Badge>,
  },
  {
    key: 'number',
    header: 'Membership No.',
    width: 8,
    className: 'text-ink-soft tabular-nums',
    cell: ({ membership_number }) => membership_number,
  },
  {
    key: 'joined',
    header: 'Date of Joining',
    onPhone: 'hidden',
    isForDesk: true,
    width: 6,
    className: 'text-ink-soft tabular-nums',
    cell: ({ created_at }) => <time dateTime={created_at}>{numericDate(created_at)}</time>,
  },
]

const actionsColumn = (
  moveFocusFrom: (id: string, action: string) => void,
  onDelete: (member: Member) => void,
): Column<Member> => ({
  key: 'actions',
  header: 'Actions',
  onPhone: 'actions',
  align: 'end',
  cell: (member) => {
    const askToDelete = () => {
      moveFocusFrom(member.id, 'delete')
      onDelete(member)
    }
    return (
      <RowActions
        rowId={member.id}
        menu={
          isTablet() && (
            <RowMenu
              rowId={member.id}
              label={`More actions for ${memberDisplayName(member)}`}
              items={[{ label: 'Permanent Delete', isDestructive: true, onSelect: askToDelete }]}
            />
          )
        }
      >
        <RestoreButton member={member} onUsed={() => moveFocusFrom(member.id, 'restore')} />
        {!isTablet() && (
          <Button
            size="sm"
            variant="danger"
            aria-description={memberDisplayName(member)}
            data-act="delete"
            onClick={askToDelete}
          >
            Permanent Delete
          </Button>
        )}
      </RowActions>
    )
  },
})

function RestoreButton({ member, onUsed }: { member: Member; onUsed: () => void }) {
  const status = useMemberStatus()
  return (
    <Button
      size="sm"
      variant="soft"
      aria-description={memberDisplayName(member)}
      data-act="restore"
      pending={status.isPending}
      onClick={() => {
        onUsed()
        status.mutate({ id: member.id, isActive: true })
      }}
    >
      Restore
    </Button>
  )
}

function PermanentDeleteDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const deletion = useDeletePermanently()
  return (
    <ConfirmDialog
      open
      title="Permanently delete this person?"
      confirmLabel="Permanent Delete"
      destructive
      pending={deletion.isPending}
      onConfirm={() => deletion.mutate({ id: member.id }, { onSettled: onClose })}
      onClose={onClose}
    >
      <p className="wrap-anywhere">
        {memberDisplayName(member)}
        {member.email && <span> ({member.email})</span>}
        <span>
          , their files and their application are deleted. Receipts and the membership number stay
          in the ledger. This cannot be undone.
        </span>
      </p>
      <DebtOfDeleted member={member} />
    </ConfirmDialog>
  )
}
