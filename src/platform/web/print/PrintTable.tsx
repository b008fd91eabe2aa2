import type { Column } from '../table/columns.ts'
import { classNames } from '../ui/class-names.ts'

/** All rows of a list in a plain table, for printing. Columns of buttons are left out. */
export function PrintTable<Row>({
  columns,
  rows,
  rowKey,
}: {
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
}) {
  const printed = columns.filter(({ onPhone }) => onPhone !== 'actions')
  return (
    <table>
      <thead>
        <tr>
          {printed.map(({ key, header, align }) => (
            <th key={key} className={classNames(align === 'end' && 'text-right')}>
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={rowKey(row)}>
            {printed.map(({ key, align, cell, print = cell }) => (
              <td key={key} className={classNames(align === 'end' && 'text-right')}>
                {print(row, index + 1)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
