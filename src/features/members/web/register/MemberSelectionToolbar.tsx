import { useState } from 'react'
import { SelectionToolbar } from '#platform/web/table/SelectionToolbar.tsx'
import type { useSelection } from '#platform/web/table/selection.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import type { MemberRole } from '#shared/roles.ts'
import type { Member } from '../../answers.ts'
import { listColumns } from '../../list-columns.ts'
import type { PaymentSlots } from '../components/member-actions.ts'
import { BulkActionDialog } from './BulkActionDialog.tsx'
import { type BulkAction, bulkActions } from './bulk-actions.ts'
import { useExportList } from './calls.ts'
import { memberTypeNames } from './member-type-names.ts'

interface MemberSelectionToolbarProps {
  type: MemberRole
  selection: Pick<ReturnType<typeof useSelection<Member>>, 'rows' | 'notLoadedCount' | 'clear'>
  /** The length of the list, shown while nothing is selected. */
  total: number
  paymentSlots: PaymentSlots
}

/** The actions on the selected members. */
export function MemberSelectionToolbar({
  type: role,
  selection: { rows: selected, notLoadedCount, clear },
  total,
  paymentSlots,
}: MemberSelectionToolbarProps) {
  const [action, setAction] = useState<BulkAction | 'mark paid' | 'invite'>()
  const exportList = useExportList()
  const close = () => setAction(undefined)
  const { one, many } = memberTypeNames[role]
  return (
    <>
      <SelectionToolbar
        selectedCount={selected.length}
        notLoadedCount={notLoadedCount}
        total={total}
        one={one}
        many={many}
        onClear={clear}
      >
        <Button size="sm" onClick={() => setAction('mark paid')}>
          Mark selected as paid
        </Button>
        {paymentSlots.invite && (
          <Button size="sm" onClick={() => setAction('invite')}>
            Send sign-in invitation
          </Button>
        )}
        {Object.values(bulkActions).map((bulkAction) => (
          <Button key={bulkAction.label} size="sm" onClick={() => setAction(bulkAction)}>
            {bulkAction.label}
          </Button>
        ))}
        <Button
          size="sm"
          pending={exportList.isPending}
          onClick={() =>
            exportList.mutate({
              selection: { ids: selected.map(({ id }) => id) },
              columns: listColumns,
              format: 'xlsx',
            })
          }
        >
          Export selected
        </Button>
      </SelectionToolbar>
      {action === 'mark paid' &&
        paymentSlots.markPaid(selected, (isDone) => {
          close()
          if (isDone) clear()
        })}
      {action === 'invite' &&
        paymentSlots.invite?.({ ids: selected.map(({ id }) => id) }, (isSent) => {
          close()
          if (isSent) clear()
        })}
      {typeof action === 'object' && (
        <BulkActionDialog action={action} members={selected} onClose={close} onDone={clear} />
      )}
    </>
  )
}
