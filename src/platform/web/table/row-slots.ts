import { useRef } from 'react'

/**
 * The React keys of the rows on screen, in their order; `list` is the same as long as the list is. A row that
 * stays keeps its key, and with it its elements, its focus and its state. When somebody searches, each row of the
 * new list takes the elements at its place instead, whatever they showed: the browser changes texts and neither
 * makes nor moves elements. At any other time a new row has new elements, so that no button under the focus or
 * the pointer changes its row. Cells with state of their own must be keyed by their row.
 */
export function useRowSlots(list: unknown, ids: readonly string[]): readonly string[] {
  const slots = useRef<Slots>({ list: undefined, ids: [], keys: [], next: 0 })
  const { current } = slots
  let next = current.next
  const newKey = () => `slot ${next++}`
  const isReused = current.list !== list && isSearching()
  const keyOf = isReused ? undefined : keyById(current)
  const keys = ids.map((id, place) => (keyOf ? keyOf.get(id) : current.keys[place]) ?? newKey())
  slots.current = { list, ids, keys, next }
  return keys
}

interface Slots {
  list: unknown
  /** While a list is shown in steps, a row may be there twice. */
  ids: readonly string[]
  keys: readonly string[]
  /** The number of the next new key. */
  next: number
}

const keyById = ({ ids, keys }: Slots): ReadonlyMap<string, string> =>
  new Map(keys.map((key, place) => [ids[place] ?? '', key]))

/** True while the focus is in a search field. */
export const isSearching = (): boolean =>
  document.activeElement instanceof HTMLInputElement && document.activeElement.type === 'search'
