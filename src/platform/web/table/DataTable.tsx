import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import ArrowUpDown from 'lucide-react/icons/arrow-up-down'
import { memo, type ReactNode } from 'react'
import { useIsPhone } from '../layout/phone.ts'
import { classNames } from '../ui/class-names.ts'
import { ScrollRegion } from '../ui/ScrollRegion.tsx'
import { Cards, listClass, listRowClass } from './Cards.tsx'
import { type Column, isSticky, type SortableColumn } from './columns.ts'
import { fadeEndClass, markColumnsBeneath, useColumnsBeneath } from './columns-beneath.ts'
import { emptyCell } from './empty-cell.tsx'
import { useVisibleFirst } from './loading/visible-first.ts'

export interface Sort<Key extends string = string> {
  key: Key
  direction: 'ascending' | 'descending'
}

interface DataTableProps<Row> {
  /** Describes the table to screen readers and names its scroll region. */
  caption: string
  /** The same array in every render, so that rows are not rendered again. */
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  sort?: Sort | undefined
  onSort?: ((sort: Sort) => void) | undefined
}

/**
 * A table in a region that scrolls sideways; on phones one card for each row, without headers: the screen has the order
 * of the rows in its sheet of filters, or a SortButton above them.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  return useIsPhone() ? <CardList {...props} /> : <WideTable {...props} />
}

function WideTable<Row>(props: DataTableProps<Row>) {
  const { caption, columns, rowKey, sort, onSort } = props
  const { list, rows } = useVisibleFirst<Row, HTMLTableElement>(props.rows, rowKey, {
    isFitted: true,
  })
  const frame = useColumnsBeneath(list)
  return (
    <ScrollRegion
      ref={frame}
      label={caption}
      onScroll={({ currentTarget }) => markColumnsBeneath(currentTarget)}
      className={classNames(
        '@container bleed relative overflow-x-auto border-y border-line bg-surface [scrollbar-width:thin]',
        !columns.some(isSticky) && fadeEndClass,
      )}
    >
      <table ref={list} className="w-full border-separate border-spacing-0 text-left text-sm">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <HeaderCell key={column.key} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <MemoRow key={rowKey(row)} columns={columns} row={row} rowNumber={index + 1} />
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}

interface RowProps<Row> {
  columns: readonly Column<Row>[]
  row: Row
  rowNumber: number
}

function TableRow<Row>({ columns, row, rowNumber }: RowProps<Row>) {
  return (
    <tr className="row-fill">
      {columns.map((column) => (
        <td
          key={column.key}
          style={column.share ? { width: `${column.share}%` } : undefined}
          className={classNames(
            'h-10 border-t border-line px-2.5 py-1 whitespace-nowrap first:pl-(--gutter) last:pr-(--gutter) touch:h-11 touch:py-0',
            column.share !== undefined && 'max-w-0 min-w-36 lg:min-w-41',
            column.align === 'end' && 'text-right',
            column.isForDesk && 'max-lg:hidden',
            column.onPhone === 'actions' && 'sticky-end bg-row flush-end low-buttons',
            column.className,
          )}
        >
          {column.share ? (
            <OneLine>{column.cell(row, rowNumber)}</OneLine>
          ) : (
            column.cell(row, rowNumber)
          )}
        </td>
      ))}
    </tr>
  )
}

/** Text that is cut off is shown in full by its tooltip. */
const OneLine = ({ children }: { children: ReactNode }) => (
  <span className="one-line block" title={typeof children === 'string' ? children : undefined}>
    {children}
  </span>
)

/** A row that stays is not rendered again while other rows come and go. */
const MemoRow = memo(TableRow) as typeof TableRow

function HeaderCell<Row>({
  column,
  sort,
  onSort,
}: { column: Column<Row> } & Pick<DataTableProps<Row>, 'sort' | 'onSort'>) {
  const className = headerClass(column)
  if (!column.sortable)
    return (
      <th scope="col" className={className}>
        {column.header}
      </th>
    )
  return (
    <th scope="col" aria-sort={sortDirectionOf(column, sort) ?? 'none'} className={className}>
      <SortButton column={column} sort={sort} onSort={onSort} />
    </th>
  )
}

/** The classes of a column's header. */
export const headerClass = (column: Omit<Column<never>, 'cell'>): string =>
  classNames(
    'h-9 px-2.5 text-left text-xs font-medium whitespace-nowrap text-ink-soft first:pl-(--gutter) last:pr-(--gutter)',
    column.align === 'end' && 'text-right',
    column.isForDesk && 'max-lg:hidden',
    column.onPhone === 'actions' && 'sticky-end bg-surface',
  )

