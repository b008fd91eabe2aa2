import { X } from 'lucide-react'
import { useUrlFilters } from '#platform/web/state/url-state.ts'
import { type FigureFilters, figureFilterNames, filterChips } from './filter-chips.ts'

/** The dashboard's filters in the URL of the screen. */
export function useFigureFilters() {
  const { params, removeFilters } = useUrlFilters()
  const filters: FigureFilters = {}
  for (const name of figureFilterNames) {
    const value = params.get(name)
    if (value) filters[name] = value
  }
  return {
    filters,
    isFiltered: Object.keys(filters).length > 0,
    removeFilters,
  }
}

/** A chip with a remove button for each of those filters. */
export function FilterChips({
  filters,
  removeFilters,
}: {
  filters: FigureFilters
  removeFilters: (names: readonly string[]) => void
}) {
  const chips = filterChips(filters)
  if (chips.length === 0) return null
  return (
    <ul aria-label="Filters" className="flex flex-wrap gap-2">
      {chips.map((chip) => (
        <li key={chip.label}>
          <button
            type="button"
            onClick={() => removeFilters(chip.names)}
            className="inline-flex min-h-8 items-center gap-1.5 rounded-md border border-accent-text/25 bg-accent-soft px-3 text-sm text-accent-text hover:border-accent-text pointer-coarse:min-h-11"
          >
            <span className="sr-only">Remove the filter: </span>
            {chip.label}
            <X aria-hidden="true" className="size-4" />
          </button>
        </li>
      ))}
    </ul>
  )
}
