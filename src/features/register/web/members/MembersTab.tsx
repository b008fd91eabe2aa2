import Upload from 'lucide-react/icons/upload'
import UserPlus from 'lucide-react/icons/user-plus'
import { type ReactNode, useMemo, useState } from 'react'
import { NoMatches } from '#platform/web/table/filters/NoMatches.tsx'
import { rowsOf, totalOf } from '#platform/web/table/loading/infinite-list.ts'
import { useList } from '#platform/web/table/loading/use-list.ts'
import { useSelection } from '#platform/web/table/rows/selection.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { EmptyState } from '#platform/web/ui/EmptyState.tsx'
import { LoadFailed } from '#platform/web/ui/loading/LoadFailed.tsx'
import { lazyPart } from '#platform/web/ui/loading/lazy-part.tsx'
import { SkeletonTable } from '#platform/web/ui/loading/Skeleton.tsx'
import type { MemberRole } from '#shared/roles.ts'
import { registerList } from './calls.ts'
import { useRegisterFilters } from './filters/register-filters.ts'
import { MemberList, type MemberListProps } from './MemberList.tsx'
import { MemberSelectionToolbar } from './MemberSelectionToolbar.tsx'
import { memberTypeNames } from './member-type-names.ts'
import { RegisterToolbar, useRegisterColumns } from './RegisterToolbar.tsx'

const ImportDialog = lazyPart(
  async () => (await import('../invitations/ImportMembersDialog.tsx')).ImportMembersDialog,
)
const AddMemberDialog = lazyPart(
  async () => (await import('../record/AddMemberDialog.tsx')).AddMemberDialog,
)

/** OEM Members and Vendors (contract 2.5): the active members of one type. */
export function MembersTab({ type: role }: { type: MemberRole }) {
  const filters = useRegisterFilters()
  const { sort, onSort } = filters
  const query = { active: 'true', ...filters.query, role }
  const list = useList(registerList(query))
  const members = useMemo(() => (list.data ? rowsOf(list.data) : []), [list.data])
  const selection = useSelection({
    rows: members,
    list: JSON.stringify(query),
    isCurrent: list.isSuccess && !list.isPlaceholderData,
    total: list.data && totalOf(list.data),
  })
  const [filling, setFilling] = useState<'import' | 'add'>()
  const columns = useRegisterColumns(role)
  return (
    <div data-fills-window className="grid grid-cols-1 gap-3">
      <RegisterToolbar
        type={role}
        filters={filters}
        query={query}
        list={list}
        columns={columns}
        onImport={() => setFilling('import')}
      />
      <MemberSelectionToolbar
        type={role}
        selection={selection}
        query={query}
        columns={columns.keys}
        total={list.data && totalOf(list.data)}
      />
      <Members
        type={role}
        list={list}
        members={members}
        selection={selection}
        columns={columns.shown}
        sort={sort}
        onSort={onSort}
        onClear={filters.isFiltered ? filters.clear : undefined}
        emptyActions={
          <>
            <Button icon={<Upload aria-hidden="true" />} onClick={() => setFilling('import')}>
              Import a spreadsheet
            </Button>
            <Button icon={<UserPlus aria-hidden="true" />} onClick={() => setFilling('add')}>
              Add Member Manually
            </Button>
          </>
        }
      />
      {/* The dialogs are not next to their buttons, which disappear with the first member of an empty list. */}
      {filling === 'import' && <ImportDialog type={role} onClose={() => setFilling(undefined)} />}
      {filling === 'add' && <AddMemberDialog onClose={() => setFilling(undefined)} />}
    </div>
  )
}

interface MembersProps extends MemberListProps {
  /** Clears search and filters; undefined while there are none. */
  onClear: (() => void) | undefined
  emptyActions: ReactNode
}

function Members({ onClear, emptyActions, ...props }: MembersProps) {
  const { type: role, list, members } = props
  if (list.isPending) return <SkeletonTable label={`Loading the ${memberTypeNames[role].many}`} />
  if (list.isError && !list.data)
    return <LoadFailed isWhole title="Couldn't load members" query={list} />
  if (members.length > 0) return <MemberList {...props} total={totalOf(list.data)} />
  return <NoMembers type={role} onClear={onClear} emptyActions={emptyActions} />
}

function NoMembers({
  type: role,
  onClear,
  emptyActions,
}: Pick<MembersProps, 'type' | 'onClear' | 'emptyActions'>) {
  return onClear ? (
    <NoMatches title="No members match your search" onClear={onClear} />
  ) : (
    <EmptyState title={`No ${memberTypeNames[role].many} yet`} action={emptyActions}>
      Approve an application, import a spreadsheet or add a member manually.
    </EmptyState>
  )
}
