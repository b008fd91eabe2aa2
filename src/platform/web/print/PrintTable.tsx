import { sum } from '#shared/sum.ts'
import type { Column } from '../table/columns.ts'
import { classNames } from '../ui/class-names.ts'
import { Unbroken } from './Unbroken.tsx'

/** All rows of a list in a plain table, for printing. Columns of buttons, and of no width on paper, are left out. */
export function PrintTable<Row>({
  columns,
  rows,
  rowKey,
}: {
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
}) {
  const printed = columns.filter(
    ({ onPhone, printWidth }) => onPhone !== 'actions' && printWidth !== 0,
  )
  const widthOf = ({ width, printWidth = width }: Column<Row>) => printWidth ?? Number.NaN
  const total = sum(printed, widthOf)
  return (
    <table>
      {/* Shares of the width; without them a long word squeezes the other columns. */}
      {total > 0 && (
        <colgroup>
          {printed.map((column) => (
            <col key={column.key} style={{ width: `${(100 * widthOf(column)) / total}%` }} />
          ))}
        </colgroup>
      )}
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
        {printed.some(({ printTotal }) => printTotal) && (
          <tr className="font-semibold">
            {printed.map(({ key, align, printTotal }) => (
              <td key={key} className={classNames(align === 'end' && 'text-right')}>
                {printTotal && <Unbroken>{printTotal(rows)}</Unbroken>}
              </td>
            ))}
          </tr>
        )}
      </tbody>
    </table>
  )
}
