import { Columns3, Upload, UserPlus } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { memberListColumns } from '#features/members/list-columns.ts'
import { useIsPhone } from '#platform/web/layout/phone.ts'
import { PrintListButton } from '#platform/web/print/PrintListButton.tsx'
import { BarButton } from '#platform/web/table/BarButton.tsx'
import { ColumnsDialog, useHiddenColumns } from '#platform/web/table/ColumnsDialog.tsx'
import { rowsOf, totalOf } from '#platform/web/table/infinite-list.ts'
import { NoMatches } from '#platform/web/table/NoMatches.tsx'
import { useSelection } from '#platform/web/table/selection.ts'
import { useList } from '#platform/web/table/use-list.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { EmptyState } from '#platform/web/ui/EmptyState.tsx'
import { LoadFailed } from '#platform/web/ui/LoadFailed.tsx'
import { lazyPart } from '#platform/web/ui/lazy-part.tsx'
import { SkeletonRows } from '#platform/web/ui/Skeleton.tsx'
import { TabActions } from '#platform/web/ui/Tabs.tsx'
import type { MemberRole } from '#shared/roles.ts'
import { registerList } from './calls.ts'
import { ListExportMenu } from './ListExportMenu.tsx'
import { MemberFilterBar } from './MemberFilterBar.tsx'
import { MemberList, type MemberListProps } from './MemberList.tsx'
import { MemberSelectionToolbar } from './MemberSelectionToolbar.tsx'
import { dataColumns, hiddenAtFirst, hideableColumns } from './MemberTable.tsx'
import { memberFilterWords } from './member-filters.ts'
import { memberTypeNames } from './member-type-names.ts'
import { ExportButton, SortField } from './RegisterToolbar.tsx'
import { useRegisterFilters } from './register-filters.ts'

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
  const [isColumnsOpen, setColumnsOpen] = useState(false)
  const [filling, setFilling] = useState<'import' | 'add'>()
  const columns = useHiddenColumns(`${role} members`, hiddenAtFirst)
  const isPhone = useIsPhone()
  const listExport = (
    <ListExportMenu
      query={query}
      total={list.data && totalOf(list.data)}
      columns={shownColumns(columns.hidden)}
    />
  )
  const sheets = (
    <>
      <Button
        variant="quiet"
        icon={<Upload aria-hidden="true" />}
        onClick={() => setFilling('import')}
      >
        {role === 'oem' ? 'Import OEMs' : 'Import Vendors'}
      </Button>
      <ExportButton type={role} />
    </>
  )
  return (
    <div className="grid grid-cols-1 gap-3">
      {!isPhone && <TabActions>{sheets}</TabActions>}
      <MemberFilterBar
        filters={filters}
        search={{
          label: `Search ${memberTypeNames[role].many}`,
          placeholder: 'Name, company, email or number',
        }}
        count={{ list, ...memberTypeNames[role] }}
        actions={
          <>
            <BarButton
              label="Columns"
              icon={<Columns3 aria-hidden="true" />}
              onClick={() => setColumnsOpen(true)}
            />
            <PrintListButton
              title={role === 'oem' ? 'OEM Members' : 'Vendors'}
              filters={memberFilterWords(filters)}
              path={registerList(query).initialPageParam}
              columns={dataColumns(columns.hidden, () => {})}
              one={memberTypeNames[role].one}
              many={memberTypeNames[role].many}
            />
            {listExport}
          </>
        }
        sheet={
          <>
            <SortField sort={sort} onSort={onSort} />
            {listExport}
            {sheets}
          </>
        }
      />
      <MemberSelectionToolbar
        type={role}
        selection={selection}
        query={query}
        columns={shownColumns(columns.hidden)}
        total={list.data && totalOf(list.data)}
      />
      <Members
        type={role}
        list={list}
        members={members}
        selection={selection}
        hidden={columns.hidden}
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
      {/* Not beside their buttons: those of an empty list go away with the first member. */}
      {filling === 'import' && <ImportDialog type={role} onClose={() => setFilling(undefined)} />}
      {filling === 'add' && <AddMemberDialog onClose={() => setFilling(undefined)} />}
      {isColumnsOpen && (
        <ColumnsDialog
          columns={hideableColumns()}
          hiddenAtFirst={hiddenAtFirst}
          hidden={columns.hidden}
          onHide={columns.hide}
          onClose={() => setColumnsOpen(false)}
        />
      )}
    </div>
  )
}

const shownColumns = (hidden: readonly string[]): string[] =>
  memberListColumns.filter((key) => !hidden.includes(key))

interface MembersProps extends MemberListProps {
  /** Clears search and filters; undefined while there are none. */
  onClear: (() => void) | undefined
  emptyActions: ReactNode
}

function Members({ onClear, emptyActions, ...props }: MembersProps) {
  const { type: role, list, members } = props
  if (list.isPending) return <SkeletonRows label={`Loading the ${memberTypeNames[role].many}`} />
  if (list.isError && !list.data) return <LoadFailed title="Couldn't load members" query={list} />
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
