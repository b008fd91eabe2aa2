import MoreHorizontal from 'lucide-react/icons/ellipsis'
import { topDialog } from '../../dialog/dialog-stack.ts'
import type { MenuEntry } from '../../menu/menu-parts.ts'
import { useMenu } from '../../menu/use-menu.tsx'
import { IconButton } from '../../ui/Button.tsx'

/** The same element in every row and render: React skips it. */
const icon = <MoreHorizontal aria-hidden="true" />

/**
 * The further actions of a row behind one button, which carries `data-act="menu"`; those that destroy something are
 * last, after a line. The menu is rendered only while it is open, because long tables render many rows.
 */
export function RowMenu({
  rowId,
  label,
  items,
}: {
  /** What is shown in the row; the row may show something else later. */
  rowId: string
  label: string
  items: readonly MenuEntry[]
}) {
  const { buttonProps, menu } = useMenu({
    subject: rowId,
    label,
    groups: [
      items.filter((item) => !item.isDestructive),
      items.filter((item) => item.isDestructive),
    ],
    align: 'end',
    sideOffset: 4,
    className: 'min-w-44',
    // A row clips its content, and everything outside an open dialog is inert.
    container: () => topDialog() ?? document.querySelector('main'),
    isFocusKept: true,
  })
  return (
    <span className="relative inline-flex">
      <IconButton
        {...buttonProps}
        size="sm"
        label={label}
        data-act="menu"
        className="max-sm:bg-neutral-soft"
      >
        {icon}
      </IconButton>
      {menu}
    </span>
  )
}
