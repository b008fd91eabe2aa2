import { DropdownMenu } from 'radix-ui'
import { type ReactNode, useRef } from 'react'

interface MenuItem {
  label: string
  icon?: ReactNode
  onSelect: () => void
}

/** A button that opens a list of actions. */
export function Menu({
  label,
  trigger,
  heading,
  items,
}: {
  /** The accessible name of the button. */
  label: string
  /** The content of the button. */
  trigger: ReactNode
  /** Shown above the items. */
  heading?: ReactNode
  items: readonly MenuItem[]
}) {
  const selectedAction = useRef<() => void>(undefined)
  // Runs after the focus has returned to the trigger, so that a dialog can restore it there.
  function runSelectedAction() {
    setTimeout(selectedAction.current ?? (() => {}))
    selectedAction.current = undefined
  }
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger
        aria-label={label}
        className="grid size-9 place-items-center rounded-full pointer-coarse:size-11"
      >
        {trigger}
      </DropdownMenu.Trigger>
      <DropdownMenu.Content
        align="end"
        sideOffset={6}
        collisionPadding={8}
        onCloseAutoFocus={runSelectedAction}
        className="z-40 min-w-56 animate-appear rounded-md border border-line bg-surface p-1.5 text-ink shadow-raised"
      >
        {heading && (
          <DropdownMenu.Label className="mb-1 border-b border-line px-2.5 pt-1 pb-2 text-sm text-ink-soft">
            {heading}
          </DropdownMenu.Label>
        )}
        {items.map((item) => (
          <DropdownMenu.Item
            key={item.label}
            onSelect={() => {
              selectedAction.current = item.onSelect
            }}
            className="flex min-h-9 cursor-pointer items-center gap-2.5 rounded-sm px-2.5 text-sm outline-none data-highlighted:bg-accent-soft data-highlighted:text-accent-text pointer-coarse:min-h-11 [&_svg]:size-4"
          >
            {item.icon}
            {item.label}
          </DropdownMenu.Item>
        ))}
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  )
}
