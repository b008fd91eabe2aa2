import { edge, ink, type PdfDocument, softInk } from './document.ts'
import type { TextStyle } from './text-layout.ts'

interface TableColumn {
  title: string
  /** The share of the width. */
  share: number
  align?: 'left' | 'right'
}

export interface TableOptions {
  columns: readonly TableColumn[]
  rows: Iterable<readonly string[]>
  x: number
  y: number
  width: number
  /** Rows end above; the next ones go to a new page. */
  bottom: number
  /** Begins a page and returns the top of its rows. */
  newPage: () => number
  size?: number
  /** Around the text of a cell; 4 unless given. */
  padding?: number
}

/** Draws rows below a heading, which each page repeats; returns the position below the last row. */
export function drawTable(document: PdfDocument, options: TableOptions): number {
  const { columns, rows, x, width, bottom, newPage, size = 9, padding = 4 } = options
  const shares = columns.reduce((sum, { share }) => sum + share, 0)
  const cellWidth = (column: TableColumn) => (column.share / shares) * width
  /** The outer cells are flush with the text around the table. */
  const textWidth = (column: TableColumn, index: number) =>
    cellWidth(column) - (index === 0 || index === columns.length - 1 ? 1 : 2) * padding
  const drawRow = (cells: readonly string[], y: number, style: TextStyle) => {
    let left = x
    columns.forEach((column, index) => {
      const before = index === 0 ? 0 : padding
      const box = { x: left + before, y: y + padding, width: textWidth(column, index) }
      document.text(cells[index] ?? '', box, { ...style, align: column.align ?? 'left' })
      left += cellWidth(column)
    })
  }
  const rowHeight = (cells: readonly string[], style: TextStyle) =>
    2 * padding +
    Math.max(
      ...columns.map((column, index) =>
        document.heightOf(cells[index] ?? '', textWidth(column, index), style),
      ),
    )
  const drawHeading = (top: number) => {
    const style = { size, bold: true, colour: softInk }
    const titles = columns.map(({ title }) => title)
    drawRow(titles, top, style)
    const below = top + rowHeight(titles, style)
    document.rule({ x, y: below, width }, { colour: softInk })
    return below
  }
  let y = drawHeading(options.y)
  for (const cells of rows) {
    const style = { size, colour: ink }
    const height = rowHeight(cells, style)
    if (y + height > bottom) y = drawHeading(newPage())
    drawRow(cells, y, style)
    y += height
    document.rule({ x, y, width }, { colour: edge, weight: 0.5 })
  }
  return y
}
