import { useCallback } from 'react'
import { useSearchParams } from 'wouter'
import { keysOf } from '#shared/records.ts'

/**
 * The record whose dialog is open, by its id in the query (`?job=…`): the address can be shared, and
 * Back closes the dialog. `close` does nothing when the dialog is closed already.
 */
export function useDialogParam(name: string) {
  const [params, setParams] = useSearchParams()
  // A stable function, so that memoised rows are not rendered again.
  const open = useCallback(
    (id: string) => setParams(withParam(name, id), { state: { opened: name } }),
    [name, setParams],
  )
  return {
    id: params.get(name),
    open,
    /** Shows another record in place of the open one; Back still closes the dialog. */
    replace: (id: string) =>
      setParams(withParam(name, id), { replace: true, state: history.state }),
    close: () => {
      if (!new URLSearchParams(window.location.search).has(name)) return
      if (history.state === null || history.state.opened !== name)
        setParams(withParam(name, ''), { replace: true })
      else history.back()
    },
  }
}

/**
 * The filters of a list in the query of the address: a filtered list can be shared and survives a
 * reload. Changes replace the history entry, so Back leaves the list.
 */
export function useUrlFilters() {
  const [params, setParams] = useSearchParams()
  const setFilter = useCallback(
    (name: string, value: string) => setParams(withParam(name, value), { replace: true }),
    [setParams],
  )
  return {
    params,
    /** The search text of `q`, trimmed and cut to the 200 characters that the server accepts. */
    search: params.get('q')?.trim().slice(0, 200) ?? '',
    /** An empty value removes the filter. */
    setFilter,
    clear: () => setParams({}, { replace: true }),
    /** Removes the named filters and sets the others. */
    replaceFilters: (names: readonly string[], filters: Readonly<Record<string, string>>) =>
      setParams(
        (before) =>
          new URLSearchParams([
            ...[...before].filter(([name]) => !names.includes(name)),
            ...Object.entries(filters),
          ]),
        { replace: true },
      ),
    removeFilters: (names: readonly string[]) =>
      setParams(
        (before) => new URLSearchParams([...before].filter(([name]) => !names.includes(name))),
        { replace: true },
      ),
  }
}

/**
 * The selected tab in the query of the address; the initial one is not in it. Each selection adds a
 * history entry, so Back returns to the tab before.
 */
export function useTabParam<Name extends string>(
  name: string,
  labels: Record<Name, string>,
  initial: Name,
) {
  const [params, setParams] = useSearchParams()
  return {
    tab: parseOption(labels, params.get(name)) ?? initial,
    select: (tab: string) => setParams(withParam(name, tab === initial ? '' : tab)),
  }
}

/** The value if it is a key of `labels`, else undefined: an address may contain anything. */
export const parseOption = <Name extends string>(
  labels: Record<Name, string>,
  value: string | null,
): Name | undefined => keysOf(labels).find((name) => name === value)

const withParam = (name: string, value: string) => (before: URLSearchParams) => {
  const after = new URLSearchParams(before)
  if (value === '') after.delete(name)
  else after.set(name, value)
  return after
}
