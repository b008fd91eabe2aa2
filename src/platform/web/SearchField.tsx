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

/** A field that searches a moment after the last letter, and at once on Enter. */
export function SearchField({ value, onSearch, ...field }: SearchFieldProps) {
  const [typed, setTyped] = useState(value)
  const asked = useRef(value)
  const search = useEffectEvent((words: string) => {
    if (words === asked.current) return
    asked.current = words
    onSearch(words)
  })
  useEffect(() => {
    const timer = setTimeout(() => search(typed.trim()), 250)
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
