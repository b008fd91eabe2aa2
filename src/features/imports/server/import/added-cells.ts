/** Cells that an import adds to a row: texts from other cells, and the validity of a payment. */

import type { Column } from '#features/members/columns/spreadsheet-columns.ts'
import type { PersonRow } from '#features/members/server/queries.ts'
import { financialYear } from '#shared/financial-year.ts'
import { keysOf } from '#shared/records.ts'
import { type Cells, cellOfPerson, isPaymentColumn, paymentFromCells } from './cells.ts'
import type { ExtraText, FileRow } from './file-row.ts'
import type { CellNote } from './sheet/interpret-row.ts'

/**
 * Adds the row's extra texts to the cells that are to be written. A text that the member has already
 * is not added again; neither is one from a cell that equals the member's value.
 */
export function addExtras(row: FileRow, cells: Cells, person: PersonRow | null): void {
  for (const { from, to, text } of row.extras ?? []) {
    const current = person ? cellOfPerson(to, person) : ''
    if (person && row.typed?.[from] === cellOfPerson(from, person)) continue
    if (to === 'services_products' && (cells[to] ?? current) !== '') continue
    addText(cells, { to, current, text })
  }
}

/**
 * Many registers have the end of a membership, or the mode of a payment, but no amount. This is not a payment, unless
 * it corrects the current one: the remarks keep the text. Returns a note for each of these cells.
 */
export function moveUnpaidToRemarks(
  { cells: given, typed }: FileRow,
  cells: Cells,
  person: PersonRow | null,
  { headingOf, now }: { headingOf: (column: Column) => string; now: Date },
): CellNote[] {
  if (paymentFromCells(cells, person, now)) return []
  const notes = keysOf(given)
    .filter((column) => isPaymentColumn(column) && cells[column] !== undefined)
    .map((column): CellNote => {
      const text = typed?.[column] ?? given[column] ?? cells[column] ?? ''
      return { column, kind: 'no amount', text }
    })
  for (const column of keysOf(cells)) if (isPaymentColumn(column)) delete cells[column]
  const current = person ? cellOfPerson('remarks', person) : ''
  for (const { column, text } of notes)
    addText(cells, { to: 'remarks', current, text: `${headingOf(column)}: ${text}` })
  return notes
}

/** Adds a line to a text unless the text contains it. `current` is the member's current text. */
function addText(
  cells: Cells,
  { to, current, text }: Pick<ExtraText, 'to' | 'text'> & { current: string },
): void {
  const before = cells[to] ?? current
  if (before.includes(text)) return
  const after = [before, text].filter(Boolean).join('\n')
  if (after === current) delete cells[to]
  else cells[to] = after
}

/**
 * The financial year of the paid date becomes the validity of a payment whose row has none. A member's
 * validity that covers the date stays.
 */
export function addValidityOfYear(
  { cells: given }: FileRow,
  cells: Cells,
  person: PersonRow | null,
): void {
  if (given.membership_valid_from || given.membership_valid_to) return
  if (!cells.payment_date || !(cells.payment_amount || person?.payment_amount)) return
  const day = cells.payment_date
  if (person?.membership_valid_from && person.membership_valid_to)
    if (person.membership_valid_from <= day && day <= person.membership_valid_to) return
  const { from, to } = financialYear(new Date(`${day}T12:00:00+05:30`))
  cells.membership_valid_from = from
  cells.membership_valid_to = to
}