/** The direction in which this column sorts the table; undefined when another one does. */
export const sortDirectionOf = ({ key }: { key: string }, sort: Sort | undefined) =>
  sort?.key === key ? sort.direction : undefined

/** A button in the header of a sortable column; `isOneOfSeveral` adds the direction to its name. */
export function SortButton({
  column,
  sort,
  isOneOfSeveral = false,
  onSort,
}: {
  column: SortableColumn & Pick<Column<never>, 'align'>
  isOneOfSeveral?: boolean
} & Pick<DataTableProps<never>, 'sort' | 'onSort'>) {
  const direction = sortDirectionOf(column, sort)
  const Arrow = !direction ? ArrowUpDown : direction === 'ascending' ? ArrowUp : ArrowDown
  const isAscendingNext = direction ? direction === 'descending' : column.ascendingFirst
  const next = isAscendingNext ? 'ascending' : 'descending'
  return (
    <button
      type="button"
      onClick={() => onSort?.({ key: column.key, direction: next })}
      className={classNames(
        '-mx-1.5 inline-flex min-h-6 items-center gap-1 rounded-sm px-1.5 font-medium hover:text-ink touch:min-h-11',
        direction && 'text-ink',
        // The arrow comes first, so that the header ends where the numbers below end.
        column.align === 'end' && 'flex-row-reverse',
      )}
    >
      {column.header}
      {isOneOfSeveral && direction && <span className="sr-only"> ({direction})</span>}
      <Arrow
        aria-hidden="true"
        className={classNames(
          'size-3.5 shrink-0',
          !direction &&
            'opacity-0 touch:opacity-60 [button:focus-visible_&]:opacity-60 [button:hover_&]:opacity-60',
        )}
      />
    </button>
  )
}

function CardList<Row>(props: DataTableProps<Row>) {
  const { caption, columns, rows, rowKey } = props
  return (
    <Cards label={caption} rows={rows} rowKey={rowKey} className={listClass}>
      {(row, index) => <MemoCard columns={columns} row={row} rowNumber={index + 1} />}
    </Cards>
  )
}

function RowCard<Row>({ columns, row, rowNumber }: RowProps<Row>) {
  const cellsAt = (place: Column<Row>['onPhone']) =>
    columns
      .filter(({ onPhone }) => onPhone === place)
      .map(({ key, header, cell }) => ({ key, header, content: cell(row, rowNumber) }))
      .filter(({ content }) => content && content !== emptyCell)
  const [line, values] = [cellsAt('line'), cellsAt(undefined)]
  return (
    <li className={classNames(listRowClass, 'grid grid-cols-1 gap-1')}>
      <div className="flex flex-wrap items-baseline gap-x-3">
        {cellsAt('title').map(({ key, content }) => (
          <div key={key} className="min-w-0 flex-1 basis-40 text-field font-semibold">
            {content}
          </div>
        ))}
        {cellsAt('beside').map(({ key, header, content }) => (
          <div key={key} className="min-w-0 text-sm tabular-nums">
            <span className="sr-only">{header}: </span>
            {content}
          </div>
        ))}
      </div>
      {line.length > 0 && (
        // Hides a separator dot at the beginning of a line.
        <div className="relative -my-0.5 overflow-hidden py-0.5">
          <div className="-ml-4 flex flex-wrap text-sm text-ink-soft">
            {line.map(({ key, header, content }) => (
              <div
                key={key}
                className="relative min-w-0 pl-4 before:absolute before:left-1.5 before:content-['·']"
              >
                <span className="sr-only">{header}: </span>
                {content}
              </div>
            ))}
          </div>
        </div>
      )}
      {values.length > 0 && (
        <dl className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
          {values.map(({ key, header, content }) => (
            <div key={key} className="flex max-w-full min-w-0 flex-wrap items-center gap-x-1.5">
              <dt className="text-ink-faint">{header}</dt>
              <dd className="min-w-0 wrap-anywhere">{content}</dd>
            </div>
          ))}
        </dl>
      )}
      {cellsAt('actions').map(({ key, content }) => (
        <div key={key} className="-mb-1">
          {content}
        </div>
      ))}
    </li>
  )
}

const MemoCard = memo(RowCard) as typeof RowCard
