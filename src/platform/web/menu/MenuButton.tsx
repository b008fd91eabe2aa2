import ChevronDown from 'lucide-react/icons/chevron-down'
import type { ReactNode } from 'react'
import { BarButton } from '../table/BarButton.tsx'
import { Button } from '../ui/Button.tsx'
import type { MenuEntry } from './menu-parts.ts'
import { useMenu } from './use-menu.tsx'

export type MenuButtonItem = Pick<MenuEntry, 'label' | 'disabled' | 'onSelect'>

/** A labelled button that opens a list of actions, in groups with a line between them. */
export function MenuButton({
  label,
  icon,
  pending,
  inBar = false,
  groups,
}: {
  label: string
  icon?: ReactNode
  pending?: boolean | undefined
  /** True at the end of a filter row. */
  inBar?: boolean
  groups: readonly (readonly MenuButtonItem[])[]
}) {
  const { buttonProps, menu } = useMenu({
    label,
    groups,
    align: inBar ? 'end' : 'start',
    sideOffset: 4,
    className:
      'max-h-(--radix-dropdown-menu-content-available-height) max-w-[min(20rem,var(--radix-dropdown-menu-content-available-width))] min-w-48 overflow-y-auto',
    itemClass: 'wrap-anywhere',
  })
  return (
    <span className="relative inline-grid">
      {inBar ? (
        <BarButton {...buttonProps} label={label} icon={icon} pending={pending} />
      ) : (
        <Button {...buttonProps} icon={icon} pending={pending}>
          {label}
          <ChevronDown aria-hidden="true" />
        </Button>
      )}
      {menu}
    </span>
  )
}
