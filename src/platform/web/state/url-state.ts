import { useCallback } from 'react'
import { useSearchParams } from 'wouter'

/**
 * What is open over the screen, by its id: the address says which (`?job=…`), so that it can be
 * sent on, and going back closes it. Closing what is closed already does nothing.
 */
export function useDialogParam(name: string) {
  const [params, setParams] = useSearchParams()
  // The same function each time, for rows that are drawn once.
  const open = useCallback(
    (id: string) => setParams(changed(name, id), { state: { opened: name } }),
    [name, setParams],
  )
  return {
    id: params.get(name),
    open,
    close: () => {
      if (!new URLSearchParams(window.location.search).has(name)) return
      if (history.state === null || history.state.opened !== name)
        setParams(changed(name, ''), { replace: true })
      else history.back()
    },
  }
}

/**
 * The filters of a list, kept in the address, so that what was found can be sent on and is there
 * again after a reload. They take the place of the ones before: Back leaves the list.
 */
export function useUrlFilters() {
  const [params, setParams] = useSearchParams()
  const filter = useCallback(
    (name: string, value: string) => setParams(changed(name, value), { replace: true }),
    [setParams],
  )
  return {
    params,
    /** What `q` searches for, no longer than the portal takes it. */
    search: params.get('q')?.trim().slice(0, 200) ?? '',
    /** An empty value takes the filter out of the address. */
    filter,
    clear: () => setParams({}, { replace: true }),
    /** Takes these out of the address, and leaves the rest. */
    drop: (names: readonly string[]) =>
      setParams(
        (before) => new URLSearchParams([...before].filter(([name]) => !names.includes(name))),
        { replace: true },
      ),
  }
}

/** An address may hold anything; only what there is to choose from filters. */
export const parseOption = <Name extends string>(
  labels: Record<Name, string>,
  value: string | null,
): Name | undefined => (Object.keys(labels) as Name[]).find((name) => name === value)

const changed = (name: string, value: string) => (before: URLSearchParams) => {
  const after = new URLSearchParams(before)
  if (value === '') after.delete(name)
  else after.set(name, value)
  return after
}
