/** Address labels on A4 sheets. */
import { millimetres as mm, type PdfDocument } from '#platform/server/documents/document.ts'
import { addressLines } from '../../addresses.ts'

export interface Label {
  company_name: string
  name: string
  address: string
}

interface Sheet {
  columns: number
  rows: number
  /** The width of one label. */
  width: number
  height: number
  /** The left edge of the first label. */
  left: number
  top: number
  /** The distance between the left edges of two neighbouring labels. */
  pitch: number
}

/** The usual sheets: 63.5 × 33.9 mm (like Avery L7159) and 99.1 × 38.1 mm (like Avery L7163). */
export const sheets: Record<'labels-24' | 'labels-14', Sheet> = {
  'labels-24': {
    columns: 3,
    rows: 8,
    width: mm(63.5),
    height: mm(33.9),
    left: mm(7.2),
    top: mm(12.9),
    pitch: mm(66),
  },
  'labels-14': {
    columns: 2,
    rows: 7,
    width: mm(99.1),
    height: mm(38.1),
    left: mm(4.65),
    top: mm(15.15),
    pitch: mm(101.6),
  },
}

const padding = mm(3)
const largest = 10
const smallest = 5.5

export function drawLabel(document: PdfDocument, sheet: Sheet, label: Label, index: number): void {
  const slot = index % (sheet.columns * sheet.rows)
  if (slot === 0) document.addPage('A4')
  const box = {
    x: sheet.left + (slot % sheet.columns) * sheet.pitch + padding,
    width: sheet.width - 2 * padding,
  }
  const top = sheet.top + Math.floor(slot / sheet.columns) * sheet.height + padding
  const height = sheet.height - 2 * padding
  const [first = '', ...rest] = linesOf(label)
  const size = fittingSize(document, { first, rest: rest.join('\n'), width: box.width, height })
  const style = { size, lineHeight: 1.25 }
  const used = document.text(first, { ...box, y: top }, { ...style, bold: true, maxLines: 2 })
  const maxLines = Math.max(1, Math.floor((height - used) / (size * style.lineHeight)))
  document.text(rest.join('\n'), { ...box, y: top + used }, { ...style, maxLines })
}

/** Company, person and address, without what the address begins with anyway. */
function linesOf({ company_name, name, address }: Label): string[] {
  const lines = addressLines(address)
  const start = lines.join(' ').toLowerCase()
  const before = [company_name, name]
    .map((line) => line.trim())
    .filter((line) => line !== '' && !start.startsWith(line.toLowerCase()))
  return [...before, ...lines]
}

function fittingSize(
  document: PdfDocument,
  { first, rest, width, height }: { first: string; rest: string; width: number; height: number },
): number {
  for (let size = largest; size > smallest; size -= 0.5) {
    const style = { size, lineHeight: 1.25 }
    const used =
      document.heightOf(first, width, { ...style, bold: true, maxLines: 2 }) +
      document.heightOf(rest, width, style)
    if (used <= height) return size
  }
  return smallest
}
