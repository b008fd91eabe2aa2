import { useState } from 'react'
import { Button } from '#platform/web/ui/Button.tsx'
import { saveFile } from '#platform/web/uploads/download.ts'
import { byteOrderMark, csvRow } from '#shared/csv.ts'
import { formatCount } from '#shared/sentences.ts'
import type { RowError } from '../../answers.ts'

const initialRows = 200

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
      <section
        aria-label="Rows that cannot be taken"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        tabIndex={0}
        className="max-h-80 overflow-auto rounded-lg border border-line"
      >
        <table className="w-full text-left text-sm">
          <thead className="sticky top-0 bg-sunken">
            <tr>
              {['Line', 'Column', 'Reason', 'In the file'].map((heading) => (
                <th key={heading} scope="col" className="px-3 py-2 text-xs font-semibold">
                  {heading}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {errors.slice(0, shown).map(({ line, column, reason, value }) => (
              <tr key={`${line} ${column} ${reason}`} className="border-t border-line align-top">
                <td className="px-3 py-1.5 tabular-nums">{line}</td>
                <td className="px-3 py-1.5 wrap-anywhere">{column}</td>
                <td className="px-3 py-1.5">{reason}</td>
                <td className="px-3 py-1.5 wrap-anywhere text-ink-soft">{value}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
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
