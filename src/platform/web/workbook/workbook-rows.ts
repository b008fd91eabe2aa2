import { exactNumber, type NumberFormat } from './number-format.ts'
import { findParts, type WorkbookParts } from './parts.ts'
import { isTable, type WorkbookSheet } from './sheets.ts'
import { type Attributes, decodeEscapes, isTrue, readXml } from './xml.ts'
import { unpackWorkbook, WorkbookTooLarge } from './zip.ts'

/** The rectangles of all sheets up to the last cell with content. */
const maxCells = 10_000_000
/** Excel has no more. */
const maxRows = 1_048_576

/**
 * The visible sheets, as Excel shows them; those after a table that are too large are left out. Throws
 * WorkbookTooLarge; any other error means that the file is not a workbook.
 */
export async function readSheets(file: Blob): Promise<[WorkbookSheet, ...WorkbookSheet[]]> {
  const parts = findParts(await unpackWorkbook(file))
  const sheets: WorkbookSheet[] = []
  let cellsLeft = maxCells
  for (const { name, xml } of parts.sheets) {
    try {
      const { rows, hiddenRows, cellCount } = readSheet(xml, parts, cellsLeft)
      sheets.push({ name, rows, hiddenRows })
      cellsLeft -= cellCount
    } catch (error) {
      if (!(error instanceof WorkbookTooLarge && sheets.some(isTable))) throw error
    }
  }
  const [first, ...others] = sheets
  return first ? [first, ...others] : [{ name: '', rows: [], hiddenRows: [] }]
}

interface OpenCell {
  column: number
  type: string | undefined
  format: NumberFormat | undefined
}

function readSheet(
  sheet: string,
  { strings, formats }: Pick<WorkbookParts, 'strings' | 'formats'>,
  cellsLeft: number,
) {
  const rows = new Map<number, string[]>()
  const hidden = new Set<number>()
  let row = 0
  let column = 0
  let cell: OpenCell | undefined
  let value = ''
  let isValue = false
  let width = 0
  let height = 0

  const openRow = ({ r, hidden: isHidden }: Attributes) => {
    row = Number(r) >= 1 ? Math.trunc(Number(r)) : row + 1
    column = 0
    if (isTrue(isHidden)) hidden.add(row)
  }
  const openCell = ({ r, t, s }: Attributes) => {
    // A cell without an address comes after the one before it.
    column = columnOf(r) ?? column + 1
    cell = { column, type: t, format: formats[Number(s)] ?? formats[0] }
    value = ''
  }
  const closeCell = ({ column: at, type, format }: OpenCell) => {
    const text = cellText(value, type, format, strings)
    if (text.trim() === '') return
    width = Math.max(width, at)
    height = Math.max(height, row)
    if (height > maxRows || width * height > cellsLeft) throw new WorkbookTooLarge()
    const cells = rows.get(row) ?? []
    while (cells.length < at) cells.push('')
    cells[at - 1] = text
    rows.set(row, cells)
  }
  readXml(sheet, {
    open: (name, attributes, isWithin) => {
      if (name === 'row') openRow(attributes())
      else if (name === 'c') openCell(attributes())
      isValue = cell !== undefined && (name === 'v' || (name === 't' && !isWithin('rPh')))
    },
    text: (letters) => {
      if (isValue) value += letters
    },
    close: (name) => {
      isValue = false
      if (name !== 'c' || !cell) return
      closeCell(cell)
      cell = undefined
    },
  })
  return {
    cellCount: width * height,
    rows: Array.from({ length: height }, (_, index) => rows.get(index + 1) ?? []),
    hiddenRows: [...hidden].filter((number) => rows.has(number)).sort((a, b) => a - b),
  }
}

/** 28 for 'AB7'. */
function columnOf(address: string | undefined): number | undefined {
  const [, letters] = /^\$?([a-z]{1,3})\$?\d/i.exec(address ?? '') ?? []
  if (letters === undefined) return undefined
  return [...letters.toUpperCase()].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0)
}

function cellText(
  value: string,
  type: string | undefined,
  format: NumberFormat | undefined,
  strings: readonly string[],
): string {
  if (type === 's') return strings[Number(value)] ?? ''
  if (type === 'str' || type === 'inlineStr') return decodeEscapes(value)
  if (type === 'b') return isTrue(value.trim()) ? 'Yes' : 'No'
  if (type === 'd') return /^\d{4}-\d\d-\d\d/.exec(value)?.[0] ?? value
  if (type === 'e' || value.trim() === '') return value
  const number = Number(value)
  return Number.isFinite(number) ? (format ?? exactNumber)(number) : value
}
