import { type ReactNode, useState } from 'react'
import type { Member } from '#features/members/answers.ts'
import type { SelectedMembers } from '#features/members/web/components/member-actions.ts'
import { SelectionToolbar } from '#platform/web/table/SelectionToolbar.tsx'
import type { useSelection } from '#platform/web/table/selection.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { lazyPart } from '#platform/web/ui/lazy-part.tsx'
import type { MemberRole } from '#shared/roles.ts'
import { MarkListPaid } from '../money.tsx'
import { BulkActionDialog } from './BulkActionDialog.tsx'
import { type BulkAction, bulkActions } from './bulk-actions.ts'
import { type RegisterFilters, selectionOfList, useExportList } from './calls.ts'
import { memberTypeNames } from './member-type-names.ts'

const InviteDialog = lazyPart(
  async () => (await import('../components/InviteDialog.tsx')).InviteDialog,
)
const PrintCertificatesDialog = lazyPart(
  async () =>
    (await import('#features/certificates/web/components/PrintCertificatesDialog.tsx'))
      .PrintCertificatesDialog,
)

interface MemberSelectionToolbarProps {
  type: MemberRole
  selection: ReturnType<typeof useSelection<Member>>
  /** The query of the list. */
  query: RegisterFilters
  /** The keys of the columns that the table shows. */
  columns: readonly string[]
  /** The length of the list, shown while nothing is selected; undefined while it is loading. */
  total: number | undefined
  /** The buttons of the full list. */
  listActions: ReactNode
}

/** The actions on the selected members. */
export function MemberSelectionToolbar({
  type: role,
  selection: { rows: selected, count, excluded, notLoadedCount, selectAll, clear },
  query,
  columns,
  total,
  listActions,
}: MemberSelectionToolbarProps) {
  const [action, setAction] = useState<BulkAction | 'mark paid' | 'invite' | 'certificates'>()
  const exportList = useExportList()
  const close = () => setAction(undefined)
  const closeAnd = (isDone: boolean) => {
    close()
    if (isDone) clear()
  }
  const { one, many } = memberTypeNames[role]
  const selection: SelectedMembers = excluded
    ? selectionOfList(query, count, excluded)
    : { ids: selected.map(({ id }) => id) }
  return (
    <>
      <SelectionToolbar
        selectedCount={count}
        notLoadedCount={notLoadedCount}
        total={total}
        one={one}
        many={many}
        onSelectAll={selectAll}
        onClear={clear}
        listActions={listActions}
      >
        <Button size="sm" onClick={() => setAction('mark paid')}>
          Mark selected as paid
        </Button>
        <Button size="sm" onClick={() => setAction('invite')}>
          Send sign-in invitation
        </Button>
        <Button size="sm" onClick={() => setAction('certificates')}>
          Print certificates
        </Button>
        {bulkActions.map((bulkAction) => (
          <Button key={bulkAction.label} size="sm" onClick={() => setAction(bulkAction)}>
            {bulkAction.label}
          </Button>
        ))}
        <Button
          size="sm"
          pending={exportList.isPending}
          onClick={() =>
            exportList.mutate({ selection, sort: query.sort, columns, format: 'xlsx' })
          }
        >
          Export selected
        </Button>
      </SelectionToolbar>
      {action === 'mark paid' && (
        <MarkListPaid selected={{ selection, count, role }} onClose={closeAnd} />
      )}
      {action === 'invite' && <InviteDialog audience={selection} onClose={closeAnd} />}
      {action === 'certificates' && (
        <PrintCertificatesDialog selection={selection} onClose={close} />
      )}
      {typeof action === 'object' && (
        <BulkActionDialog action={action} selection={selection} onClose={close} onDone={clear} />
      )}
    </>
  )
}
