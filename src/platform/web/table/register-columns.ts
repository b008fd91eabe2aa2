import type { Column } from './DataTable.tsx'

/** A column of a RegisterTable. Columns marked `onPhone: 'actions'` stick to the right edge. */
export interface RegisterColumn<Row> extends Column<Row> {
  /** In rem. Fixed, so that columns do not move while rows come and go. */
  width: number
}

/** The width of the column of checkboxes, in rem. */
export const checkboxColumnWidth = 3

export const isSticky = ({ onPhone }: Pick<Column<never>, 'onPhone'>): boolean =>
  onPhone === 'actions'

type SizedColumn = Pick<RegisterColumn<never>, 'key' | 'width' | 'onPhone'>

/** The total width of the sticky columns, in rem. */
export const stickyWidth = (columns: readonly SizedColumn[]): number =>
  columns.filter(isSticky).reduce((sum, { width }) => sum + width, 0)

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
      return isSticky(column) || (end > scrollLeft && start < scrollLeft + width)
    })
    .map(({ key }) => key)
}
