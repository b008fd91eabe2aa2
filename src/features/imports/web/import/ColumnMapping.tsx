import { columnLabel, importColumns } from '#features/members/columns/spreadsheet-columns.ts'
import { SelectField } from '#platform/web/form/SelectField.tsx'
import { countOf } from '#shared/sentences.ts'
import type { SheetHeading } from '../../answers.ts'
import type { Mapping } from './stored-mapping.ts'

interface MappingProps {
  headings: readonly SheetHeading[]
  mapping: Mapping
  onMap: (heading: string, column: Mapping[string]) => void
}

/** Matches the headings of a sheet to columns; the mapping is stored on this device. */
export function ColumnMapping({ headings, mapping, onMap }: MappingProps) {
  const open = headings.filter(({ status }) => status === 'unknown' || status === 'duplicate')
  const matched = headings.filter(({ status }) => status === 'matched')
  const listed = [
    ...new Map([...open, ...headings].map((heading) => [heading.heading, heading])).values(),
  ]
  return (
    <details open={open.length > 0} className="rounded-lg border border-line px-4 py-3">
      <summary className="flex-wrap font-semibold">
        Match your columns
        <span className="text-sm font-normal text-ink-soft">
          <span>{countOf(matched.length, 'column', 'columns')} matched</span>
          {open.length > 0 && <span>, {open.length} to check</span>}
        </span>
      </summary>
      <p className="mt-2 text-sm text-ink-soft">
        Columns that are not recognised are skipped. Your choice is remembered on this device.
      </p>
      <div className="mt-3 grid gap-4 sm:grid-cols-2">
        {listed.map((heading) => (
          <HeadingField
            key={heading.heading}
            heading={heading}
            selected={selectedColumn(heading, mapping)}
            onMap={onMap}
          />
        ))}
      </div>
    </details>
  )
}

/** It reads own properties only, because a heading may be called 'constructor'. */
const selectedColumn = ({ heading, column }: SheetHeading, mapping: Mapping): string =>
  (Object.hasOwn(mapping, heading) ? mapping[heading] : undefined) ?? column

const options = importColumns.map((column) => ({ value: column, label: columnLabel(column) }))

function HeadingField({
  heading: { heading, status, column, sample },
  selected,
  onMap,
}: {
  heading: SheetHeading
  selected: string
  onMap: MappingProps['onMap']
}) {
  const isUnchanged = selected === column
  const error =
    status === 'duplicate' && isUnchanged
      ? `Duplicate column: also matched to ${columnLabel(column)}`
      : undefined
  const hint = [
    status === 'unknown' && selected === '' && 'Column not recognised',
    sample && `For example: ${sample}`,
  ]
    .filter(Boolean)
    .join('. ')
  return (
    <SelectField
      label={heading}
      placeholder="Skip"
      options={options}
      value={selected}
      error={error}
      hint={hint || undefined}
      onChange={({ target }) =>
        onMap(heading, importColumns.find((name) => name === target.value) ?? '')
      }
    />
  )
}
