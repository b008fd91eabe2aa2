import Search from 'lucide-react/icons/search'
import X from 'lucide-react/icons/x'
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import type { User } from '#features/members/answers.ts'
import { useModal } from '#platform/web/dialog/modal.ts'
import { Badge } from '#platform/web/ui/Badge.tsx'
import { Button, IconButton } from '#platform/web/ui/Button.tsx'
import { countOf } from '#shared/sentences.ts'
import { optionId, PaletteList } from './PaletteList.tsx'
import { matchItems, type PaletteItem, paletteItems } from './palette-items.ts'
import { recentItems } from './recent-items.ts'
import { type SearchScope, useRecordSearch } from './record-search.ts'
import { isPaletteKey } from './shortcuts.ts'

interface PaletteModalProps {
  user: User
  onClose: () => void
  onChoose: (item: PaletteItem) => void
}

const placeholders: Record<SearchScope, string> = {
  records: 'Search or type a command',
  payment: 'Which member paid?',
}

/** The combobox of the palette with its list; full screen on phones. */
export function PaletteModal({ user, onClose, onChoose }: PaletteModalProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const listId = useId()
  const palette = usePalette(user, onChoose)
  const { scope, text, items, active, search } = palette
  useModal(ref, { onClose, closesOnBack: true })
  return (
    <dialog
      ref={ref}
      aria-label="Search and commands"
      data-place="middle"
      className="m-0 mx-auto h-dvh max-h-none w-full max-w-none animate-appear flex-col overflow-hidden border-line bg-raised p-0 text-ink shadow-raised open:flex sm:mt-[12dvh] sm:h-fit sm:max-h-[min(70dvh,32rem)] sm:w-[calc(100%-2rem)] sm:max-w-xl sm:rounded-lg sm:border"
    >
      <div className="flex shrink-0 items-center gap-3 border-b border-line py-1.5 pr-2 pl-4">
        <Search aria-hidden="true" className="size-5 shrink-0 text-ink-faint" />
        {scope === 'payment' && <Badge tone="accent">Record payment</Badge>}
        <input
          data-first-focus
          type="text"
          role="combobox"
          aria-label={scope === 'payment' ? placeholders.payment : 'Search'}
          aria-expanded={items.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={active && optionId(listId, active)}
          placeholder={placeholders[scope]}
          maxLength={200}
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="go"
          value={text}
          onChange={({ target }) => palette.setText(target.value)}
          onKeyDown={(event) => {
            if (!isPaletteKey(event.nativeEvent)) return palette.onKeyDown(event)
            event.preventDefault()
            onClose()
          }}
          className="min-h-11 w-full min-w-0 bg-transparent outline-none"
        />
        <IconButton label="Close" onClick={onClose}>
          <X aria-hidden="true" />
        </IconButton>
      </div>
      <PaletteList
        id={listId}
        items={items}
        active={active}
        isBusy={search.isSearching}
        onPoint={palette.setActive}
        onChoose={palette.choose}
      />
      <Status text={text} scope={scope} count={items.length} search={search} />
      <KeyboardHelp />
    </dialog>
  )
}

/** The text, the items that match it, and the active one. */
function usePalette(user: User, onChoose: (item: PaletteItem) => void) {
  const [scope, setScope] = useState<SearchScope>('records')
  const [text, setText] = useState('')
  const [activeKey, setActiveKey] = useState<string>()
  const [isEnterPending, setEnterPending] = useState(false)
  const search = useRecordSearch(user, text, scope)
  const local = scope === 'records' ? localItems(user, text) : []
  const items = [...local, ...search.items]
  const active = items.find(({ key }) => key === activeKey) ?? items[0]

  function changeText(next: string) {
    setText(next)
    setActiveKey(undefined)
    setEnterPending(false)
  }
  function choose(item: PaletteItem) {
    if (item.target !== 'record-payment') return onChoose(item)
    setScope('payment')
    changeText('')
  }
  function move(by: 1 | -1) {
    const index = active ? items.indexOf(active) : -1
    setActiveKey(items.at((index + by) % items.length)?.key)
  }
  const onSearched = useEffectEvent(() => {
    if (!isEnterPending || search.isSearching) return
    setEnterPending(false)
    if (active) choose(active)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when a search ends
  useEffect(() => onSearched(), [search.isSearching, isEnterPending])
  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown') move(1)
    else if (event.key === 'ArrowUp') move(-1)
    else if (event.key === 'Backspace' && text === '') setScope('records')
    else if (event.key !== 'Enter') return
    // The rows may still be those of a shorter text: Enter then means the first of the coming ones.
    else if (search.isSearching && activeKey === undefined && local.length === 0)
      setEnterPending(true)
    else if (active) choose(active)
    event.preventDefault()
  }
  return {
    scope,
    text,
    items,
    active,
    search,
    setText: changeText,
    setActive: (item: PaletteItem) => setActiveKey(item.key),
    choose,
    onKeyDown,
  }
}

/**
 * Returns the items without a request. For an empty text these are the recently opened ones, then all screens and
 * actions.
 */
function localItems(user: User, text: string): PaletteItem[] {
  const allItems = paletteItems(user)
  if (text.trim() !== '') return matchItems(allItems, text)
  const recent = recentItems(user.id)
  return [...recent, ...allItems.filter(({ key }) => !recent.some((item) => item.key === key))]
}

/** The state of the list: loading, empty or incomplete. */
function Status({
  text,
  scope,
  count,
  search: { isSearching, hasFailed, retry },
}: {
  text: string
  scope: SearchScope
  count: number
  search: ReturnType<typeof useRecordSearch>
}) {
  if (hasFailed && !isSearching)
    return (
      <div
        role="alert"
        className="flex items-center justify-between gap-3 border-t border-line px-4 py-2 text-sm text-danger-text"
      >
        <p>Couldn't search the records</p>
        <Button size="sm" onClick={retry}>
          Try again
        </Button>
      </div>
    )
  const isVisible = count === 0
  return (
    <p role="status" className={isVisible ? 'px-4 py-6 text-sm text-ink-soft' : 'sr-only'}>
      {isSearching
        ? 'Searching…'
        : count > 0
          ? text.trim() && countOf(count, 'result', 'results')
          : text.trim()
            ? `No results for “${text.trim()}”`
            : scope === 'payment' && 'Type a name, company or number.'}
    </p>
  )
}

const help = [
  ['↑ ↓', 'move'],
  ['Enter', 'open'],
  ['Esc', 'close'],
  ['/', 'search a screen'],
] as const

function KeyboardHelp() {
  return (
    <p className="hidden shrink-0 flex-wrap gap-x-4 gap-y-1 border-t border-line px-4 py-2 text-xs text-ink-soft sm:flex touch:hidden">
      {help.map(([keys, meaning]) => (
        <span key={keys}>
          <kbd className="rounded-sm border border-line bg-sunken px-1 font-sans">{keys}</kbd>{' '}
          {meaning}
        </span>
      ))}
    </p>
  )
}
