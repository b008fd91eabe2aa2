import { sum } from '#shared/sum.ts'
import { borderColour, ink, type PdfDocument, softInk } from './document.ts'
import { type Pages, placeFor } from './pages.ts'
import type { TextStyle } from './text-layout.ts'

interface TableColumn {
  title: string
  /** The share of the width. */
  share: number
  align?: 'left' | 'right'
}

/** Rows end above `bottom`; the next ones go to a new page. */
export interface TableOptions extends Pages {
  columns: readonly TableColumn[]
  rows: Iterable<readonly string[]>
  x: number
  y: number
  width: number
  size?: number
  /** Around the text of a cell; 4 unless given. */
  padding?: number
}

/** Draws rows below a heading, which each page repeats; returns the position below the last row. */
export function drawTable(document: PdfDocument, options: TableOptions): number {
  const { columns, rows, x, width, bottom, size = 9, padding = 4 } = options
  const shares = sum(columns, ({ share }) => share)
  const cellWidth = (column: TableColumn) => (column.share / shares) * width
  /** The outer cells are flush with the text around the table. */
  const textWidth = (column: TableColumn, index: number) =>
    cellWidth(column) - (index === 0 || index === columns.length - 1 ? 1 : 2) * padding
  const drawRow = (cells: readonly string[], rowTop: number, rowStyle: TextStyle) => {
    let left = x
    columns.forEach((column, index) => {
      const before = index === 0 ? 0 : padding
      const box = { x: left + before, y: rowTop + padding, width: textWidth(column, index) }
      document.text(cells[index] ?? '', box, { ...rowStyle, align: column.align ?? 'left' })
      left += cellWidth(column)
    })
  }
  const rowHeight = (cells: readonly string[], rowStyle: TextStyle) =>
    2 * padding +
    Math.max(
      ...columns.map((column, index) =>
        document.heightOf(cells[index] ?? '', textWidth(column, index), rowStyle),
      ),
    )
  const titles = columns.map(({ title }) => title)
  const headingStyle = { size, bold: true, colour: softInk }
  const headingHeight = rowHeight(titles, headingStyle)
  const drawHeading = (top: number) => {
    drawRow(titles, top, headingStyle)
    document.rule({ x, y: top + headingHeight, width }, { colour: softInk })
    return top + headingHeight
  }
  const style = { size, colour: ink }
  let y: number | undefined
  for (const cells of rows) {
    const height = rowHeight(cells, style)
    // The heading is never alone at the end of a page.
    if (y === undefined) y = drawHeading(placeFor(headingHeight + height, options.y, options))
    else if (y + height > bottom) y = drawHeading(options.newPage())
    drawRow(cells, y, style)
    y += height
    document.rule({ x, y, width }, { colour: borderColour, weight: 0.5 })
  }
  return y ?? drawHeading(options.y)
}
