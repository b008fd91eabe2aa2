import type { ReactNode } from 'react'
import { classNames } from '../../ui/class-names.ts'
import { listRowClass } from '../Cards.tsx'
import { RowActions } from './RowActions.tsx'

/** The title of a row, a link or a button. */
export const rowTitleClass =
  'one-line flex-1 rounded-sm text-left text-field font-semibold -outline-offset-2'

/**
 * A row of a list on a phone: an optional checkbox, the title with a value beside it, more lines of text, and buttons.
 */
export const SelectableRow = ({
  id,
  name,
  isSelected,
  onToggle,
  title,
  beside,
  actions,
  menu,
  children,
}: {
  id: string
  /** What the checkbox selects. */
  name: string
  isSelected?: boolean | undefined
  /** When left out, there is no checkbox. */
  onToggle?: (() => void) | undefined
  /** The title of the row, which has the class `rowTitleClass`. */
  title: ReactNode
  beside: ReactNode
  /** The buttons with words, one or two. */
  actions: ReactNode
  /** A RowMenu. */
  menu?: ReactNode
  children: ReactNode
}) => (
  <li
    data-row={id}
    className={classNames(listRowClass, 'grid grid-cols-1 gap-0.5', isSelected && 'row-selected')}
  >
    <div className="flex items-center gap-2">
      {onToggle && (
        <label className="-m-3 grid size-11 shrink-0 place-items-center">
          <input
            type="checkbox"
            aria-label={`Select ${name}`}
            className="checkbox size-5"
            checked={isSelected}
            onChange={onToggle}
          />
        </label>
      )}
      {title}
      {beside}
    </div>
    <div className={onToggle ? 'grid grid-cols-1 gap-0.5 pl-7' : 'contents'}>{children}</div>
    <RowActions menu={menu} className="mt-1 -mb-1">
      {actions}
    </RowActions>
  </li>
)
