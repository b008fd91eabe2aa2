import { type RefObject, useLayoutEffect, useReducer, useRef } from 'react'
import { isPhone } from '../../layout/phone.ts'
import { usePainted } from './painted.ts'
import { useIsStale } from './StaleRows.tsx'

/** In pixels; rows are at least as high, and cards on a phone. */
const minRowHeight = 40
const minCardHeight = 140

/** In milliseconds; longer than between two keys. */
const typingPause = 300

const none: readonly never[] = []

interface VisibleFirst<Row, List extends Element> {
  /** To be set on the element that has the rows; its upper edge tells how many rows the window shows. */
  list: RefObject<List | null>
  /** The rows to render. */
  rows: readonly Row[]
  /** True when these are all rows and they have been painted. */
  isPainted: boolean
  /** For the style of the list while it opens, so that the page does not become too short to stay scrolled. */
  minHeight: string | undefined
}

/**
 * When a list opens and during a search, the rows in the window are rendered first, the others a moment later; in a
 * search once nobody types, because they would delay the rows of the next key. Until then the rows below the window
 * are those of the previous list, so that the page hardly becomes shorter.
 * `isScrolled`: the list scrolls by itself and is not at its top; then all rows come at once.
 * `isFitted`: the rows decide the widths of the columns. A list that opens then begins with the rows of a whole
 * screen, wherever it is: after fewer rows the columns would move more.
 */
export function useVisibleFirst<Row, List extends Element>(
  rows: readonly Row[],
  rowKey: (row: Row) => string,
  { isScrolled = false, isScrolling = false, isFitted = false } = {},
): VisibleFirst<Row, List> {
  const list = useRef<List>(null)
  const painted = usePainted(rows, {
    // While other rows are loading, these need not become complete.
    isPaused: useIsStale() || isScrolling,
    minMs: isSearching() ? typingPause : 0,
  })
  const later = painted ?? none
  const isOpening = later.length === 0 && rows.length > 0
  const isPartial = later !== rows && !isScrolled && (isOpening || isSearching())
  const isScreenful = isFitted && isOpening
  const count = !isPartial ? rows.length : isScreenful ? rowsBelow(0) : rowsInWindow(list.current)
  const [, measureAgain] = useReducer((times: number) => times + 1, 0)
  useLayoutEffect(() => {
    if (isPartial && count === 0 && list.current) measureAgain()
  })
  const first = rows.slice(0, count)
  const keys = new Set(first.map(rowKey))
  const below = later.slice(count).filter((row) => !keys.has(rowKey(row)))
  return {
    list,
    rows: count < rows.length ? [...first, ...below] : rows,
    isPainted: painted === rows,
    minHeight: isOpening && count < rows.length ? '100vh' : undefined,
  }
}

/** How many rows fit at most between the upper edge of the list and the lower edge of the window; at first none. */
const rowsInWindow = (list: Element | null): number =>
  list ? Math.max(1, rowsBelow(list.getBoundingClientRect().top)) : 0

const rowsBelow = (top: number): number =>
  Math.ceil((window.innerHeight - top) / (isPhone() ? minCardHeight : minRowHeight))

/** True while the focus is in a search field. */
const isSearching = (): boolean =>
  document.activeElement instanceof HTMLInputElement && document.activeElement.type === 'search'
