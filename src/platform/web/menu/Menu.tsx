import type { ReactNode } from 'react'
import type { MenuChoice, MenuEntry } from './menu-parts.ts'
import { useMenu } from './use-menu.tsx'

/** A button that opens a list of actions. */
export function Menu({
  label,
  trigger,
  heading,
  items,
  choice,
}: {
  /** The accessible name of the button. */
  label: string
  /** The content of the button. */
  trigger: ReactNode
  /** Shown above the items. */
  heading?: ReactNode
  items: readonly MenuEntry[]
  /** Shown below the items. */
  choice?: MenuChoice | undefined
}) {
  const { buttonProps, menu } = useMenu({
    label,
    heading,
    groups: [items],
    choice,
    align: 'end',
    sideOffset: 6,
    className: 'max-w-(--radix-dropdown-menu-content-available-width) min-w-56',
  })
  return (
    <span className="relative inline-grid">
      <button
        {...buttonProps}
        type="button"
        aria-label={label}
        className="grid size-9 place-items-center rounded-full touch:size-11"
      >
        {trigger}
      </button>
      {menu}
    </span>
  )
}
