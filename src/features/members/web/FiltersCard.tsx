import { X } from 'lucide-react'
import { useSearchParams } from 'wouter'
import { type FigureFilters, filterChips } from '../filter-rules.ts'

const names = ['active', 'joined_from', 'joined_to', 'ends_from', 'ends_to', 'material'] as const

/** The filters with which a figure of the dashboard leads to a list, as the address has them. */
export function useFigureFilters() {
  const [params, setParams] = useSearchParams()
  const filters: FigureFilters = {}
  for (const name of names) {
    const value = params.get(name)
    if (value) filters[name] = value
  }
  return {
    filters,
    isFiltered: Object.keys(filters).length > 0,
    /** Takes these out of the address; all of them unless told. */
    drop: (dropped: readonly string[] = names) =>
      setParams(
        (before) => new URLSearchParams([...before].filter(([name]) => !dropped.includes(name))),
        { replace: true },
      ),
  }
}

/** Those filters in words, each with a way to take it off; nothing where there are none. */
export function FiltersCard({
  filters,
  drop,
}: {
  filters: FigureFilters
  drop: (names: readonly string[]) => void
}) {
  const chips = filterChips(filters)
  if (chips.length === 0) return null
  return (
    <ul aria-label="Filters" className="flex flex-wrap gap-2">
      {chips.map((chip) => (
        <li key={chip.words}>
          <button
            type="button"
            onClick={() => drop(chip.names)}
            className="inline-flex min-h-8 items-center gap-1.5 rounded-md border border-accent-text/25 bg-accent-soft px-3 text-sm text-accent-text hover:border-accent-text pointer-coarse:min-h-11"
          >
            <span className="sr-only">Remove the filter: </span>
            {chip.words}
            <X aria-hidden="true" className="size-4" />
          </button>
        </li>
      ))}
    </ul>
  )
}
