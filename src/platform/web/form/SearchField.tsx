import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { TextField } from './TextField.tsx'

interface SearchFieldProps {
  label: string
  placeholder: string
  className?: string
  /** What is being searched for; changes from elsewhere show in the field. */
  value: string
  onSearch: (typed: string) => void
}

/** The least time between two searches: keys that are held down or hit at random ask for less. */
const pause = 80

/** A field that searches with each letter, as soon as it is typed. */
export function SearchField({ value, onSearch, ...field }: SearchFieldProps) {
  const [typed, setTyped] = useState(value)
  const asked = useRef(value)
  const askedAt = useRef(Number.NEGATIVE_INFINITY)
  const search = useEffectEvent((words: string) => {
    if (words === asked.current) return
    asked.current = words
    askedAt.current = performance.now()
    onSearch(words)
  })
  useEffect(() => {
    const rest = askedAt.current + pause - performance.now()
    if (rest <= 0) {
      search(typed.trim())
      return
    }
    const timer = setTimeout(() => search(typed.trim()), rest)
    return () => clearTimeout(timer)
  }, [typed])
  useEffect(() => {
    if (value === asked.current) return
    asked.current = value
    setTyped(value)
  }, [value])
  return (
    <TextField
      {...field}
      type="search"
      maxLength={200}
      autoComplete="off"
      enterKeyHint="search"
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
    />
  )
}
