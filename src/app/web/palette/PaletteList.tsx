import { useEffect, useRef } from 'react'
import { classNames } from '#platform/web/ui/class-names.ts'
import { addToList } from '#shared/add-to-list.ts'
import type { PaletteGroup, PaletteItem } from './palette-items.ts'

/** The id of an item's option, for `aria-activedescendant`. */
export const optionId = (listId: string, { key }: PaletteItem) =>
  `${listId}-${key.replace(/[^\w-]/g, '-')}`

interface PaletteListProps {
  id: string
  items: readonly PaletteItem[]
  active: PaletteItem | undefined
  /** True while the items belong to an earlier text. */
  isBusy: boolean
  onPoint: (item: PaletteItem) => void
  onChoose: (item: PaletteItem) => void
}

/** The listbox of the palette. The focus stays in the text field. */
export function PaletteList({ id, items, active, isBusy, onPoint, onChoose }: PaletteListProps) {
  const list = useRef<HTMLDivElement>(null)
  const activeId = active && optionId(id, active)
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])
  return (
    <div
      ref={list}
      id={id}
      role="listbox"
      aria-label="Results"
      aria-busy={isBusy}
      className={classNames(
        'min-h-0 scroll-py-2 overflow-y-auto overscroll-contain px-2 max-sm:flex-1',
        items.length > 0 && 'py-2',
      )}
    >
      {groupsOf(items).map(([group, members]) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is not allowed in a listbox
        <div key={group} role="group" aria-label={group}>
          <p aria-hidden="true" className="px-2.5 pt-2 pb-1 text-xs text-ink-soft">
            {group}
          </p>
          {members.map((item) => (
            <Option
              key={item.key}
              id={optionId(id, item)}
              item={item}
              isActive={item === active}
              onPoint={onPoint}
              onChoose={onChoose}
            />
          ))}
        </div>
      ))}
    </div>
  )
}

function groupsOf(items: readonly PaletteItem[]): [PaletteGroup, PaletteItem[]][] {
  const groups = new Map<PaletteGroup, PaletteItem[]>()
  for (const item of items) addToList(groups, item.group, item)
  return [...groups]
}

function Option({
  id,
  item,
  isActive,
  onPoint,
  onChoose,
}: {
  id: string
  item: PaletteItem
  isActive: boolean
  onPoint: (item: PaletteItem) => void
  onChoose: (item: PaletteItem) => void
}) {
  const { icon: Icon, label, detail } = item
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the text field has the focus and handles the keys
    // biome-ignore lint/a11y/useKeyWithClickEvents: the text field has the focus and handles the keys
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      onPointerMove={() => !isActive && onPoint(item)}
      // Keeps the focus in the text field.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onChoose(item)}
      className={classNames(
        'flex min-h-9 cursor-pointer items-center gap-3 rounded-sm px-2.5 text-sm touch:min-h-11',
        isActive && 'bg-accent-soft text-accent-text',
      )}
    >
      <Icon aria-hidden="true" className="size-4 shrink-0" />
      <span className={classNames('truncate', detail && 'max-w-[65%] shrink-0')}>{label}</span>
      {detail && (
        <span className={classNames('min-w-0 truncate', isActive ? 'opacity-90' : 'text-ink-soft')}>
          {detail}
        </span>
      )}
    </div>
  )
}
