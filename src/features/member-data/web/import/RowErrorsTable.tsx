import { useState } from 'react'
import type { Column } from '#platform/web/table/columns.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { classNames } from '#platform/web/ui/class-names.ts'
import { ScrollRegion } from '#platform/web/ui/ScrollRegion.tsx'
import { saveFile } from '#platform/web/uploads/download.ts'
import { byteOrderMark, csvRow } from '#shared/csv.ts'
import { formatCount } from '#shared/sentences.ts'
import type { RowError } from '../../answers.ts'

const initialRows = 200

const columns: Pick<Column<RowError>, 'key' | 'header' | 'cell' | 'className'>[] = [
  { key: 'line', header: 'Line', className: 'tabular-nums', cell: ({ line }) => line },
  { key: 'column', header: 'Column', className: 'wrap-anywhere', cell: ({ column }) => column },
  { key: 'reason', header: 'Reason', cell: ({ reason }) => reason },
  {
    key: 'value',
    header: 'In the file',
    className: 'wrap-anywhere text-ink-soft',
    cell: ({ value }) => value,
  },
]

/** The errors of an import by line and column, also as a CSV download. */
export function RowErrorsTable({ errors }: { errors: readonly RowError[] }) {
  const [shown, setShown] = useState(initialRows)
  const save = () =>
    saveFile(
      'import-errors.csv',
      byteOrderMark +
        csvRow(['line', 'column', 'value', 'reason']) +
        errors
          .map(({ line, column, reason, value = '' }) =>
            csvRow([String(line), column, value, reason]),
          )
          .join(''),
      'text/csv',
    )
  return (
    <div className="grid gap-3">
      <ScrollRegion
        label="Rows that cannot be taken"
        className="max-h-80 overflow-auto rounded-lg border border-line"
      >
        <table className="w-full text-left text-sm">
          <thead className="sticky top-0 bg-sunken">
            <tr>
              {columns.map(({ key, header }) => (
                <th key={key} scope="col" className="px-3 py-2 text-xs font-semibold">
                  {header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {errors.slice(0, shown).map((error, index) => (
              <tr
                key={`${error.line} ${error.column} ${error.reason}`}
                className="border-t border-line align-top"
              >
                {columns.map(({ key, cell, className }) => (
                  <td key={key} className={classNames('px-3 py-1.5', className)}>
                    {cell(error, index + 1)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      <div className="flex flex-wrap gap-2">
        {shown < errors.length && (
          <Button size="sm" onClick={() => setShown(shown + 1000)}>
            Show more ({formatCount(errors.length - shown)})
          </Button>
        )}
        <Button size="sm" onClick={save}>
          Download this list
        </Button>
      </div>
    </div>
  )
}
