/** What all menus share. */
import type { ReactNode } from 'react'

/** The icons that menu-icons.tsx has. */
export type MenuIcon = 'edit' | 'message' | 'payment' | 'remove' | 'signOut' | 'view' | 'waive'

export interface MenuEntry {
  label: string
  icon?: ReactNode
  /** Instead of `icon` in a row, whose list loads without the icons of its menus. */
  iconName?: MenuIcon | undefined
  /** True or false makes the item a checkbox. */
  checked?: boolean | undefined
  isDestructive?: boolean | undefined
  disabled?: boolean | undefined
  /** Called after the focus has returned to the button. */
  onSelect: () => void
}

/** A choice among a few values; selecting one leaves a menu open that also has actions. */
export interface MenuChoice {
  label: string
  value: string
  options: readonly { value: string; label: string; icon?: ReactNode }[]
  onChange: (value: string) => void
}

/** The classes of a panel that opens below a button: a menu, or the filters of a list. */
export const popoverClass =
  'z-40 animate-appear rounded-lg bg-raised text-ink shadow-raised forced-colors:border'

export const menuItemClass =
  'flex min-h-8 cursor-pointer items-center gap-2 rounded-md px-2 text-sm outline-none data-disabled:cursor-not-allowed data-disabled:text-ink-faint data-highlighted:bg-press touch:min-h-11 [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-ink-soft'
