import { useVirtualizer } from '@tanstack/react-virtual'
import { memo, startTransition, useEffect, useMemo, useRef, useState } from 'react'
import { classNames } from '../ui/class-names.ts'
import { headerClass, type Sort, SortButton, sortDirectionOf } from './DataTable.tsx'
import { checkboxClass, type RegisterColumn, RegisterRow, rowHeight } from './RegisterRow.tsx'

interface RegisterTableProps<Row> {
  /** Says what the table holds; for screen readers, and the name of its scroll region. */
  caption: string
  /** The same array from one drawing to the next, so that rows which stay are not drawn again. */
  columns: readonly RegisterColumn<Row>[]
  rows: readonly Row[]
  /** How many rows there are in all, loaded or not. */
  total: number
  rowKey: (row: Row) => string
  sort?: Sort | undefined
  onSort?: ((sort: Sort) => void) | undefined
  /** Asked once the rows at the end of what is loaded come into sight. */
  onEnd?: (() => void) | undefined
  /** Rows that are chosen; without it there is nothing to choose. */
  selection?: RowSelection<Row> | undefined
}

export interface RowSelection<Row> {
  has: (row: Row) => boolean
  label: (row: Row) => string
  /** The same function from one drawing to the next. */
  onToggle: (row: Row) => void
  all: boolean
  onToggleAll: () => void
}

/**
 * A long, wide table in a frame of its own: only the rows in sight are there, its head stays. Every
 * row is one height; what is longer is cut and told by its title. It is laid out by boxes, not as
 * tables are: then the browser lays out and paints one row without the others.
 */
export function RegisterTable<Row>(props: RegisterTableProps<Row>) {
  const { caption, columns, rows, rowKey, total, sort, onSort, onEnd, selection: chosen } = props
  const frame = useRef<HTMLElement>(null)
  const left = useRef(0)
  const shown = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: rowHeight,
    overscan: 4,
  })
  const items = shown.getVirtualItems()
  const inSight = useInSight(columns, left.current, shown.scrollRect?.width ?? window.screen.width)
  const isSettled = useSettled(rows, shown.isScrolling)
  const last = items.at(-1)?.index ?? 0
  useEffect(() => {
    if (rows.length > 0 && last >= rows.length - 20) onEnd?.()
  }, [last, rows.length, onEnd])
  return (
    <section
      ref={frame}
      aria-label={caption}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      tabIndex={0}
      onScroll={({ currentTarget }) => {
        left.current = currentTarget.scrollLeft
      }}
      // What the keyboard reaches stands clear of the buttons at the edge.
      className="relative max-h-[calc(100dvh-14rem)] min-h-72 w-full scroll-pr-72 overflow-auto overscroll-x-contain rounded-lg border border-line bg-surface"
    >
      <table aria-rowcount={total + 1} className="block w-max min-w-full text-left text-sm">
        <caption className="sr-only">{caption}</caption>
        <thead className="sticky top-0 z-10 block bg-sunken">
          <tr aria-rowindex={1} className="flex items-center border-b border-line">
            {chosen && (
              <th scope="col" className="block w-12 shrink-0 py-2 pl-4">
                <input
                  type="checkbox"
                  aria-label="Choose all rows that are loaded"
                  className={checkboxClass}
                  checked={chosen.all}
                  onChange={chosen.onToggleAll}
                />
              </th>
            )}
            {columns.map((column) => (
              <MemoHead key={column.key} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody className="relative block" style={{ height: shown.getTotalSize() }}>
          {items.map(({ index, start }) => {
            const row = rows[index]
            if (row === undefined) return null
            const id = rowKey(row)
            return (
              // By row, not by place: what has the focus stays with its row when another one goes.
              <RegisterRow
                key={id}
                id={id}
                row={row}
                place={index + 1}
                top={start}
                columns={columns}
                inSight={inSight}
                isSettled={isSettled}
                label={chosen?.label(row)}
                isChosen={chosen?.has(row)}
                onToggle={chosen?.onToggle}
              />
            )
          })}
        </tbody>
      </table>
    </section>
  )
}

function Head<Row>({
  column,
  sort,
  onSort,
}: { column: RegisterColumn<Row> } & Pick<RegisterTableProps<Row>, 'sort' | 'onSort'>) {
  return (
    <th
      scope="col"
      aria-sort={column.sortable ? (sortDirectionOf(column, sort) ?? 'none') : undefined}
      className={classNames(
        headerClass(column),
        'flex min-h-9 shrink-0 grow items-center',
        column.width,
        column.align === 'end' && 'justify-end',
        column.onPhone === 'actions' && 'self-stretch',
      )}
    >
      {column.sortable ? <SortButton column={column} sort={sort} onSort={onSort} /> : column.header}
    </th>
  )
}

const MemoHead = memo(Head) as typeof Head

/** True once these rows have been painted, and while they are not scrolled. */
function useSettled(rows: readonly unknown[], isScrolling: boolean): boolean {
  const [settled, setSettled] = useState<readonly unknown[]>()
  useEffect(() => {
    if (isScrolling) return
    let timer: ReturnType<typeof setTimeout> | undefined
    // A task from within a frame runs after its paint.
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => startTransition(() => setSettled(rows)))
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [rows, isScrolling])
  return settled === rows && !isScrolling
}

/** The columns that a frame of this width, scrolled so far, shows; the same set while they are the same. */
function useInSight<Row>(columns: readonly RegisterColumn<Row>[], left: number, width: number) {
  let end = 0
  const keys = columns.filter((column) => {
    const start = end
    end += Number(column.width.slice(2)) * 4
    return column.onPhone === 'actions' || (end > left && start < left + width)
  })
  const names = keys.map(({ key }) => key).join(' ')
  return useMemo(() => new Set(names.split(' ')), [names])
}
