import Search from 'lucide-react/icons/search'
import X from 'lucide-react/icons/x'
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { classNames } from '../ui/class-names.ts'

interface SearchFieldProps {
  /** For screen readers: the placeholder says what can be found. */
  label: string
  placeholder: string
  className?: string | undefined
  /** The current search; the field follows when it changes from outside. */
  value: string
  onSearch: (text: string) => void
}

/** The minimum time between two searches, so that a held key does not search with each repeat. */
const throttleMs = 80

/** A field that searches while the person types; Escape empties it. */
export function SearchField({ value, onSearch, label, placeholder, className }: SearchFieldProps) {
  const [text, setText] = useState(value)
  const field = useRef<HTMLInputElement>(null)
  const lastSearch = useRef(value)
  const lastSearchAt = useRef(Number.NEGATIVE_INFINITY)
  const search = (query: string) => {
    if (query === lastSearch.current) return
    lastSearch.current = query
    lastSearchAt.current = performance.now()
    onSearch(query)
  }
  const isThrottled = () => performance.now() < lastSearchAt.current + throttleMs
  const searchLater = useEffectEvent(() => search(text.trim()))
  useEffect(() => {
    if (text.trim() === lastSearch.current) return
    const timer = setTimeout(searchLater, lastSearchAt.current + throttleMs - performance.now())
    return () => clearTimeout(timer)
  }, [text])
  useEffect(() => {
    if (value === lastSearch.current) return
    lastSearch.current = value
    setText(value)
  }, [value])
  const clear = () => {
    setText('')
    search('')
    field.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || text === '') return
    // A dialog around the field stays open.
    event.preventDefault()
    event.stopPropagation()
    clear()
  }
  return (
    <div className={classNames('relative', className)}>
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-ink-faint"
      />
      <input
        ref={field}
        type="search"
        aria-label={label}
        placeholder={placeholder}
        maxLength={200}
        autoComplete="off"
        enterKeyHint="search"
        value={text}
        onKeyDown={onKeyDown}
        onChange={({ target }) => {
          setText(target.value)
          // In the same render as the text.
          if (!isThrottled()) search(target.value.trim())
        }}
        className="block min-h-8 w-full appearance-none rounded-md border border-rim bg-surface px-8 py-1 placeholder-shown:pr-2 text-sm text-ellipsis text-ink shadow-card hover:border-edge focus-visible:-outline-offset-1 touch:min-h-11 touch:pl-9 touch:text-field [&::-webkit-search-cancel-button]:hidden"
      />
      {text !== '' && (
        <button
          type="button"
          aria-label="Clear search"
          title="Clear search"
          onClick={clear}
          className="absolute inset-y-0 right-0 grid w-8 place-items-center rounded-md text-ink-soft -outline-offset-2 hover:text-ink touch:w-11"
        >
          <X aria-hidden="true" className="size-4" />
        </button>
      )}
    </div>
  )
}
