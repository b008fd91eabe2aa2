import { Check } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { menuClass, menuItemClass, useSelectedAction } from './menu-parts.ts'

interface MenuItem {
  label: string
  icon?: ReactNode
  onSelect: () => void
}

/** A choice among a few values; selecting one leaves the menu open. */
interface MenuChoice<Value extends string> {
  label: string
  value: Value
  options: readonly { value: Value; label: string; icon?: ReactNode }[]
  onChange: (value: Value) => void
}

/** A button that opens a list of actions. */
export function Menu<Value extends string = never>({
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
  items: readonly MenuItem[]
  /** Shown below the items. */
  choice?: MenuChoice<Value> | undefined
}) {
  const action = useSelectedAction()
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
        onCloseAutoFocus={action.run}
        className={classNames(menuClass, 'min-w-56')}
      >
        {heading && (
          <DropdownMenu.Label className="mb-1 border-b border-line px-2.5 pt-1 pb-2 text-sm text-ink-soft">
            {heading}
          </DropdownMenu.Label>
        )}
        {items.map((item) => (
          <DropdownMenu.Item
            key={item.label}
            onSelect={() => action.select(item.onSelect)}
            className={menuItemClass}
          >
            {item.icon}
            {item.label}
          </DropdownMenu.Item>
        ))}
        {choice && <Choice {...choice} />}
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  )
}

function Choice<Value extends string>({ label, value, options, onChange }: MenuChoice<Value>) {
  const select = (selected: string) => {
    const option = options.find((candidate) => candidate.value === selected)
    if (option) onChange(option.value)
  }
  return (
    <>
      <DropdownMenu.Separator className="-mx-1.5 my-1.5 h-px bg-line" />
      <DropdownMenu.RadioGroup aria-label={label} value={value} onValueChange={select}>
        <DropdownMenu.Label className="px-2.5 pt-1 pb-0.5 text-xs text-ink-soft">
          {label}
        </DropdownMenu.Label>
        {options.map((option) => (
          <DropdownMenu.RadioItem
            key={option.value}
            value={option.value}
            onSelect={(event) => event.preventDefault()}
            className={menuItemClass}
          >
            {option.icon}
            <span className="flex-1">{option.label}</span>
            <DropdownMenu.ItemIndicator>
              <Check aria-hidden="true" />
            </DropdownMenu.ItemIndicator>
          </DropdownMenu.RadioItem>
        ))}
      </DropdownMenu.RadioGroup>
    </>
  )
}
