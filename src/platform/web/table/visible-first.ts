import { useMemo, useState } from 'react'
import { isPhone } from '../layout/phone.ts'
import { usePainted } from './painted.ts'
import { isSearching } from './row-slots.ts'

/** In pixels; rows are at least as high, and cards on a phone. */
const minRowHeight = 48
const minCardHeight = 140

const none: readonly never[] = []

/**
 * The rows to render. On opening a list and while somebody searches, the rows that fit on the screen come
 * first, the others a moment later. Until then the rows below the screen are those of the previous list, so
 * that the page keeps its height. The same array as long as nothing in it changes.
 */
export function useVisibleFirst<Row>(
  rows: readonly Row[],
  rowKey: (row: Row) => string,
): readonly Row[] {
  const [count] = useState(() =>
    Math.ceil(window.innerHeight / (isPhone() ? minCardHeight : minRowHeight)),
  )
  const later = usePainted(rows) ?? none
  const isLater = later !== rows && rows.length > count && (later.length === 0 || isSearching())
  return useMemo(() => {
    if (!isLater) return rows
    const first = rows.slice(0, count)
    const keys = new Set(first.map(rowKey))
    return [...first, ...later.slice(count).filter((row) => !keys.has(rowKey(row)))]
  }, [isLater, rows, later, count, rowKey])
}
