import { useCallback, useEffect, useMemo, useRef, useState } from 'react'

interface ListSnapshot<Row> {
  /** The same array as long as nothing in it has changed. */
  rows: readonly Row[]
  /** Identifies the list: another search, filter or order makes another list. */
  list: string
  /** False while `rows` are still those of the previous list. */
  isCurrent: boolean
}

/**
 * The selected rows of a list. The selection is kept when the order or a filter changes, even for rows
 * that are not shown. A row that disappears from the same list, because it was removed, is deselected.
 */
export function useSelection<Row extends { id: string }>({
  rows,
  list,
  isCurrent,
}: ListSnapshot<Row>) {
  const [selected, setSelected] = useState<ReadonlyMap<string, Row>>(new Map())
  const byId = useMemo(() => new Map(rows.map((row) => [row.id, row])), [rows])
  const previous = useRef({ list, byId })
  useEffect(() => {
    if (!isCurrent) return
    const before = previous.current
    previous.current = { list, byId }
    if (before.list !== list) return
    const isRemoved = (id: string) => before.byId.has(id) && !byId.has(id)
    setSelected((current) =>
      [...current.keys()].some(isRemoved)
        ? new Map([...current].filter(([id]) => !isRemoved(id)))
        : current,
    )
  }, [byId, list, isCurrent])
  const isAllSelected = rows.length > 0 && rows.every(({ id }) => selected.has(id))
  const update = useCallback((change: (next: Map<string, Row>) => void) => {
    setSelected((current) => {
      const next = new Map(current)
      change(next)
      return next
    })
  }, [])
  const latestRows = useRef(rows)
  useEffect(() => {
    latestRows.current = rows
  }, [rows])
  const lastToggled = useRef<string>(undefined)
  const onToggle = useCallback(
    (row: Row, isRange = false) => {
      const toggled = isRange ? rowsBetween(latestRows.current, lastToggled.current, row) : [row]
      lastToggled.current = row.id
      update((next) => {
        const isSelecting = !next.has(row.id)
        for (const one of toggled) {
          if (isSelecting) next.set(one.id, one)
          else next.delete(one.id)
        }
      })
    },
    [update],
  )
  return {
    /** The selected rows with their current values; rows that are not loaded keep those from their selection. */
    rows: [...selected].map(([id, row]) => byId.get(id) ?? row),
    /** How many selected rows are not among the loaded rows. */
    notLoadedCount: [...selected.keys()].filter((id) => !byId.has(id)).length,
    has: ({ id }: Row) => selected.has(id),
    /** True when every loaded row is selected. */
    isAllSelected,
    /** Selects or deselects a row; with `isRange` all rows from the one toggled before as well. */
    onToggle,
    /** Selects or deselects all loaded rows. */
    onToggleAll: () =>
      update((next) => {
        for (const row of rows) {
          if (isAllSelected) next.delete(row.id)
          else next.set(row.id, row)
        }
      }),
    clear: () => setSelected(new Map()),
  }
}

/** The rows from `fromId` to `to` in either direction; `to` alone when the other is not loaded. */
function rowsBetween<Row extends { id: string }>(
  rows: readonly Row[],
  fromId: string | undefined,
  to: Row,
): readonly Row[] {
  const from = rows.findIndex(({ id }) => id === fromId)
  const end = rows.findIndex(({ id }) => id === to.id)
  if (from === -1 || end === -1) return [to]
  return rows.slice(Math.min(from, end), Math.max(from, end) + 1)
}
