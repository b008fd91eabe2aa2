/** What can be filtered in a list, and what is set, in words: for the filter row, the panel and the printed list. */
import type { SelectOption } from '../../form/SelectField.tsx'

export interface Filters {
  search: string
  values: Readonly<Record<string, string | undefined>>
  setFilter: (name: string, value: string) => void
  removeFilters: (names: readonly string[]) => void
}

export interface FilterSelect {
  /** The name of the filter in the URL. */
  name: string
  label: string
  /** The label of the option that removes the filter. */
  placeholder: string
  options: readonly SelectOption[]
}

/** A filter with a day, such as 2025-04-01, as its value. */
export interface FilterDay {
  name: string
  label: string
  /** The label of a period, of which this is the first or the last day: its days stand together. */
  period?: string
}

/** A filter that is set. */
export interface FilterChip {
  label: string
  /** The selected option of the filter that `label` names. */
  value?: string | undefined
  /** The filters that removing it removes. */
  names: readonly string[]
}

export const chipText = ({ label, value }: FilterChip): string =>
  value === undefined ? label : `${label}: ${value}`

/** The chips of the selects that are set. */
export const chipsOf = (
  selects: readonly FilterSelect[],
  values: Filters['values'],
): FilterChip[] =>
  selects.flatMap(({ name, label, options }) => {
    const value = values[name]
    if (!value) return []
    const option = options.find((one) => one.value === value)
    return [{ label, value: option?.label ?? value, names: [name] }]
  })

/** The search and the filters in words, for the printed list. */
export const filterWords = (search: string, chips: readonly FilterChip[]): string[] => [
  ...(search === '' ? [] : [`Search: ${search}`]),
  ...chips.map(chipText),
]
