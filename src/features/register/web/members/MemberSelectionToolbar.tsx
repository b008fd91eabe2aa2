import Download from 'lucide-react/icons/download'
import IndianRupee from 'lucide-react/icons/indian-rupee'
import Mail from 'lucide-react/icons/mail'
import { useState } from 'react'
import type { Member } from '#features/members/answers.ts'
import type { SelectedMembers } from '#features/members/web/components/member-actions.ts'
import { SelectionToolbar } from '#platform/web/table/rows/SelectionToolbar.tsx'
import type { useSelection } from '#platform/web/table/rows/selection.ts'
import { lazyPart } from '#platform/web/ui/loading/lazy-part.tsx'
import type { MemberRole } from '#shared/roles.ts'
import { MarkListPaid } from '../money.tsx'
import { type BulkAction, bulkActions } from './bulk-actions.ts'
import { type RegisterFilters, selectionOfList, useExportList } from './calls.ts'
import { memberTypeNames } from './member-type-names.ts'

const BulkActionDialog = lazyPart(
  async () => (await import('./BulkActionDialog.tsx')).BulkActionDialog,
)
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
  /** The length of the list; undefined while it is loading. */
  total: number | undefined
}

/** The actions on the selected members. */
export function MemberSelectionToolbar({
  type: role,
  selection: { rows: selected, count, excluded, notLoadedCount, selectAll, clear },
  query,
  columns,
  total,
}: MemberSelectionToolbarProps) {
  const [action, setAction] = useState<BulkAction | 'mark paid' | 'invite' | 'certificates'>()
  const exportList = useExportList()
  const close = () => setAction(undefined)
  const closeAnd = (isDone: boolean) => {
    close()
    if (isDone) clear()
  }
  const selection: SelectedMembers = excluded
    ? selectionOfList(query, count, excluded)
    : { ids: selected.map(({ id }) => id) }
  return (
    <>
      <SelectionToolbar
        selectedCount={count}
        notLoadedCount={notLoadedCount}
        total={total}
        many={memberTypeNames[role].many}
        onSelectAll={selectAll}
        onClear={clear}
        actions={[
          {
            label: 'Mark as paid',
            icon: <IndianRupee aria-hidden="true" />,
            onSelect: () => setAction('mark paid'),
          },
          {
            label: 'Send sign-in invitation',
            icon: <Mail aria-hidden="true" />,
            onSelect: () => setAction('invite'),
          },
          {
            label: 'Export selected',
            icon: <Download aria-hidden="true" />,
            pending: exportList.isPending,
            onSelect: () =>
              exportList.mutate({ selection, sort: query.sort, columns, format: 'xlsx' }),
          },
          { label: 'Print certificates', onSelect: () => setAction('certificates') },
          ...bulkActions.map((bulkAction) => ({
            label: bulkAction.label,
            onSelect: () => setAction(bulkAction),
          })),
        ]}
      />
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
