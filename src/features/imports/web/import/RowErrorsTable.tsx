import { useState } from 'react'
import { columnLabel } from '#features/members/columns/spreadsheet-columns.ts'
import { singleLineClass } from '#platform/web/form/Field.tsx'
import { isPhone } from '#platform/web/layout/phone.ts'
import { headerClass } from '#platform/web/table/DataTable.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { ScrollRegion } from '#platform/web/ui/ScrollRegion.tsx'
import { State } from '#platform/web/ui/State.tsx'
import { formatCount } from '#shared/sentences.ts'
import type { ErrorSheet, RowError } from '../../answers.ts'
import type { SheetChoices } from './calls.ts'
import { saveErrorRows } from './error-rows-file.ts'
import { rowsText } from './rows-text.ts'

/** On a phone the rows are part of the page, which they make long. */
const initialRows = () => (isPhone() ? 20 : 200)

interface RowErrorsProps {
  errors: readonly RowError[]
  /** The rows with errors, for the download; absent: there is none. */
  sheet?: ErrorSheet | undefined
  /** The file that was selected; names the download. */
  fileName?: string | undefined
  corrections?: SheetChoices['corrections'] | undefined
  /** Corrects a cell; without it the cells cannot be edited. */
  onCorrect?: ((errors: readonly RowError[], text: string) => void) | undefined
}

const headers = ['Row', 'Column', 'Reason', 'In the file']

/** The errors of an import by row and column; a cell can be corrected in place. */
export function RowErrorsTable({
  errors,
  sheet,
  fileName = '',
  corrections = {},
  onCorrect,
}: RowErrorsProps) {
  const [shown, setShown] = useState(initialRows)
  const cellOf = cellLookup(sheet)
  return (
    <div className="grid gap-3">
      {onCorrect && <Reasons errors={errors} corrections={corrections} onCorrect={onCorrect} />}
      <ScrollRegion
        label="Rows with errors"
        className="bleed border-y border-line bg-surface sm:max-h-80 sm:overflow-auto"
      >
        <table className="w-full text-left text-sm max-sm:block">
          <thead className="sticky top-0 z-10 bg-surface max-sm:hidden">
            <tr>
              {headers.map((header) => (
                <th key={header} scope="col" className={headerClass({ key: header, header })}>
                  {header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="max-sm:block">
            {errors.slice(0, shown).map((error) => {
              const { row, line, column, reason, value = '', member } = error
              const corrected = correctionOf(error, corrections)
              const text = corrected ?? cellOf(error) ?? value
              return (
                <tr
                  key={`${line} ${column} ${reason}`}
                  className="border-t border-line align-top max-sm:grid max-sm:gap-1 max-sm:px-(--gutter) max-sm:py-3 max-sm:first:border-t-0 max-sm:*:p-0!"
                >
                  <td className="px-2.5 py-1.5 pl-(--gutter) tabular-nums max-sm:hidden">{row}</td>
                  <td className="px-2.5 py-1.5 wrap-anywhere max-sm:font-semibold">
                    <span className="tabular-nums sm:hidden">
                      {column ? `Row ${row} · ` : `Row ${row}`}
                    </span>
                    {columnLabel(column)}
                  </td>
                  <td className="px-2.5 py-1.5 wrap-anywhere">
                    <span className="max-sm:text-danger-text">{reason}</span>
                    {member && <span className="block text-ink-soft">{member}</span>}
                    {corrected !== undefined && (
                      <State tone="info" className="flex!">
                        {uncheckedText([corrected])}
                      </State>
                    )}
                  </td>
                  <td className="min-w-44 px-2.5 py-1.5 pr-(--gutter) wrap-anywhere text-ink-soft">
                    {onCorrect && column ? (
                      <input
                        value={text}
                        aria-label={`${columnLabel(column)} in row ${row}`}
                        className={singleLineClass}
                        onChange={({ target }) => onCorrect([error], target.value)}
                      />
                    ) : (
                      value
                    )}
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </ScrollRegion>
      <div className="flex flex-wrap gap-2">
        {shown < errors.length && (
          <Button size="sm" onClick={() => setShown(shown + 1000)}>
            Show more ({formatCount(errors.length - shown)})
          </Button>
        )}
        {sheet && (
          <Button size="sm" onClick={() => void saveErrorRows(sheet, errors, fileName)}>
            Download the rows with errors
          </Button>
        )}
      </div>
    </div>
  )
}

/** The reasons that several rows share, each with what can be done about all of them. */
function Reasons({
  errors,
  corrections,
  onCorrect,
}: {
  errors: readonly RowError[]
  corrections: SheetChoices['corrections']
  onCorrect: (errors: readonly RowError[], text: string) => void
}) {
  const shared = groupsOf(errors).filter((group) => group.length > 1 && group[0]?.column !== '')
  if (shared.length === 0) return null
  return (
    <ul
      aria-label="Reasons that several rows share"
      className="bleed divide-y divide-line border-y border-line bg-surface"
    >
      {shared.map((group) => {
        const { column = '', reason = '' } = group[0] ?? {}
        const corrected = group.flatMap((error) => correctionOf(error, corrections) ?? [])
        const isCorrected = corrected.length === group.length
        return (
          <li
            key={`${column} ${reason}`}
            className="flex flex-wrap items-center gap-x-3 gap-y-1 px-(--gutter) py-2 text-sm max-sm:grid max-sm:justify-items-start"
          >
            <State
              tone={isCorrected ? 'info' : 'danger'}
              className="min-w-0 flex-1 whitespace-normal!"
            >
              <span className="font-medium">
                {columnLabel(column)}: {reason}
              </span>{' '}
              <span className="inline-block text-ink-faint">
                {rowsText(
                  group.map(({ row }) => row),
                  group.length,
                )}
              </span>
            </State>
            {isCorrected && <span className="text-ink-soft">{uncheckedText(corrected)}</span>}
            {!isCorrected && group.some(({ value }) => value) && (
              <Button size="sm" variant="soft" onClick={() => onCorrect(group, '')}>
                {`Leave empty in all ${formatCount(group.length)}`}
              </Button>
            )}
          </li>
        )
      })}
    </ul>
  )
}

/** The text that replaces the cell of an error; undefined: none. */
function correctionOf(
  { line, column }: RowError,
  corrections: SheetChoices['corrections'],
): string | undefined {
  const cells = corrections[line]
  return cells && Object.hasOwn(cells, column) ? cells[column] : undefined
}

/** The state of corrected cells until the file is checked again. */
const uncheckedText = (texts: readonly string[]): string =>
  texts.every((text) => text === '') ? 'Emptied, not checked yet' : 'Changed, not checked yet'

/** Groups errors by column and reason. */
function groupsOf(errors: readonly RowError[]): RowError[][] {
  const groups = new Map<string, RowError[]>()
  for (const error of errors) {
    const key = `${error.column}: ${error.reason}`
    const group = groups.get(key)
    if (group) group.push(error)
    else groups.set(key, [error])
  }
  return [...groups.values()]
}

const maxValue = 80

/** The full cell of an error; `value` has its first 80 characters. */
function cellLookup(sheet: ErrorSheet | undefined): (error: RowError) => string | undefined {
  const rows = new Map(sheet?.rows.map(({ row, cells }) => [row, cells]))
  return ({ row, value = '' }) =>
    value.length < maxValue
      ? value
      : rows
          .get(row)
          ?.find((cell) => cell.trim().startsWith(value))
          ?.trim()
}
