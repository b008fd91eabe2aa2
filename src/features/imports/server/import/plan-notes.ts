/** The notes of a plan, about how cells were interpreted (contract 15.2). */
import type { Column } from '#features/members/columns/spreadsheet-columns.ts'
import type { ImportPlan, PlanNote } from '../../answers.ts'
import type { FileRow } from './file-row.ts'
import type { RowPlan } from './plan-rows.ts'
import type { CellNote } from './sheet/interpret-row.ts'

const maxNotes = 1000

interface NoteSource {
  /** The notes of each line, by its number. */
  notes: ReadonlyMap<number, readonly CellNote[]>
  spelling: ReadonlyMap<Column, string>
}

/** Adds all notes of new members. Of changed members it adds only the notes of cells that change something. */
export function addNotes(
  plan: ImportPlan,
  { added, changed }: RowPlan,
  rows: readonly FileRow[],
  { notes, spelling }: NoteSource,
): void {
  const byLine = new Map(rows.map((row) => [row.line, row]))
  const add = (line: number, { column, kind, text }: CellNote) => {
    plan.note_counts[kind] = (plan.note_counts[kind] ?? 0) + 1
    // Without the column it is every new member, and would leave no room for other notes.
    const isListed = kind !== 'joined' || spelling.has(column)
    if (!isListed || plan.notes.length >= maxNotes) return
    const note: PlanNote = {
      row: byLine.get(line)?.row ?? line,
      column: spelling.get(column) ?? column,
      kind,
      text,
    }
    plan.notes.push(note)
  }
  for (const { line, person, cells } of changed)
    if (cells.name && cells.company_name && cells.whatsapp_number)
      add(line, {
        column: 'membership_number',
        kind: 'replaced',
        text: `${person.name} of ${person.company_name} becomes ${cells.name} of ${cells.company_name}`,
      })
  const newLines = new Set(added.map(({ line }) => line))
  for (const { line, cells } of [...added, ...changed]) {
    for (const note of notes.get(line) ?? [])
      if (newLines.has(line) || changesCell(note, cells)) add(line, note)
    const given = byLine.get(line)?.cells
    if (cells.membership_valid_to && !given?.membership_valid_to)
      add(line, {
        column: 'membership_valid_to',
        kind: 'validity',
        text: `${cells.membership_valid_from} to ${cells.membership_valid_to}`,
      })
  }
}

function changesCell({ column, kind }: CellNote, cells: FileRow['cells']): boolean {
  if (kind === 'phones' || kind === 'emails' || kind === 'no amount')
    return cells.remarks !== undefined
  return cells[column] !== undefined
}
