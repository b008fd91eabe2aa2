import { useCallback, useEffect, useMemo, useRef, useState } from 'react'

interface Shown<Row> {
  /** The same array as long as nothing in it has changed. */
  rows: readonly Row[]
  /** Names the list: another search, filter or order is another list. */
  list: string
  /** False while the rows of the list before stand in for those of this one. */
  isNew: boolean
}

/**
 * The rows that are chosen in a list. They stay chosen in another order and behind another filter,
 * in sight or not; a row that goes from its list, because it was removed, is let go of.
 */
export function useSelection<Row extends { id: string }>({ rows, list, isNew }: Shown<Row>) {
  const [kept, setKept] = useState<ReadonlyMap<string, Row>>(new Map())
  const byId = useMemo(() => new Map(rows.map((row) => [row.id, row])), [rows])
  const before = useRef({ list, there: byId })
  useEffect(() => {
    if (!isNew) return
    const { list: was, there } = before.current
    before.current = { list, there: byId }
    if (was !== list) return
    const isGone = (id: string) => there.has(id) && !byId.has(id)
    setKept((now) => ([...now.keys()].some(isGone) ? without(now, isGone) : now))
  }, [byId, list, isNew])
  const all = rows.length > 0 && rows.every(({ id }) => kept.has(id))
  const change = useCallback((work: (next: Map<string, Row>) => void) => {
    setKept((now) => {
      const next = new Map(now)
      work(next)
      return next
    })
  }, [])
  const onToggle = useCallback(
    (row: Row) =>
      change((next) => {
        if (!next.delete(row.id)) next.set(row.id, row)
      }),
    [change],
  )
  return {
    /** As the list has them now; those that are not in it as they were chosen. */
    rows: [...kept].map(([id, row]) => byId.get(id) ?? row),
    /** How many of them are not among the rows of the list as far as it has been loaded. */
    outOfSight: [...kept.keys()].filter((id) => !byId.has(id)).length,
    has: ({ id }: Row) => kept.has(id),
    /** True when every row that is loaded is chosen. */
    all,
    onToggle,
    /** Chooses every row that is loaded, or lets go of them all. */
    onToggleAll: () =>
      change((next) => {
        for (const row of rows) {
          if (all) next.delete(row.id)
          else next.set(row.id, row)
        }
      }),
    none: () => setKept(new Map()),
  }
}

const without = <Row>(kept: ReadonlyMap<string, Row>, isGone: (id: string) => boolean) =>
  new Map([...kept].filter(([id]) => !isGone(id)))
