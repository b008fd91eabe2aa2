import ChevronDown from 'lucide-react/icons/chevron-down'
import MoreHorizontal from 'lucide-react/icons/ellipsis'
import type { ReactNode } from 'react'
import { BarButton } from '../table/filters/BarButton.tsx'
import { Button, IconButton } from '../ui/Button.tsx'
import { Spinner } from '../ui/loading/Spinner.tsx'
import type { MenuEntry } from './menu-parts.ts'
import { useMenu } from './use-menu.tsx'

export type MenuButtonItem = Pick<MenuEntry, 'label' | 'disabled' | 'onSelect'>

/** A labelled button that opens a list of actions, in groups with a line between them. */
export function MenuButton({
  label = 'More',
  icon,
  pending,
  place = 'row',
  groups,
}: {
  label?: string
  icon?: ReactNode
  pending?: boolean | undefined
  /** 'bar': at the end of a filter row. 'head': three dots in the head of a screen, for what is seldom needed. */
  place?: 'row' | 'bar' | 'head'
  groups: readonly (readonly MenuButtonItem[])[]
}) {
  const { buttonProps, menu } = useMenu({
    label,
    groups,
    align: place === 'row' ? 'start' : 'end',
    sideOffset: 4,
    className:
      'max-h-(--radix-dropdown-menu-content-available-height) max-w-[min(20rem,var(--radix-dropdown-menu-content-available-width))] min-w-48 overflow-y-auto',
    itemClass: 'wrap-anywhere',
  })
  return (
    <span className="relative inline-grid">
      {place === 'row' && (
        <Button {...buttonProps} icon={icon} pending={pending}>
          {label}
          <ChevronDown aria-hidden="true" />
        </Button>
      )}
      {place === 'bar' && (
        <BarButton {...buttonProps} label={label} icon={icon} pending={pending} />
      )}
      {place === 'head' && (
        <IconButton {...buttonProps} label={label} aria-busy={pending || undefined}>
          {pending ? <Spinner /> : <MoreHorizontal aria-hidden="true" />}
        </IconButton>
      )}
      {menu}
    </span>
  )
}
