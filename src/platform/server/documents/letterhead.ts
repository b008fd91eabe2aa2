/** The head of letters and receipts: logo, name, address and numbers of the association. */
import { type Box, borderColour, millimetres, type PdfDocument, softInk } from './document.ts'
import type { TextStyle } from './text-layout.ts'

interface Letterhead {
  name: string
  /** Several lines. */
  address: string
  email: string
  website: string
  /** The numbers with their labels; empty when there are none. */
  numbers: readonly string[]
  /** A `data:` address. */
  logo?: string | undefined
}

const logoSize = millimetres(20)
const logoGap = millimetres(6)
const small: TextStyle = { size: 9, colour: softInk }

/** Draws the head and the rule below it; returns the position of the rule. */
export function drawLetterhead(
  document: PdfDocument,
  { name, address, email, website, numbers, logo }: Letterhead,
  { x, y, width }: Box,
): number {
  if (logo !== undefined)
    document.pdf.image(logo, x, y, { fit: [logoSize, logoSize], align: 'center', valign: 'center' })
  const indent = logo === undefined ? 0 : logoSize + logoGap
  const text = { x: x + indent, width: width - indent }
  const style = { size: 18, bold: true }
  const size = document.fitSize(name, text.width, { ...style, maxLines: 2, minSize: 11 })
  const lines = [
    address.replaceAll(/\s*\n\s*/g, ', ').replaceAll(',,', ','),
    [email, website].filter(Boolean).join('   '),
    numbers.filter(Boolean).join('   '),
  ]
  let top = y + document.text(name, { ...text, y }, { ...style, size }) + 3
  for (const line of lines.filter(Boolean)) top += document.text(line, { ...text, y: top }, small)
  if (logo !== undefined) top = Math.max(top, y + logoSize)
  document.rule({ x, y: top + 10, width }, { colour: borderColour, weight: 1 })
  return top + 10
}
