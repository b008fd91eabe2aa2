import { useState } from 'react'
import { Button } from '#platform/web/ui/Button.tsx'
import { classNames } from '#platform/web/ui/class-names.ts'
import type { MemberRole } from '#shared/roles.ts'
import type { Member } from '../../answers.ts'
import type { PaymentSlots } from '../components/member-actions.ts'
import { BulkActionDialog } from './BulkActionDialog.tsx'
import { type BulkAction, bulkActions } from './bulk-actions.ts'
import { useExportMembers } from './calls.ts'

interface SelectionToolbarProps {
  type: MemberRole
  selected: readonly Member[]
  /** How many of them are not among the loaded rows. */
  notLoadedCount: number
  /** The length of the list, shown while nothing is selected. */
  total: number
  noun: string
  paymentSlots: PaymentSlots
  /** Clears the selection. */
  onClear: () => void
}

/**
 * The number of rows, or of selected rows with the actions on all of them. Sticks to the bottom of a
 * phone's screen while something is selected.
 */
export function SelectionToolbar(props: SelectionToolbarProps) {
  const { type: role, selected, paymentSlots, onClear } = props
  const [action, setAction] = useState<BulkAction | 'mark paid'>()
  const exportMembers = useExportMembers()
  const close = () => setAction(undefined)
  return (
    <div
      className={classNames(
        'flex min-h-11 flex-wrap items-center gap-2 text-sm',
        selected.length > 0 &&
          'max-sm:sticky max-sm:bottom-0 max-sm:z-20 max-sm:order-last max-sm:-mx-4 max-sm:border-t max-sm:border-line max-sm:bg-surface max-sm:px-4 max-sm:py-2 max-sm:shadow-raised',
      )}
    >
      <p role="status" className="mr-2 text-ink-soft">
        {countText(props)}
      </p>
      {selected.length > 0 && (
        <>
          <Button
            size="sm"
            variant="ghost"
            className="max-sm:ml-auto sm:order-last"
            onClick={onClear}
          >
            Choose none
          </Button>
          <fieldset className="flex min-w-0 flex-wrap gap-2 max-sm:basis-full max-sm:flex-nowrap max-sm:overflow-x-auto max-sm:p-1 max-sm:*:shrink-0">
            <legend className="sr-only">What to do with those chosen</legend>
            <Button size="sm" onClick={() => setAction('mark paid')}>
              Mark chosen paid
            </Button>
            {Object.values(bulkActions).map((bulkAction) => (
              <Button key={bulkAction.label} size="sm" onClick={() => setAction(bulkAction)}>
                {bulkAction.label}
              </Button>
            ))}
            <Button
              size="sm"
              pending={exportMembers.isPending}
              onClick={() => exportMembers.mutate({ role, ids: selected.map(({ id }) => id) })}
            >
              Export chosen
            </Button>
          </fieldset>
        </>
      )}
      {action === 'mark paid' &&
        paymentSlots.markPaid(selected, (isDone) => {
          close()
          if (isDone) onClear()
        })}
      {action !== undefined && action !== 'mark paid' && (
        <BulkActionDialog action={action} members={selected} onClose={close} onDone={onClear} />
      )}
    </div>
  )
}

/** '57 OEM members', '2 of 57 OEM members chosen', '3 OEM members chosen, 1 of them not in the rows below'. */
function countText({ selected, notLoadedCount, total, noun }: SelectionToolbarProps): string {
  const format = (count: number) => count.toLocaleString('en-IN')
  const formatWithNoun = (count: number) =>
    `${format(count)} ${count === 1 ? noun.replace(/s$/, '') : noun}`
  if (selected.length === 0) return formatWithNoun(total)
  if (notLoadedCount === 0) return `${format(selected.length)} of ${format(total)} ${noun} chosen`
  const hidden =
    notLoadedCount === selected.length
      ? 'not in the rows below'
      : `${format(notLoadedCount)} of them not in the rows below`
  return `${formatWithNoun(selected.length)} chosen, ${hidden}`
}
