import { columnLabel } from '#features/members/columns/spreadsheet-columns.ts'
import { ScrollRegion } from '#platform/web/ui/ScrollRegion.tsx'
import { keysOf } from '#shared/records.ts'
import { countOf, formatCount, plural } from '#shared/sentences.ts'
import type { ImportPlan, LeftOutRow, PlanNote } from '../../answers.ts'

/** Says how the cells were interpreted, by kind: one line each, which unfolds to its rows. */
export function PlanNotes({
  plan: { notes, note_counts: counts, left_out },
}: {
  plan: ImportPlan
}) {
  const kinds = keysOf(kindTexts)
  const groups = kinds.flatMap((kind) => {
    const count = counts[kind]
    return count ? [{ kind, count, rows: notes.filter((note) => note.kind === kind) }] : []
  })
  const leftOut = left_out.filter(({ reason }) => reason !== 'title')
  if (groups.length === 0 && leftOut.length === 0) return null
  return (
    <section aria-label="What we corrected" className="grid gap-1">
      <h3 className="font-semibold">What we corrected</h3>
      {groups.map(({ kind, count, rows }) => (
        <NoteList
          key={kind}
          summary={kindTexts[kind](count, rows[0]?.text ?? '')}
          items={rows.map(({ row, column, text }) => `Row ${row}, ${columnLabel(column)}: ${text}`)}
          all={count}
        />
      ))}
      {leftOut.length > 0 && (
        <NoteList
          summary={`${countOf(leftOut.length, 'row', 'rows')} left out: headings and totals`}
          items={leftOut.map(leftOutText)}
          all={leftOut.length}
        />
      )}
    </section>
  )
}

const kindTexts: Record<PlanNote['kind'], (count: number, example: string) => string> = {
  replaced: (count) =>
    `${countOf(count, 'member gets', 'members get')} another name, company and phone: check the membership numbers`,
  type: (count, example) =>
    `${countOf(count, 'member has', 'members have')} no type in this sheet and ${plural(count, 'becomes', 'become')} ${example}: check the type`,
  joined: (count) =>
    `${countOf(count, 'new member has', 'new members have')} no date of joining and ${plural(count, 'joins', 'join')} today: to change that, add a column “Date of Joining” to the sheet, or match yours to it`,
  phone: (count) =>
    `${countOf(count, 'phone number', 'phone numbers')} with too few or too many digits: check ${plural(count, 'it', 'them')}`,
  phones: (count) => `${countOf(count, 'cell has', 'cells have')} several phone numbers`,
  emails: (count) => `${countOf(count, 'cell has', 'cells have')} several emails`,
  address: (count) => `${countOf(count, 'address', 'addresses')} copied (“same as factory”)`,
  website: (count) => `${countOf(count, 'website', 'websites')} completed with https://`,
  validity: (count) =>
    plural(
      count,
      '1 payment is valid for the financial year of its date',
      `${formatCount(count)} payments are valid for the financial year of their date`,
    ),
  renewal: (count) =>
    `${countOf(count, 'amount', 'amounts')} with only a later end of the membership: recorded as ${plural(count, 'a further payment', 'further payments')}`,
  'no amount': (count) =>
    `${countOf(count, 'cell', 'cells')} about payments without an amount kept in Remarks: no payment is recorded for these`,
  reference: (count) =>
    `${countOf(count, 'payment has', 'payments have')} the reference of another payment or cheque: check that it was not paid once`,
  mode: (count, example) =>
    `${countOf(count, 'payment mode', 'payment modes')} changed (${example})`,
  materials: (count) => `${countOf(count, 'list of materials', 'lists of materials')} read`,
  number: (count) => `${countOf(count, 'member gets', 'members get')} the next membership number`,
  lines: (count) => `${countOf(count, 'cell', 'cells')} of several lines joined in one line`,
  name: (count) => `${countOf(count, 'company is', 'companies are')} taken as the name`,
  days: (count) => `${countOf(count, 'column has', 'columns have')} days with the month first`,
  'first day': (count, example) => `${countOf(count, 'date', 'dates')} without a day (${example})`,
  above: (count) => `${countOf(count, 'cell', 'cells')} taken from the row above (“do”)`,
  empty: (count) => `${countOf(count, 'cell', 'cells')} read as empty (“N/A”, “-”)`,
}

const leftOutText = ({ row, reason, text }: LeftOutRow): string => `Row ${row}, ${reason}: ${text}`

function NoteList({
  summary,
  items,
  all,
}: {
  summary: string
  items: readonly string[]
  all: number
}) {
  if (items.length === 0) return <p className="py-1.5 text-sm">{summary}</p>
  return (
    <details className="text-sm">
      <summary className="min-h-8 touch:min-h-11">{summary}</summary>
      <ScrollRegion label={summary} className="max-h-60 overflow-y-auto">
        <ul className="grid gap-0.5 py-1 pl-4.5 text-ink-soft">
          {items.map((item) => (
            <li key={item} className="wrap-anywhere">
              {item}
            </li>
          ))}
          {all > items.length && <li>and {formatCount(all - items.length)} more</li>}
        </ul>
      </ScrollRegion>
    </details>
  )
}
