import { type ReactNode, useRef } from 'react'
import { countOf, formatCount } from '#shared/sentences.ts'
import { Button } from '../ui/Button.tsx'
import { classNames } from '../ui/class-names.ts'
import { buttonGridOnPhones } from './button-grid.ts'

interface SelectionToolbarProps {
  selectedCount: number
  /** How many of them are not among the loaded rows. */
  notLoadedCount: number
  /** The length of the full list; undefined while it is loading. */
  total: number | undefined
  /** What the rows are: 'OEM member', 'OEM members'. */
  one: string
  many: string
  /** Selects the full list; undefined when that is not to be offered. */
  onSelectAll?: (() => void) | undefined
  onClear: () => void
  /** The buttons of the full list, hidden while rows are selected. */
  listActions?: ReactNode
  /** The buttons of the actions on all selected rows. */
  children: ReactNode
}

/**
 * The number of rows, or of selected rows with the actions on all of them. Sticks to the bottom of a
 * phone's screen while something is selected.
 */
export function SelectionToolbar(props: SelectionToolbarProps) {
  const { selectedCount, total = 0, many, onSelectAll, onClear, listActions, children } = props
  const status = useRef<HTMLParagraphElement>(null)
  /** The pressed button disappears: the focus moves to the count, before the actions. */
  const andFocusCount = (change: () => void) => () => {
    change()
    status.current?.focus()
  }
  return (
    <div
      className={classNames(
        'flex min-h-11 flex-wrap items-center gap-2 text-sm',
        selectedCount > 0 &&
          'max-sm:sticky max-sm:bottom-0 max-sm:z-20 max-sm:order-last max-sm:-mx-4 max-sm:border-t max-sm:border-line max-sm:bg-surface max-sm:px-4 max-sm:py-2 max-sm:shadow-raised',
      )}
    >
      <p ref={status} role="status" tabIndex={-1} className="mr-2 text-ink-soft">
        {countText(props)}
      </p>
      {listActions && (
        <div
          className={classNames(
            'flex flex-wrap gap-2 max-sm:order-first max-sm:w-full sm:ml-auto',
            buttonGridOnPhones,
            selectedCount > 0 && 'hidden max-sm:hidden',
          )}
        >
          {listActions}
        </div>
      )}
      {onSelectAll && (
        <Button size="sm" variant="ghost" onClick={andFocusCount(onSelectAll)}>
          Select all {formatCount(total)}
          <span className="sr-only"> {many}</span>
        </Button>
      )}
      {selectedCount > 0 && (
        <>
          <Button
            size="sm"
            variant="ghost"
            className="max-sm:ml-auto"
            onClick={andFocusCount(onClear)}
          >
            Clear selection
          </Button>
          <fieldset className="flex min-w-0 flex-wrap gap-2 max-sm:basis-full max-sm:flex-nowrap max-sm:without-scrollbar max-sm:overflow-x-auto max-sm:p-1 max-sm:*:shrink-0">
            <legend className="sr-only">Actions for selected members</legend>
            {children}
          </fieldset>
        </>
      )}
    </div>
  )
}

/**
 * '57 OEM members', '2 of 57 selected', '3 selected (1 not shown)', 'All 40 loaded OEM members selected.'
 * or 'All 57 OEM members selected'.
 */
function countText(props: SelectionToolbarProps): string {
  const { selectedCount, notLoadedCount, total, one, many, onSelectAll } = props
  const selected = formatCount(selectedCount)
  if (total === undefined) return ''
  if (selectedCount === 0) return countOf(total, one, many)
  if (onSelectAll && notLoadedCount === 0) return `All ${selected} loaded ${many} selected.`
  if (notLoadedCount > 0) return `${selected} selected (${formatCount(notLoadedCount)} not shown)`
  if (selectedCount === total && total > 1) return `All ${selected} ${many} selected`
  return `${selected} of ${formatCount(total)} selected`
}
