import { ChevronDown } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { type ReactNode, useRef } from 'react'
import { Button } from './Button.tsx'

export interface MenuButtonItem {
  label: string
  disabled?: boolean | undefined
  onSelect: () => void
}

/** A labelled button that opens a list of actions, in groups with a line between them. */
export function MenuButton({
  label,
  icon,
  pending,
  groups,
}: {
  label: string
  icon?: ReactNode
  pending?: boolean | undefined
  groups: readonly (readonly MenuButtonItem[])[]
}) {
  const selectedAction = useRef<() => void>(undefined)
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>
        <Button icon={icon} pending={pending}>
          {label}
          <ChevronDown aria-hidden="true" />
        </Button>
      </DropdownMenu.Trigger>
      <DropdownMenu.Content
        align="start"
        sideOffset={4}
        collisionPadding={8}
        onCloseAutoFocus={() => {
          // After the focus has returned, so that a dialog restores it there.
          setTimeout(selectedAction.current ?? (() => {}))
          selectedAction.current = undefined
        }}
        className="z-40 max-h-(--radix-dropdown-menu-content-available-height) max-w-xs min-w-48 animate-appear overflow-y-auto rounded-md border border-line bg-surface p-1.5 text-ink shadow-raised"
      >
        {groups
          .filter((items) => items.length > 0)
          .map((items, index) => (
            <DropdownMenu.Group key={items.map((item) => item.label).join()}>
              {index > 0 && <DropdownMenu.Separator className="-mx-1.5 my-1.5 h-px bg-line" />}
              {items.map(({ label: text, disabled = false, onSelect }) => (
                <DropdownMenu.Item
                  key={text}
                  disabled={disabled}
                  onSelect={() => {
                    selectedAction.current = onSelect
                  }}
                  className="flex min-h-9 cursor-pointer items-center rounded-sm px-2.5 text-sm wrap-anywhere outline-none data-disabled:cursor-not-allowed data-disabled:text-ink-faint data-highlighted:bg-accent-soft data-highlighted:text-accent-text pointer-coarse:min-h-11"
                >
                  {text}
                </DropdownMenu.Item>
              ))}
            </DropdownMenu.Group>
          ))}
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  )
}
