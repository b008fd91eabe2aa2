import type { RowError, SkippedColumn } from '../../answers.ts'

const maxColumns = 20
const maxRows = 6

/**
 * The columns whose errors made the import skip rows, most errors first. It is stored permanently, so it has no
 * reasons, because they name members.
 */
export function skippedColumns(errors: readonly RowError[]): SkippedColumn[] {
  return [...Map.groupBy(errors, ({ column }) => column)]
    .map(([column, group]) => {
      const rows = [...new Set(group.map(({ row }) => row))]
      return { column, count: rows.length, rows: rows.slice(0, maxRows) }
    })
    .toSorted((a, b) => b.count - a.count)
    .slice(0, maxColumns)
}
