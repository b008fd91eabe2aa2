/** What all menus share. */
import type { ReactNode } from 'react'

export interface MenuEntry {
  label: string
  icon?: ReactNode
  /** True or false makes the item a checkbox. */
  checked?: boolean | undefined
  isDestructive?: boolean | undefined
  disabled?: boolean | undefined
  /** Called after the focus has returned to the button. */
  onSelect: () => void
}

/** A choice among a few values; selecting one leaves the menu open. */
export interface MenuChoice {
  label: string
  value: string
  options: readonly { value: string; label: string; icon?: ReactNode }[]
  onChange: (value: string) => void
}

export const menuClass =
  'z-40 animate-appear rounded-md border border-line bg-surface p-1.5 text-ink shadow-raised'

export const menuItemClass =
  'flex min-h-9 cursor-pointer items-center gap-2.5 rounded-sm px-2.5 text-sm outline-none data-disabled:cursor-not-allowed data-disabled:text-ink-faint data-highlighted:bg-accent-soft data-highlighted:text-accent-text pointer-coarse:min-h-11 [&_svg]:size-4'
