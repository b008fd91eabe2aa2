import MoreHorizontal from 'lucide-react/icons/ellipsis'
import { IconButton } from '../ui/Button.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import type { MenuButtonItem } from './MenuButton.tsx'
import { useMenu } from './use-menu.tsx'

/** Three dots in the head of a screen, for the actions that are seldom needed, in groups with a line between them. */
export function HeadMenu({
  pending = false,
  groups,
}: {
  pending?: boolean
  groups: readonly (readonly MenuButtonItem[])[]
}) {
  const { buttonProps, menu } = useMenu({
    label: 'More',
    groups,
    align: 'end',
    sideOffset: 4,
    className: 'min-w-48',
  })
  return (
    <span className="relative inline-grid">
      <IconButton {...buttonProps} label="More" aria-busy={pending || undefined}>
        {pending ? <Spinner /> : <MoreHorizontal aria-hidden="true" />}
      </IconButton>
      {menu}
    </span>
  )
}
