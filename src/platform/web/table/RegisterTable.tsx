import { useVirtualizer } from '@tanstack/react-virtual'
import {
  memo,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { classNames } from '../ui/class-names.ts'
import { ScrollRegion } from '../ui/ScrollRegion.tsx'
import {
  checkboxColumnWidth,
  growClass,
  isSticky,
  type RegisterColumn,
  type SortableColumn,
  stickyWidths,
  visibleColumnKeys,
} from './columns.ts'
import { markColumnsBeneath } from './columns-beneath.ts'
import { headerClass, type Sort, SortButton, sortDirectionOf } from './DataTable.tsx'
import { useVisibleFirst } from './loading/visible-first.ts'
import { usePartialList } from './partial-list.ts'
import { checkboxClass, RegisterRow, rowHeight } from './RegisterRow.tsx'

interface RegisterTableProps<Row> {
  /** Describes the table to screen readers and names its scroll region. */
  caption: string
  /** The same array in every render, so that rows are not rendered again. */
  columns: readonly RegisterColumn<Row>[]
  rows: readonly Row[]
  /** The length of the full list, loaded or not. */
  total: number
  rowKey: (row: Row) => string
  sort?: Sort | undefined
  onSort?: ((sort: Sort) => void) | undefined
  /** Called when the last loaded rows come into view. */
  onEnd?: (() => void) | undefined
  /** The row whose details are open: it is marked and scrolled into view. */
  activeKey?: string | undefined
  /** Adds a column of checkboxes. */
  selection?: RowSelection<Row> | undefined
}

export interface RowSelection<Row> {
  has: (row: Row) => boolean
  label: (row: Row) => string
  /** The same function in every render. `isRange`: with all rows from the one toggled before. */
  onToggle: (row: Row, isRange: boolean) => void
  isAllSelected: boolean
  onToggleAll: () => void
}

const virtualizing = {
  estimateSize: rowHeight,
  overscan: 4,
  // A row that is scrolled to ends above the scrollbar and the height of the header.
  scrollPaddingEnd: 56,
  // In milliseconds; all rows in view are completed then. On a slow machine the scroll events of one turn of the wheel
  // are further apart than the default of 150.
  isScrollingResetDelay: 500,
}

/**
 * A long and wide table in a scroll region with a sticky header; only the rows in view are rendered.
 * All rows have the same height: longer text is cut off and belongs into the title attribute. Rows are
 * laid out as boxes, so that the browser lays out and paints each one alone
 * (docs/decisions/0020-rows-as-boxes.md).
 */
export function RegisterTable<Row>(props: RegisterTableProps<Row>) {
  const { caption, columns, rows, rowKey, total, activeKey, sort, onSort, onEnd, selection } = props
  const frame = useRef<HTMLElement>(null)
  const scrollLeft = useRef(0)
  useMaxHeight(frame)
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    ...virtualizing,
  })
  const visible = useVisibleFirst<Row, HTMLTableElement>(rows, rowKey, {
    isScrolled: (virtualizer.scrollOffset ?? 0) > 0,
    isScrolling: virtualizer.isScrolling,
  })
  const items = virtualizer.getVirtualItems().flatMap(({ index, start }) => {
    const row = visible.rows[index]
    return row === undefined ? [] : [{ row, id: rowKey(row), index, start }]
  })
  usePartialList({ shown: items.length, total })
  const pixelsPerRem = usePixelsPerRem()
  const pinnedLeft = selection ? checkboxColumnWidth : 0
  const visibleKeys = useVisibleKeys(columns, {
    offset: pinnedLeft,
    scrollLeft: scrollLeft.current / pixelsPerRem,
    width: (virtualizer.scrollRect?.width ?? window.screen.width) / pixelsPerRem,
  })
  const phase = virtualizer.isScrolling ? 'scrolling' : visible.isPainted ? 'idle' : 'new'
  const lastIndex = items.at(-1)?.index ?? 0
  useEffect(() => {
    if (rows.length > 0 && lastIndex >= rows.length - 10) onEnd?.()
  }, [lastIndex, rows.length, onEnd])
  const scrollToActive = useEffectEvent(() => {
    const index = rows.findIndex((row) => rowKey(row) === activeKey)
    if (index >= 0) virtualizer.scrollToIndex(index, { align: 'auto' })
  })
  useEffect(() => {
    if (activeKey !== undefined) scrollToActive()
  }, [activeKey])
  const sticky = useStickyColumns(columns, {
    offset: pinnedLeft,
    width: virtualizer.scrollRect?.width ?? 0,
    pixelsPerRem,
  })
  return (
    <ScrollRegion
      ref={frame}
      label={caption}
      data-beneath={sticky.isFitted ? undefined : 'end'}
      onScroll={({ currentTarget }) => {
        scrollLeft.current = currentTarget.scrollLeft
        markColumnsBeneath(currentTarget, sticky.pinnedAt)
      }}
      style={sticky.scrollPadding}
      className="bleed relative min-h-72 overflow-auto overscroll-x-contain border-y border-line bg-surface [scrollbar-gutter:stable] last:-mb-12"
    >
      <table
        ref={visible.list}
        aria-rowcount={total + 1}
        className="block w-max min-w-full text-left text-sm"
      >
        <caption className="sr-only">{caption}</caption>
        <thead className="sticky top-0 z-10 block bg-surface">
          <tr aria-rowindex={1} className="flex items-center border-b border-line">
            {selection && <SelectAllCell selection={selection} />}
            {columns.map((column) => (
              <MemoHeaderCell
                key={column.key}
                column={column}
                left={pinnedLeft}
                sort={sort}
                onSort={onSort}
              />
            ))}
          </tr>
        </thead>
        <tbody
          // Rows pass below a resting mouse, and transitions of their hovered elements would delay frames.
          className="relative block **:transition-none"
          style={{ height: virtualizer.getTotalSize() }}
        >
          {items.map(({ row, id, index, start }) => (
            <RegisterRow
              key={id}
              id={id}
              row={row}
              rowNumber={index + 1}
              top={start}
              columns={columns}
              visibleKeys={visibleKeys}
              phase={phase}
              isActive={id === activeKey}
              label={selection?.label(row)}
              isSelected={selection?.has(row)}
              onToggle={selection?.onToggle}
            />
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}

/**
 * Ends an element at the lower edge of the window. Not by a custom property, which would be inherited: the styles of
 * all cells would be computed again.
 */
function useMaxHeight(frame: RefObject<HTMLElement | null>) {
  useLayoutEffect(() => {
    const setMaxHeight = () => {
      const element = frame.current
      if (!element) return
      const top = element.getBoundingClientRect().top + window.scrollY
      element.style.maxHeight = `calc(100dvh - ${top}px)`
    }
    setMaxHeight()
    // In the next frame, because the new height resizes the page again. Not the body, which is never lower than the
    // window: it keeps its height when what is above the element becomes lower.
    const observer = new ResizeObserver(() => requestAnimationFrame(setMaxHeight))
    observer.observe(frame.current?.closest('main') ?? document.body)
    return () => observer.disconnect()
  }, [frame])
}

const SelectAllCell = <Row,>({ selection }: { selection: RowSelection<Row> }) => (
  <th
    scope="col"
    style={{ width: `${checkboxColumnWidth}rem` }}
    className="sticky left-0 z-1 flex shrink-0 items-center self-stretch bg-surface pl-6"
  >
    <input
      type="checkbox"
      aria-label="Select all loaded rows"
      className={checkboxClass}
      checked={selection.isAllSelected}
      onChange={selection.onToggleAll}
    />
  </th>
)

function HeaderCell<Row>({
  column,
  left,
  sort,
  onSort,
}: {
  column: RegisterColumn<Row>
  /** The position of a pinned column, in rem. */
  left: number
} & Pick<RegisterTableProps<Row>, 'sort' | 'onSort'>) {
  const { moreSorts = [] } = column
  const sorts: SortableColumn[] = column.sortable ? [column, ...moreSorts] : []
  const direction = sorts.map((one) => sortDirectionOf(one, sort)).find(Boolean)
  return (
    <th
      scope="col"
      aria-sort={column.sortable ? (direction ?? 'none') : undefined}
      style={{ width: `${column.width}rem`, left: column.pinned ? `${left}rem` : undefined }}
      className={classNames(
        headerClass(column),
        'flex min-h-9 shrink-0 items-center',
        growClass(column),
        sorts.length > 1 && 'gap-4',
        column.align === 'end' && 'justify-end',
        isSticky(column) && 'self-stretch',
        column.pinned && 'sticky-start z-1 self-stretch bg-surface',
      )}
    >
      {column.sortable
        ? sorts.map((one) => (
            <SortButton
              key={one.key}
              column={one}
              sort={sort}
              isOneOfSeveral={sorts.length > 1}
              onSort={onSort}
            />
          ))
        : column.header}
    </th>
  )
}

const MemoHeaderCell = memo(HeaderCell) as typeof HeaderCell

/** What the sticky columns of a table cover; `offset` is in rem, `width` in pixels. */
function useStickyColumns<Row>(
  columns: readonly RegisterColumn<Row>[],
  { offset, width, pixelsPerRem }: { offset: number; width: number; pixelsPerRem: number },
) {
  return useMemo(() => {
    const { start, end, all, beforePinned } = stickyWidths(columns)
    return {
      isFitted: (offset + all) * pixelsPerRem <= width,
      /** The scroll position, in pixels, beyond which the pinned column covers others. */
      pinnedAt: beforePinned * pixelsPerRem,
      // Keeps focused elements clear of the sticky columns.
      scrollPadding: {
        scrollPaddingLeft: `${offset + start + 1}rem`,
        scrollPaddingRight: `${end + 1}rem`,
      },
    }
  }, [columns, offset, width, pixelsPerRem])
}

function usePixelsPerRem(): number {
  const [pixels] = useState(() =>
    Number.parseFloat(getComputedStyle(document.documentElement).fontSize),
  )
  return pixels
}

/** The keys of the columns in view, in a set that stays the same object while its keys do. */
function useVisibleKeys<Row>(
  columns: readonly RegisterColumn<Row>[],
  view: Parameters<typeof visibleColumnKeys>[1],
): ReadonlySet<string> {
  const keys = visibleColumnKeys(columns, view).join(' ')
  return useMemo(() => new Set(keys.split(' ')), [keys])
}
