import { parseOption, useUrlFilters } from '../../state/url-state.ts'
import type { Sort } from '../DataTable.tsx'

/** The values of a filter by name, with their labels. */
type OptionLabels = Readonly<Record<string, Readonly<Record<string, string>>>>

type FilterValues<Options extends OptionLabels, Text extends string> = {
  [Name in keyof Options]?: keyof Options[Name] & string
} & { [Name in Text]?: string }

/**
 * The filters of a list in the URL: the search text as `q`, filters with fixed options, and filters
 * with any text. `values` has the filters that are set; a value that is not among the options is ignored.
 */
export function useFilters<const Options extends OptionLabels, const Text extends string = never>(
  options: Options,
  texts: readonly Text[] = [],
) {
  const { params, search, setFilter, removeFilters, replaceFilters } = useUrlFilters()
  const names = ['q', ...Object.keys(options), ...texts]
  const values: Record<string, string> = {}
  for (const [name, labels] of Object.entries(options)) {
    const value = parseOption(labels, params.get(name))
    if (value !== undefined) values[name] = value
  }
  for (const name of texts) {
    const value = params.get(name)?.slice(0, 200)
    if (value) values[name] = value
  }
  return {
    search,
    // The entries have the names and the values that the type says.
    values: values as FilterValues<Options, Text>,
    isFiltered: search !== '' || Object.keys(values).length > 0,
    /** An empty value removes the filter. */
    setFilter,
    removeFilters,
    /** Removes the search and the filters; other parameters of the URL stay. */
    clear: () => removeFilters(names),
    /** Sets the search (`q`) and the filters as given, and removes the others. */
    apply: (next: Readonly<Record<string, string>>) =>
      replaceFilters(
        names,
        Object.fromEntries(Object.entries(next).filter(([name]) => names.includes(name))),
      ),
  }
}

/** 'name' or '-name', as in the contract's `sort` parameter. */
export const sortParam = <Key extends string>({ key, direction }: Sort<Key>): Key | `-${Key}` =>
  direction === 'descending' ? `-${key}` : key

/** The order in the `sort` parameter of the URL; the initial one when it names none of `keys`. */
export function useSortParam<Key extends string>(keys: readonly Key[], initial: Sort<Key>) {
  const { params, setFilter } = useUrlFilters()
  const sort = parseSort(params.get('sort'), keys, initial)
  const onSort = (next: Sort) =>
    setFilter('sort', sortParam(next) === sortParam(initial) ? '' : sortParam(next))
  return { sort, param: sortParam(sort), onSort }
}

export function parseSort<Key extends string>(
  param: string | null,
  keys: readonly Key[],
  initial: Sort<Key>,
): Sort<Key> {
  const key = keys.find((known) => known === param?.replace(/^-/, ''))
  if (key === undefined) return initial
  return { key, direction: param?.startsWith('-') ? 'descending' : 'ascending' }
}
