import { columnLabel, importColumns } from '#features/members/spreadsheet-columns.ts'
import { SelectField } from '#platform/web/form/SelectField.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { countOf } from '#shared/sentences.ts'
import { isBlankRow, type Mapping, type Workbook } from './workbook.ts'

interface MappingProps {
  workbook: Workbook
  mapping: Mapping
  onMap: (heading: string, column: Mapping[string]) => void
  onDone: () => void
  pending: boolean
}

/** Maps the headings of a workbook to columns; the mapping is stored on this device. */
export function ColumnMapping({ workbook, mapping, onMap, onDone, pending }: MappingProps) {
  const headings = [...new Set(workbook.headings.filter(Boolean))]
  const mapped = Object.values(mapping).filter(Boolean)
  const rowCount = workbook.rows.filter((row) => !isBlankRow(row)).length
  const duplicate = mapped.find((column, index) => mapped.indexOf(column) !== index)
  return (
    <fieldset className="grid gap-4 rounded-lg border border-line p-4">
      <legend className="px-1 font-semibold">What the columns mean</legend>
      <p className="text-sm text-ink-soft">
        {workbook.name} has {countOf(rowCount, 'row', 'rows')}. Your choice is remembered on this
        device.
      </p>
      <div className="grid gap-4 sm:grid-cols-2">
        {headings.map((heading) => (
          <SelectField
            key={heading}
            label={heading}
            placeholder="Leave out"
            options={importColumns.map((column) => ({
              value: column,
              label: columnLabel(column),
            }))}
            value={mapping[heading] ?? ''}
            error={duplicate && mapping[heading] === duplicate ? 'Chosen twice' : undefined}
            onChange={({ target }) =>
              onMap(heading, importColumns.find((column) => column === target.value) ?? '')
            }
          />
        ))}
      </div>
      <div>
        <Button
          variant="primary"
          disabled={duplicate !== undefined || mapped.length === 0}
          pending={pending}
          onClick={onDone}
        >
          Check these rows
        </Button>
      </div>
    </fieldset>
  )
}
