import type { ReactNode } from 'react'
import { classNames } from '../../ui/class-names.ts'

/**
 * The actions of a row in one line: the main ones as buttons with words, the others in a menu at the end. A row on a
 * phone has one or two buttons, so that lists show names and no walls of buttons.
 */
export const RowActions = ({
  rowId,
  menu,
  className,
  children,
}: {
  /** When left out, an element around it carries `data-row`. */
  rowId?: string
  /** A RowMenu. */
  menu?: ReactNode
  className?: string
  children: ReactNode
}) => (
  <div
    data-row={rowId}
    className={classNames(
      // In the narrowest window two words and the menu have room without icons.
      'flex items-center gap-2 low-buttons sm:flush-end max-[21.5rem]:gap-1 max-[21.5rem]:[&>*>svg]:hidden sm:inline-flex sm:w-max sm:gap-1',
      className,
    )}
  >
    {children}
    {menu && <span className="inline-flex max-sm:ml-auto sm:flush-end">{menu}</span>}
  </div>
)
