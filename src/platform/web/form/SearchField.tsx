import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { TextField } from './TextField.tsx'

interface SearchFieldProps {
  label: string
  placeholder: string
  className?: string | undefined
  /** The current search; the field follows when it changes from outside. */
  value: string
  onSearch: (text: string) => void
}

/** The minimum time between two searches, so that a held key does not search with each repeat. */
const throttleMs = 80

/** A field that searches while the person types. */
export function SearchField({ value, onSearch, ...field }: SearchFieldProps) {
  const [text, setText] = useState(value)
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
  return (
    <TextField
      {...field}
      type="search"
      maxLength={200}
      autoComplete="off"
      enterKeyHint="search"
      value={text}
      onChange={({ target }) => {
        setText(target.value)
        // In the same render as the text.
        if (!isThrottled()) search(target.value.trim())
      }}
    />
  )
}
