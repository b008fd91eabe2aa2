import { ChevronDown } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import { classNames } from './class-names.ts'
import { menuClass, menuItemClass, useSelectedAction } from './menu-parts.ts'

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
  const action = useSelectedAction()
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
        onCloseAutoFocus={action.run}
        className={classNames(
          menuClass,
          'max-h-(--radix-dropdown-menu-content-available-height) max-w-xs min-w-48 overflow-y-auto',
        )}
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
                  onSelect={() => action.select(onSelect)}
                  className={classNames(menuItemClass, 'wrap-anywhere')}
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
