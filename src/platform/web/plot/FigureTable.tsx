import { useRef } from 'react'
import { Link } from 'wouter'
import type { Column } from '../table/columns.ts'
import { fadeEndClass, markColumnsBeneath, useColumnsBeneath } from '../table/columns-beneath.ts'
import { classNames } from '../ui/class-names.ts'
import { ScrollRegion } from '../ui/ScrollRegion.tsx'

interface Figure {
  text: string
  /** The list of the records behind the figure. */
  href?: string | undefined
}

interface FigureRow {
  key: string
  label: string
  /** True for the sum of other rows. */
  isSum?: boolean | undefined
}

type FigureColumn<Row> = Pick<Column<Row>, 'key' | 'header' | 'align' | 'cell'>

/** The column of the rows' labels. */
export const labelColumn = (header: string): FigureColumn<FigureRow> => ({
  key: 'label',
  header,
  cell: ({ label }) => label,
})

/** A column of figures, each linked to the records behind it. */
export const figureColumn = <Row extends FigureRow>(
  { key, header }: Pick<Column<Row>, 'key' | 'header'>,
  figureOf: (row: Row) => Figure,
  linkState?: unknown,
): FigureColumn<Row> => ({
  key,
  header,
  align: 'end',
  cell: (row) => {
    const { text, href } = figureOf(row)
    if (!href) return <span className="text-ink-faint">{text}</span>
    return (
      <Link
        href={href}
        state={linkState}
        aria-label={`${text}, ${row.label}, ${header}`}
        className="inline-block rounded-sm text-accent-text underline-offset-2 hover:underline focus-visible:underline touch:py-1.5"
      >
        {text}
      </Link>
    )
  },
})

interface FigureTableProps<Row extends FigureRow> {
  caption: string
  columns: readonly FigureColumn<Row>[]
  rows: readonly Row[]
  /** The columns of the widest table above or below it, so that the figures of both are below each other. */
  columnCount?: number | undefined
}

/** The same figures without a table: a block for each row, with a line for each figure. */
export const FigureBlocks = <Row extends FigureRow>({
  caption,
  columns: [, ...columns],
  rows,
}: FigureTableProps<Row>) => (
  <ul aria-label={caption} className="grid gap-3">
    {rows.map((row, index) => (
      <li key={row.key} className="border-t border-line pt-2 first:border-0 first:pt-0">
        <p className="text-sm font-semibold">{row.label}</p>
        <dl className="grid grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] gap-x-6 text-sm">
          {columns.map(({ key, header, cell }) => (
            <div key={key} className="flex min-h-9 items-center justify-between gap-3">
              <dt className="text-ink-soft">{header}</dt>
              <dd className="tabular-nums">{cell(row, index + 1)}</dd>
            </div>
          ))}
        </dl>
      </li>
    ))}
  </ul>
)

/** A table of figures; the first column has the labels of the rows. */
export function FigureTable<Row extends FigureRow>({
  caption,
  columns,
  rows,
  columnCount = columns.length,
}: FigureTableProps<Row>) {
  const table = useRef<HTMLTableElement>(null)
  const frame = useColumnsBeneath(table)
  return (
    <ScrollRegion
      ref={frame}
      label={caption}
      onScroll={({ currentTarget }) => markColumnsBeneath(currentTarget)}
      className={classNames('relative h-full overflow-auto', fadeEndClass)}
    >
      <table ref={table} className="w-full border-separate border-spacing-0 text-sm">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ key, header, align }) => (
              <th
                key={key}
                scope="col"
                style={align === 'end' ? { width: `${100 / columnCount}%` } : undefined}
                className={classNames(
                  'sticky top-0 bg-surface px-1.5 py-1 align-bottom text-xs first:pl-0 last:pr-0 font-medium text-ink-soft',
                  align === 'end' ? 'text-right' : 'sticky-start left-0 z-1 text-left',
                )}
              >
                {/* A long heading takes several lines rather than the width of the others. */}
                <span className="inline-block max-w-36 text-balance sm:w-max">{header}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={row.key} className={classNames(row.isSum && 'font-semibold')}>
              {columns.map(({ key, align, cell }) =>
                align === 'end' ? (
                  <td key={key} className={`${cellClass} text-right`}>
                    {cell(row, index + 1)}
                  </td>
                ) : (
                  <th
                    key={key}
                    scope="row"
                    className={classNames(
                      cellClass,
                      'sticky-start left-0 bg-surface text-left',
                      !row.isSum && 'font-normal',
                    )}
                  >
                    {cell(row, index + 1)}
                  </th>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}

const cellClass =
  'h-8 border-t border-line px-1.5 py-1 whitespace-nowrap first:pl-0 last:pr-0 touch:h-9'
