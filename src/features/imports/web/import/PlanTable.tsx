import { useMemo, useState } from 'react'
import { columnLabel, importColumns } from '#features/members/columns/spreadsheet-columns.ts'
import { fieldOfColumn } from '#features/members/fields/fields.ts'
import { shortRoleLabels } from '#features/members/role-labels.ts'
import type { Column } from '#platform/web/table/columns.ts'
import { DataTable } from '#platform/web/table/DataTable.tsx'
import { emptyCell } from '#platform/web/table/empty-cell.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { State } from '#platform/web/ui/State.tsx'
import { isDay, numericDate } from '#shared/dates.ts'
import { memberRoles } from '#shared/roles.ts'
import { formatRupees } from '#shared/rupees.ts'
import { formatCount } from '#shared/sentences.ts'
import { readPaise } from '#shared/values/amount.ts'
import type { AddedMember, ChangedMember, ImportPlan } from '../../answers.ts'

type PlanRow = ({ change: 'new' } & AddedMember) | ({ change: 'changed' } & ChangedMember)

const initialRows = 50

/** The rows of a plan as they will be saved, in the order of the file; what changes is marked. */
export function PlanTable({ plan, shown }: { plan: ImportPlan; shown: 'all' | 'new' | 'changed' }) {
  const [limit, setLimit] = useState(initialRows)
  const rows = useMemo(() => rowsOf(plan), [plan])
  const columns = useMemo(() => columnsOf(rows), [rows])
  const matching = rows.filter(({ change }) => shown === 'all' || change === shown)
  const { new: added, changed } = plan.counts
  const isPart = added > plan.new.length || changed > plan.changed.length
  if (rows.length === 0) return null
  return (
    <div className="grid grid-cols-1 gap-3">
      <h3 className="font-semibold">Rows as they will be saved</h3>
      <DataTable
        caption="Rows as they will be saved"
        columns={columns}
        rows={matching.slice(0, limit)}
        rowKey={({ line }) => `${line}`}
      />
      {matching.length > limit && (
        <Button size="sm" className="justify-self-start" onClick={() => setLimit(limit + 200)}>
          Show more ({formatCount(matching.length - limit)})
        </Button>
      )}
      {isPart && matching.length <= limit && (
        <p className="text-sm text-ink-soft">
          The plan lists the first 500 new and the first 500 updated members; all are imported.
        </p>
      )}
    </div>
  )
}

const rowsOf = ({ new: added, changed }: ImportPlan): PlanRow[] =>
  [
    ...added.map((member): PlanRow => ({ change: 'new', ...member })),
    ...changed.map((member): PlanRow => ({ change: 'changed', ...member })),
  ].sort((a, b) => a.line - b.line)

const rowColumn: Column<PlanRow> = {
  key: 'row',
  header: 'Row',
  className: 'text-ink-soft tabular-nums',
  cell: ({ row }) => formatCount(row),
}

const changeColumn: Column<PlanRow> = {
  key: 'change',
  header: 'Change',
  onPhone: 'beside',
  cell: (row) => <Change row={row} />,
}

/** A payment that changes is added or replaces the current one, which the ledger keeps either way. */
const changeLabels = {
  renewal: {
    label: 'Updated, further payment',
    title: 'Added as a further payment; the earlier one stays in the ledger.',
  },
  correction: {
    label: 'Updated, payment replaced',
    title: 'Replaces the current payment, which is reversed in the ledger.',
  },
}

function Change({ row }: { row: PlanRow }) {
  if (row.change === 'new') return <State tone="info">New</State>
  const payment = row.payment && changeLabels[row.payment]
  return (
    <span title={payment?.title}>
      <State tone="warning">{payment?.label ?? 'Updated'}</State>
    </span>
  )
}

/** The columns that some row has: the name and the company first, then in the order of the template. */
function columnsOf(rows: readonly PlanRow[]): Column<PlanRow>[] {
  const used = new Set(rows.flatMap(({ cells }) => Object.keys(cells)))
  const first = ['name', 'company_name']
  const names = [...first, ...importColumns.filter((column) => !first.includes(column))]
  return [rowColumn, changeColumn, ...names.filter((column) => used.has(column)).map(memberColumn)]
}

const memberColumn = (column: string): Column<PlanRow> => ({
  key: column,
  header: columnLabel(column),
  onPhone: column === 'name' ? 'title' : column === 'company_name' ? 'line' : undefined,
  align: fieldOfColumn(column)?.kind === 'money' ? 'end' : 'start',
  className: column === 'name' ? 'font-medium' : undefined,
  cell: (row) => (row.cells[column] ? <SavedCell row={row} column={column} /> : emptyCell),
})

function SavedCell({ row, column }: { row: PlanRow; column: string }) {
  const text = shownText(column, row.cells[column] ?? '')
  const change =
    row.change === 'changed' ? row.fields.find((field) => field.column === column) : undefined
  if (!change)
    return (
      <span title={text} className="one-line block max-w-64">
        {text}
      </span>
    )
  const before = shownText(column, change.from)
  return (
    <span title={before && `${before}, now ${text}`} className="one-line block max-w-80">
      {before && <del className="mr-1.5 text-ink-faint">{before}</del>}
      <ins className="rounded-sm bg-warning-soft px-1 text-warning-text no-underline">{text}</ins>
    </span>
  )
}

/** A saved cell as the lists show it. */
function shownText(column: string, text: string): string {
  const kind = fieldOfColumn(column)?.kind
  if (text === '') return ''
  if ((kind === 'day' || kind === 'instant') && isDay(text)) return numericDate(text)
  if (kind === 'money') return formatRupees(readPaise(text) ?? 0)
  const role = column === 'role' && memberRoles.find((type) => type === text)
  return role ? shortRoleLabels[role] : text
}
