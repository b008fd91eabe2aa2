import { useVirtualizer } from '@tanstack/react-virtual'
import { memo, type ReactNode, useEffect, useRef } from 'react'
import { classNames } from './class-names.ts'
import { atHand, type Column, HeaderCell, type Sort } from './DataTable.tsx'

export interface RegisterColumn<Row> extends Column<Row> {
  /** A width of its own, such as 'w-40': columns never move while rows come and go. */
  width: string
}

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
  chosen?: Choosing<Row> | undefined
}

export interface Choosing<Row> {
  has: (row: Row) => boolean
  label: (row: Row) => string
  /** The same function from one drawing to the next. */
  onToggle: (row: Row) => void
  all: boolean
  onToggleAll: () => void
}

/** Two lines of text; under a finger, a button of 44 pixels that does not touch its neighbours. */
const rowHeight = () => (window.matchMedia('(pointer: coarse)').matches ? 60 : 48)
const rowSize = 'h-[48px] pointer-coarse:h-[60px]'

/**
 * A long, wide table in a frame of its own: only the rows in sight are there, its head stays. Every
 * row is one height; what is longer is cut and told by its title.
 */
export function RegisterTable<Row>(props: RegisterTableProps<Row>) {
  const { caption, columns, rows, rowKey, total, sort, onSort, onEnd, chosen } = props
  const frame = useRef<HTMLElement>(null)
  const shown = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: rowHeight,
    overscan: 8,
  })
  const items = shown.getVirtualItems()
  const last = items.at(-1)?.index ?? 0
  useEffect(() => {
    if (rows.length > 0 && last >= rows.length - 20) onEnd?.()
  }, [last, rows.length, onEnd])
  const before = items[0]?.start ?? 0
  const after = shown.getTotalSize() - (items.at(-1)?.end ?? 0)
  return (
    <section
      ref={frame}
      aria-label={caption}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      tabIndex={0}
      // What the keyboard reaches stands clear of the buttons at the edge.
      className="relative max-h-[calc(100dvh-14rem)] min-h-72 w-full scroll-pr-72 overflow-auto overscroll-x-contain rounded-lg border border-line bg-surface"
    >
      <table
        aria-rowcount={total + 1}
        className="w-full table-fixed border-separate border-spacing-0 text-left text-sm"
      >
        <caption className="sr-only">{caption}</caption>
        <colgroup>
          {chosen && <col className="w-12" />}
          {columns.map(({ key, width }) => (
            <col key={key} className={width} />
          ))}
        </colgroup>
        <thead className="sticky top-0 z-10 bg-sunken">
          <tr aria-rowindex={1}>
            {chosen && (
              <th scope="col" className="border-b border-line py-2 pl-4">
                <input
                  type="checkbox"
                  aria-label="Choose all rows that are loaded"
                  className={box}
                  checked={chosen.all}
                  onChange={chosen.onToggleAll}
                />
              </th>
            )}
            {columns.map((column) => (
              <HeaderCell key={column.key} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody>
          <Space pixels={before} />
          {items.map(({ index }) => {
            const row = rows[index]
            if (row === undefined) return null
            const id = rowKey(row)
            return (
              // By row, not by place: what has the focus stays with its row when another one goes.
              <MemoRow
                key={id}
                id={id}
                columns={columns}
                row={row}
                place={index + 1}
                label={chosen?.label(row)}
                isChosen={chosen?.has(row)}
                onToggle={chosen?.onToggle}
              />
            )
          })}
          <Space pixels={after} />
        </tbody>
      </table>
    </section>
  )
}

const box = 'block size-4.5 accent-accent pointer-coarse:size-5'

interface RowProps<Row> extends Pick<RegisterTableProps<Row>, 'columns'> {
  id: string
  row: Row
  /** Where it stands, from 1. */
  place: number
  /** Whether it is chosen, and the rest, where there is something to choose. */
  isChosen: boolean | undefined
  label: string | undefined
  onToggle: ((row: Row) => void) | undefined
}

function RegisterRow<Row>(props: RowProps<Row>): ReactNode {
  const { id, columns, row, place, isChosen, label, onToggle } = props
  return (
    <tr
      data-row={id}
      aria-rowindex={place + 1}
      className={classNames('group/row', rowSize, isChosen ? 'bg-accent-soft' : 'hover:bg-page')}
    >
      {onToggle && (
        <td className="border-b border-line pl-4">
          <input
            type="checkbox"
            aria-label={label}
            className={box}
            checked={isChosen ?? false}
            onChange={() => onToggle(row)}
          />
        </td>
      )}
      {columns.map((column) => (
        <td
          key={column.key}
          className={classNames(
            'border-b border-line px-3 py-0 align-middle first:pl-4 last:pr-4',
            rowSize,
            column.align === 'end' && 'text-right',
            column.onPhone === 'actions' &&
              classNames(
                atHand,
                isChosen ? 'bg-accent-soft' : 'bg-surface group-hover/row:bg-page',
              ),
            column.className,
          )}
        >
          {column.cell(row, place)}
        </td>
      ))}
    </tr>
  )
}

/** A row that stays in sight is not drawn again while others come and go. */
const MemoRow = memo(RegisterRow) as typeof RegisterRow

/** The room of the rows that are out of sight; by pixels, so its height is set by script. */
const Space = ({ pixels }: { pixels: number }) =>
  pixels > 0 ? (
    <tr>
      <td className="p-0" style={{ height: pixels }} />
    </tr>
  ) : null
