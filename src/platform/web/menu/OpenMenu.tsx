import Check from 'lucide-react/icons/check'
import * as DropdownMenu from 'radix-ui/dropdown-menu'
import { type ReactNode, useEffect, useRef } from 'react'
import { classNames } from '../ui/class-names.ts'
import { menuIcons } from './menu-icons.tsx'
import { type MenuChoice, type MenuEntry, menuItemClass, popoverClass } from './menu-parts.ts'
import { useFocusReturn } from './use-focus-return.ts'

export interface OpenMenuProps {
  /** The accessible name. */
  label: string
  /** The button that opened it: it is placed there, and the focus returns to it. */
  button: HTMLElement | null
  align: 'start' | 'end'
  sideOffset: number
  className: string
  itemClass?: string
  /** Shown above the items. */
  heading?: ReactNode
  /** The entries in groups, which are separated by a line. */
  groups: readonly (readonly MenuEntry[])[]
  /** Shown below the items. */
  choice?: MenuChoice | undefined
  /** Where it is rendered; by default beside the button. */
  container?: () => Element | null
  /** True when a key opened it. */
  isFirstFocused?: boolean
  /** True to return the focus even when a click elsewhere closed the menu. */
  isFocusKept?: boolean
  onClose: () => void
}

const enabledItem = '[role^="menuitem"]:not([data-disabled])'

/** The list of a menu. Its code is loaded when a menu is first used: see use-menu.tsx. */
export function OpenMenu({ label, button, container, onClose, ...content }: OpenMenuProps) {
  const menu = <Content {...content} button={button} />
  const portal = container?.()
  return (
    <DropdownMenu.Root open modal={false} onOpenChange={(open) => !open && onClose()}>
      {/* Only the position and the name of the menu: the visible button opens it. */}
      <DropdownMenu.Trigger
        aria-hidden="true"
        aria-label={label}
        tabIndex={-1}
        className="pointer-events-none absolute inset-0"
      />
      {portal ? <DropdownMenu.Portal container={portal}>{menu}</DropdownMenu.Portal> : menu}
    </DropdownMenu.Root>
  )
}

function Content({
  button,
  align,
  sideOffset,
  className,
  itemClass,
  heading,
  groups,
  choice,
  isFirstFocused,
  isFocusKept,
}: Omit<OpenMenuProps, 'label' | 'container' | 'onClose'>) {
  const content = useRef<HTMLDivElement>(null)
  const action = useRef<() => void>(undefined)
  const focusReturn = useFocusReturn(button, isFocusKept)
  useEffect(() => {
    if (isFirstFocused) content.current?.querySelector<HTMLElement>(enabledItem)?.focus()
  }, [isFirstFocused])
  return (
    <DropdownMenu.Content
      ref={content}
      align={align}
      sideOffset={sideOffset}
      collisionPadding={8}
      onInteractOutside={focusReturn.onInteractOutside}
      onCloseAutoFocus={(event) => {
        focusReturn.onCloseAutoFocus(event)
        // After the focus has returned, so that a dialog restores it there.
        setTimeout(action.current ?? (() => {}))
      }}
      className={classNames(popoverClass, 'p-1', className)}
    >
      {heading && (
        <DropdownMenu.Label className="-mx-1 mb-1 border-b border-line px-3 pt-1 pb-2 text-sm text-ink-soft">
          {heading}
        </DropdownMenu.Label>
      )}
      {groups
        .filter((entries) => entries.length > 0)
        .map((entries, index) => (
          <DropdownMenu.Group key={entries.map((entry) => entry.label).join()}>
            {index > 0 && <Separator />}
            {entries.map((entry) => (
              <Item
                key={entry.label}
                entry={entry}
                className={itemClass}
                onSelect={() => {
                  action.current = entry.onSelect
                }}
              />
            ))}
          </DropdownMenu.Group>
        ))}
      {choice && <Choice {...choice} isAlone={groups.every((entries) => entries.length === 0)} />}
    </DropdownMenu.Content>
  )
}

const Separator = () => <DropdownMenu.Separator className="-mx-1 my-1 h-px bg-line" />

function Item({
  entry: { label, icon, iconName, checked, isDestructive, disabled = false },
  className,
  onSelect,
}: {
  entry: MenuEntry
  className: string | undefined
  onSelect: () => void
}) {
  const looks = classNames(
    menuItemClass,
    isDestructive && 'text-danger-text data-highlighted:bg-danger-soft [&_svg]:text-danger-text!',
    className,
  )
  if (checked === undefined)
    return (
      <DropdownMenu.Item disabled={disabled} onSelect={onSelect} className={looks}>
        {icon ?? (iconName && menuIcons[iconName])}
        {label}
      </DropdownMenu.Item>
    )
  return (
    <DropdownMenu.CheckboxItem
      checked={checked}
      disabled={disabled}
      onSelect={onSelect}
      className={looks}
    >
      <span
        aria-hidden="true"
        className={classNames(
          'grid size-4 place-items-center rounded-sm border',
          checked ? 'border-accent bg-accent text-accent-ink' : 'border-edge',
        )}
      >
        {checked && <Check className="size-3! stroke-3 text-accent-ink!" />}
      </span>
      {label}
    </DropdownMenu.CheckboxItem>
  )
}

function Choice({
  label,
  value,
  options,
  onChange,
  isAlone,
}: MenuChoice & {
  /** True when the menu has nothing else: then its button names the choice, and a choice closes it. */
  isAlone: boolean
}) {
  return (
    <>
      {!isAlone && <Separator />}
      <DropdownMenu.RadioGroup aria-label={label} value={value} onValueChange={onChange}>
        {!isAlone && (
          <DropdownMenu.Label className="px-2 pt-1 pb-0.5 text-xs text-ink-faint">
            {label}
          </DropdownMenu.Label>
        )}
        {options.map((option) => (
          <DropdownMenu.RadioItem
            key={option.value}
            value={option.value}
            onSelect={(event) => {
              if (!isAlone) event.preventDefault()
            }}
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
