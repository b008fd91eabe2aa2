import { useCallback, useEffect, useMemo, useRef, useState } from 'react'

interface ListSnapshot<Row> {
  /** The same array as long as nothing in it has changed. */
  rows: readonly Row[]
  /** Identifies the list: another search, filter or order makes another list. */
  list: string
  /** False while `rows` are still those of the previous list. */
  isCurrent: boolean
  /** The length of the full list; with it, rows that are not loaded can also be selected. */
  total?: number | undefined
}

/** Every row of a list is selected, loaded or not, but the excluded ones. */
interface FullSelection {
  list: string
  excluded: ReadonlySet<string>
}

/**
 * The selected rows of a list. The selection is kept when the order or a filter changes, even for rows
 * that are not shown. A row that disappears from the same list, because it was removed, is deselected.
 * `selectAll` selects the full list instead, until the list changes.
 */
export function useSelection<Row extends { id: string }>({
  rows,
  list,
  isCurrent,
  total = 0,
}: ListSnapshot<Row>) {
  const [selected, setSelected] = useState<ReadonlyMap<string, Row>>(new Map())
  const [full, setFull] = useState<FullSelection>()
  // The filter of the full selection is that of the list.
  const excluded = full?.list === list ? full.excluded : undefined
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
    setFull((current) =>
      current && [...current.excluded].some(isRemoved)
        ? { list, excluded: new Set([...current.excluded].filter((id) => !isRemoved(id))) }
        : current,
    )
  }, [byId, list, isCurrent])
  useEffect(() => {
    if (full && full.list !== list) setFull(undefined)
  }, [full, list])
  const isSelected = (id: string) => (excluded ? !excluded.has(id) : selected.has(id))
  const isAllSelected = rows.length > 0 && rows.every(({ id }) => isSelected(id))
  const update = useCallback((change: (next: Map<string, Row>) => void) => {
    setSelected((current) => changed(current, change))
  }, [])
  const latestRows = useRef(rows)
  useEffect(() => {
    latestRows.current = rows
  }, [rows])
  const isFull = useRef(false)
  useEffect(() => {
    isFull.current = excluded !== undefined
  }, [excluded])
  const clear = () => {
    setFull(undefined)
    setSelected(new Map())
  }
  const lastToggled = useRef<string>(undefined)
  const onToggle = useCallback(
    (row: Row, isRange = false) => {
      const toggled = isRange ? rowsBetween(latestRows.current, lastToggled.current, row) : [row]
      lastToggled.current = row.id
      if (isFull.current)
        return setFull(
          (current) =>
            current && { ...current, excluded: toggledIn(current.excluded, row, toggled) },
        )
      update((next) => toggleRows(next, row, toggled))
    },
    [update],
  )
  return {
    /** The selected rows with their current values; rows that are not loaded keep those from their selection. */
    rows: excluded
      ? rows.filter(({ id }) => isSelected(id))
      : [...selected].map(([id, row]) => byId.get(id) ?? row),
    /** How many rows are selected, loaded or not. */
    count: excluded ? total - excluded.size : selected.size,
    /** The ids that a selection of the full list leaves out; undefined while single rows are selected. */
    excluded: excluded && [...excluded],
    /** Selects the full list; offered when every loaded row is selected and there are more. */
    selectAll:
      isCurrent && !excluded && isAllSelected && total > rows.length
        ? () => {
            setSelected(new Map())
            setFull({ list, excluded: new Set() })
          }
        : undefined,
    /** How many selected rows are not among the loaded rows. */
    notLoadedCount: excluded ? 0 : [...selected.keys()].filter((id) => !byId.has(id)).length,
    has: ({ id }: Row) => isSelected(id),
    /** True when every loaded row is selected. */
    isAllSelected,
    /** Selects or deselects a row; with `isRange` all rows from the one toggled before as well. */
    onToggle,
    /** Selects or deselects all loaded rows. */
    onToggleAll: () => {
      if (excluded) return clear()
      update((next) => toggleAll(next, rows, isAllSelected))
    },
    clear,
  }
}

function changed<Key, Value>(
  map: ReadonlyMap<Key, Value>,
  change: (next: Map<Key, Value>) => void,
): ReadonlyMap<Key, Value> {
  const next = new Map(map)
  change(next)
  return next
}

/** Selects or deselects the `toggled` rows as the press on `row` says. */
function toggleRows<Row extends { id: string }>(
  selected: Map<string, Row>,
  row: Row,
  toggled: readonly Row[],
): void {
  const isSelecting = !selected.has(row.id)
  for (const one of toggled) {
    if (isSelecting) selected.set(one.id, one)
    else selected.delete(one.id)
  }
}

function toggleAll<Row extends { id: string }>(
  selected: Map<string, Row>,
  rows: readonly Row[],
  isAllSelected: boolean,
): void {
  for (const row of rows) {
    if (isAllSelected) selected.delete(row.id)
    else selected.set(row.id, row)
  }
}

/** The excluded ids after a press on `row`, which decides whether the `toggled` rows are excluded. */
function toggledIn<Row extends { id: string }>(
  excluded: ReadonlySet<string>,
  row: Row,
  toggled: readonly Row[],
): ReadonlySet<string> {
  const next = new Set(excluded)
  const isExcluding = !next.has(row.id)
  for (const { id } of toggled) {
    if (isExcluding) next.add(id)
    else next.delete(id)
  }
  return next
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
