import { MoreHorizontal } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { type ReactNode, useRef, useState } from 'react'
import { topDialog } from '../dialog/dialog-stack.ts'
import { IconButton } from '../ui/Button.tsx'
import { classNames } from '../ui/class-names.ts'
import { menuClass, menuItemClass, useSelectedAction } from '../ui/menu-parts.ts'

export interface RowMenuItem {
  label: string
  icon?: ReactNode
  /** True or false makes the item a checkbox. */
  checked?: boolean | undefined
  isDestructive?: boolean | undefined
  disabled?: boolean | undefined
  onSelect: () => void
}

/**
 * The further actions of a row behind one button, which carries `data-act="menu"`. The menu is rendered
 * only while it is open, because long tables render many rows.
 */
export function RowMenu({ label, items }: { label: string; items: readonly RowMenuItem[] }) {
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  return (
    <span className="relative inline-flex">
      <IconButton
        ref={button}
        label={label}
        data-act="menu"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          setOpen(true)
        }}
      >
        <MoreHorizontal aria-hidden="true" />
      </IconButton>
      {isOpen && (
        <OpenMenu
          label={label}
          items={items}
          button={button.current}
          onClose={() => setOpen(false)}
        />
      )}
    </span>
  )
}

function OpenMenu({
  label,
  items,
  button,
  onClose,
}: {
  label: string
  items: readonly RowMenuItem[]
  button: HTMLButtonElement | null
  onClose: () => void
}) {
  const action = useSelectedAction()
  return (
    <DropdownMenu.Root open modal={false} onOpenChange={(open) => !open && onClose()}>
      {/* Only the position and the name of the menu: the visible button opens it. */}
      <DropdownMenu.Trigger
        aria-hidden="true"
        aria-label={label}
        tabIndex={-1}
        className="pointer-events-none absolute inset-0"
      />
      {/* A row clips its content, and everything outside an open dialog is inert. */}
      <DropdownMenu.Portal container={topDialog() ?? document.querySelector('main')}>
        <DropdownMenu.Content
          align="end"
          sideOffset={4}
          collisionPadding={8}
          onInteractOutside={(event) => {
            if (event.target instanceof Node && button?.contains(event.target))
              event.preventDefault()
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            button?.focus()
            action.run()
          }}
          className={classNames(menuClass, 'min-w-44')}
        >
          {items.map((item) => (
            <MenuItem key={item.label} item={item} onSelect={() => action.select(item.onSelect)} />
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

function MenuItem({ item, onSelect }: { item: RowMenuItem; onSelect: () => void }) {
  const { label, icon, checked, isDestructive, disabled = false } = item
  const className = classNames(
    menuItemClass,
    isDestructive &&
      'text-danger-text data-highlighted:bg-danger-soft data-highlighted:text-danger-text',
  )
  if (checked === undefined)
    return (
      <DropdownMenu.Item disabled={disabled} onSelect={onSelect} className={className}>
        {icon}
        {label}
      </DropdownMenu.Item>
    )
  return (
    <DropdownMenu.CheckboxItem
      checked={checked}
      disabled={disabled}
      onSelect={onSelect}
      className={className}
    >
      <span
        aria-hidden="true"
        className={classNames(
          'grid size-4 place-items-center rounded-sm border',
          checked ? 'border-accent bg-accent text-accent-ink' : 'border-edge',
        )}
      >
        {checked && '✓'}
      </span>
      {label}
    </DropdownMenu.CheckboxItem>
  )
}
