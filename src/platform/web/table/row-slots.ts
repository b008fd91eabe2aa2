import { useRef } from 'react'

/**
 * The React keys of the rows on screen; `list` is the same as long as the list is. A row that stays keeps its key, and with it its elements, its focus
 * and its state. When somebody searches, the rows of the new list take the elements of those that leave: the
 * browser changes texts instead of making, styling and laying out elements. At any other time a new row has new
 * elements, so that no button under the focus or the pointer changes its row. Cells with state of their own
 * must be keyed by their row.
 */
export function useRowSlots(list: unknown, ids: readonly string[]): (id: string) => string {
  const slots = useRef<Slots>({ list: undefined, keys: new Map(), next: 0 })
  const { current } = slots
  const canReuse = current.list !== list && isSearching()
  const left = new Map(current.keys)
  for (const id of ids) left.delete(id)
  const free = canReuse ? [...left.values()] : []
  const keys = new Map<string, string>()
  for (const id of ids) {
    const key = current.keys.get(id) ?? free.shift() ?? `slot ${current.next++}`
    keys.set(id, key)
  }
  slots.current = { list, keys, next: current.next }
  return (id) => keys.get(id) ?? id
}

interface Slots {
  list: unknown
  keys: ReadonlyMap<string, string>
  /** The number of the next new key. */
  next: number
}

/** True while the focus is in a search field. */
export const isSearching = (): boolean =>
  document.activeElement instanceof HTMLInputElement && document.activeElement.type === 'search'
