/** The wallet card: 85.6 × 54 mm, as bank cards are. */
import {
  ink,
  millimetres as mm,
  type PdfDocument,
  softInk,
} from '#platform/server/documents/document.ts'
import { drawQr } from '#platform/server/documents/qr.ts'
import { verifyAddress } from '../../code.ts'
import { namesOf, type PrintedCertificate } from '../../printed-certificate.ts'
import { longDay, texts } from '../../texts.ts'
import { type Design, drawPicture } from './design.ts'

const cardSize = [mm(85.6), mm(54)] as const
const [cardWidth, cardHeight] = cardSize
const band = mm(14)
const margin = mm(4)

/** Draws one card on a page of its own size. */
export function drawCardPage(
  document: PdfDocument,
  design: Design,
  certificate: PrintedCertificate,
): void {
  document.addPage(cardSize)
  drawCard(document, design, certificate, { left: 0, top: 0 })
}

const sheet = {
  columns: 2,
  rows: 5,
  left: (mm(210) - 2 * cardWidth) / 2,
  top: (mm(297) - 5 * cardHeight) / 2,
}

/** Ten cards on each A4 page, edge to edge, with thin lines to cut along. */
export function drawCardOnSheet(
  document: PdfDocument,
  design: Design,
  certificate: PrintedCertificate,
  index: number,
): void {
  const slot = index % (sheet.columns * sheet.rows)
  if (slot === 0) document.addPage('A4')
  const left = sheet.left + (slot % sheet.columns) * cardWidth
  const top = sheet.top + Math.floor(slot / sheet.columns) * cardHeight
  drawCard(document, design, certificate, { left, top })
  document.pdf
    .lineWidth(0.25)
    .strokeColor('#a8a29e')
    .rect(left, top, cardWidth, cardHeight)
    .stroke()
}

function drawCard(
  document: PdfDocument,
  design: Design,
  certificate: PrintedCertificate,
  corner: { left: number; top: number },
): void {
  drawBand(document, design, corner)
  drawMember(document, design, certificate, corner)
}

function drawBand(
  document: PdfDocument,
  { colour, accent, logo, association_name }: Design,
  { left, top }: { left: number; top: number },
): void {
  document.pdf.rect(left, top, cardWidth, band).fill(colour)
  document.pdf.rect(left, top + band, cardWidth, mm(0.8)).fill(accent)
  let x = left + margin
  if (logo !== undefined) {
    const plate = { x, y: top + mm(2), width: mm(14), height: band - mm(4) }
    document.pdf.rect(plate.x, plate.y, plate.width, plate.height).fill('#ffffff')
    drawPicture(document, logo, {
      ...plate,
      x: x + 2,
      y: plate.y + 2,
      width: plate.width - 4,
      height: plate.height - 4,
    })
    x += plate.width + mm(2.5)
  }
  const width = left + cardWidth - margin - x
  const style = { size: 10, bold: true, colour: '#ffffff', lineHeight: 1.25 }
  const size = document.fitSize(association_name, width, { ...style, maxLines: 2, minSize: 6.5 })
  // The smallest size has room for one more line.
  const fitted = { ...style, size, maxLines: 3 }
  const height = document.heightOf(association_name, width, fitted)
  document.text(association_name, { x, y: top + (band - height) / 2, width }, fitted)
}

function drawMember(
  document: PdfDocument,
  { colour, publicUrl }: Design,
  certificate: PrintedCertificate,
  { left, top }: { left: number; top: number },
): void {
  const { code, language, membership_number, valid_until } = certificate
  const words = texts[language]
  const qr = mm(28)
  drawQr(document, verifyAddress(publicUrl, code), {
    x: left + cardWidth - qr - mm(1.5),
    y: top + cardHeight - qr - mm(3),
    size: qr,
  })
  const box = { x: left + margin, width: cardWidth - 2 * margin - qr + mm(1.5) }
  let y = top + band + mm(2.3)
  y += document.text(words.card, { ...box, y }, { size: 6.5, colour: softInk })
  const { first, second } = namesOf(certificate)
  const name = { size: 11, bold: true, colour, lineHeight: 1.25, maxLines: 3 }
  const size = document.fitSize(first, box.width, { ...name, minSize: 7 })
  // The smallest size has room for one more line.
  y += document.text(first, { ...box, y }, { ...name, maxLines: 4, size })
  const person = { size: 8, lineHeight: 1.3, maxLines: 2 }
  const fitted = document.fitSize(second, box.width, { ...person, maxLines: 1, minSize: 6 })
  document.text(second, { ...box, y }, { ...person, size: fitted })
  drawFacts(document, box, top + cardHeight - mm(3), [
    [words.membershipNumber, membership_number],
    [words.validUntil, longDay(valid_until, language)],
  ])
}

/** Names and values below each other, the last line ending at `bottom`; empty ones are left out. */
function drawFacts(
  document: PdfDocument,
  box: { x: number; width: number },
  bottom: number,
  facts: [label: string, value: string][],
): void {
  const lineHeight = 9.5
  const shown = facts.filter(([, value]) => value !== '')
  shown.forEach(([label, value], index) => {
    const y = bottom - (shown.length - index) * lineHeight
    const labelWidth = document.widthOf(`${label} `, { size: 6.5 })
    document.text(label, { ...box, y }, { size: 6.5, colour: softInk })
    const valueBox = { x: box.x + labelWidth, y: y - 1, width: box.width - labelWidth }
    const style = { size: 8, bold: true, colour: ink, maxLines: 1 }
    const size = document.fitSize(value, valueBox.width, { ...style, minSize: 6 })
    document.text(value, valueBox, { ...style, size })
  })
}
