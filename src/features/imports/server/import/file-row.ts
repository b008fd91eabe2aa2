import type { Column } from '#features/members/columns/spreadsheet-columns.ts'
import type { Cells } from './cells.ts'

/** A row of the file with its non-empty cells by column. */
export interface FileRow {
  /** The line of the file, from 1; a cell of several lines takes several. */
  line: number
  /** The number of the row as a spreadsheet program shows it, from 1. */
  row: number
  cells: Cells
  /** The cells as the file spells them, where `cells` has what they mean ('' for no value). */
  typed?: Cells
  /** Texts to add to another column: a second phone goes into the remarks. */
  extras?: ExtraText[]
  /** For new members only: the cells are results of `validateCell`. */
  isValidated?: true
}

/** A text from the cell of `from` that is added to the text in `to`. */
export interface ExtraText {
  from: Column
  to: 'remarks' | 'services_products'
  text: string
}
