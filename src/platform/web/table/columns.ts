import type { ReactNode } from 'react'
import { sum } from '#shared/sum.ts'

/** An order that the header of a column offers. */
export interface SortableColumn {
  key: string
  header: string
  ascendingFirst?: boolean | undefined
}

/** A column of any table, on wide screens and in the cards of phones (decision 22). */
export interface Column<Row> {
  /** Unique in the table; a sortable column sorts by it. */
  key: string
  header: string
  /** `rowNumber` counts from 1. */
  cell: (row: Row, rowNumber: number) => ReactNode
  /** In rem. */
  width?: number | undefined
  align?: 'start' | 'end' | undefined
  /** True to make the header a button that sorts. */
  sortable?: boolean | undefined
  /** True for names, which sort from A to Z first; by default the newest or largest comes first. */
  ascendingFirst?: boolean | undefined
  /**
   * On phones: title of the row, beside it, in the line below it, buttons at the end, or not shown; by default a
   * labelled value. On wide screens the buttons stick to the right edge.
   */
  onPhone?: 'title' | 'beside' | 'line' | 'actions' | 'hidden' | undefined
  /** In a DataTable: not shown on a tablet, where the names need its width. */
  isForDesk?: boolean | undefined
  /** In a RegisterTable: stays at the left edge once the table is scrolled. One column can. */
  pinned?: boolean | undefined
  /** More orders that the header offers, for values that the cell shows besides its own. */
  moreSorts?: readonly SortableColumn[] | undefined
  /** Sets the cell of the printed table, for cells that need more than their text. */
  print?: ((row: Row, rowNumber: number) => ReactNode) | undefined
  /** The width of the column in the printed table, in rem; by default `width`. 0 leaves the column out. */
  printWidth?: number | undefined
  /** The cell of the column in the last row of the printed table, which sums up all rows. */
  printTotal?: ((rows: readonly Row[]) => string) | undefined
  /** In a DataTable: its part of the width that is left over, in percent; longer text is cut off. */
  share?: number | undefined
  className?: string | undefined
}

/** A column of a RegisterTable. Its width is fixed, so that columns stay while rows come and go. */
export interface RegisterColumn<Row> extends Column<Row> {
  width: number
  /** True to give it five parts of the width that is left over, of which the others get one each. */
  takesMore?: boolean | undefined
}

/** The class by which a column takes a part of the width that is left over; buttons take none. */
export function growClass(column: Pick<RegisterColumn<never>, 'takesMore' | 'onPhone'>): string {
  if (column.takesMore) return 'grow-5'
  return isSticky(column) ? '' : 'grow'
}

/** The width of the column of checkboxes, in rem. */
export const checkboxColumnWidth = 3

export const isSticky = ({ onPhone }: Pick<Column<never>, 'onPhone'>): boolean =>
  onPhone === 'actions'

type SizedColumn = Pick<RegisterColumn<never>, 'key' | 'width' | 'onPhone' | 'pinned'>

/**
 * The widths that sticky columns cover at the left and at the right edge, of all columns, and of those before the
 * pinned one; in rem.
 */
export const stickyWidths = (columns: readonly SizedColumn[]) => ({
  start: sumOfWidths(columns.filter(({ pinned }) => pinned)),
  end: sumOfWidths(columns.filter(isSticky)),
  all: sumOfWidths(columns),
  beforePinned: sumOfWidths(
    columns.slice(
      0,
      Math.max(
        columns.findIndex(({ pinned }) => pinned),
        0,
      ),
    ),
  ),
})

const sumOfWidths = (columns: readonly SizedColumn[]): number => sum(columns, ({ width }) => width)

/**
 * The keys of the columns that are at least partly inside the visible part of the table. All lengths
 * are in rem; `offset` is the position of the first column.
 */
export function visibleColumnKeys(
  columns: readonly SizedColumn[],
  { offset, scrollLeft, width }: { offset: number; scrollLeft: number; width: number },
): string[] {
  let end = offset
  return columns
    .filter((column) => {
      const start = end
      end += column.width
      return column.pinned || isSticky(column) || (end > scrollLeft && start < scrollLeft + width)
    })
    .map(({ key }) => key)
}
