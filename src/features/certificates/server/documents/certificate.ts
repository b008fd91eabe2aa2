/** The certificate: A4, landscape. */

import {
  ink,
  millimetres as mm,
  type PdfDocument,
  softInk,
} from '#platform/server/documents/document.ts'
import { drawQr } from '#platform/server/documents/qr.ts'
import { sum } from '#shared/sum.ts'
import { verifyAddress } from '../../code.ts'
import {
  addressLine,
  checkLines,
  factsOf,
  namesOf,
  type PrintedCertificate,
  signatureLines,
} from '../../printed-certificate.ts'
import { texts } from '../../texts.ts'
import { type Design, drawPicture } from './design.ts'

export const certificatePage = [mm(297), mm(210)] as const
const [pageWidth, pageHeight] = certificatePage

/** The text lies between the sides of the inner frame. */
const text = { x: mm(28), width: pageWidth - mm(56) }

export function drawCertificate(
  document: PdfDocument,
  design: Design,
  certificate: PrintedCertificate,
): void {
  document.addPage(certificatePage)
  drawFrame(document, design)
  const top = drawHead(document, design)
  drawBody(document, design, certificate, top)
  drawFoot(document, design, certificate)
}

function drawFrame({ pdf }: PdfDocument, { colour, accent }: Design): void {
  const frame = (distance: number, weight: number, stroke: string) =>
    pdf
      .lineWidth(weight)
      .strokeColor(stroke)
      .rect(distance, distance, pageWidth - 2 * distance, pageHeight - 2 * distance)
      .stroke()
  frame(mm(9), 3, colour)
  frame(mm(11.5), 0.75, accent)
  const inset = mm(11.5)
  const size = mm(4)
  for (const x of [inset, pageWidth - inset - size])
    for (const y of [inset, pageHeight - inset - size]) pdf.rect(x, y, size, size).fill(accent)
}

/** Logo, name and address of the association; returns the position below them. */
function drawHead(document: PdfDocument, design: Design): number {
  const hasLogo = design.logo !== undefined
  let y = mm(hasLogo ? 17 : 26)
  drawPicture(document, design.logo, { x: text.x, y, width: text.width, height: mm(20) })
  if (hasLogo) y += mm(22)
  const style = {
    size: 17,
    bold: true,
    colour: design.colour,
    align: 'center',
    lineHeight: 1.3,
  } as const
  const size = document.fitSize(design.association_name, text.width, {
    ...style,
    maxLines: 2,
    minSize: 12,
  })
  y += document.text(design.association_name, { ...text, y }, { ...style, size, maxLines: 2 })
  const address = addressLine(design.association_address)
  y += document.text(
    address,
    { ...text, y },
    { size: 8.5, colour: softInk, align: 'center', maxLines: 2 },
  )
  return Math.max(y, mm(hasLogo ? 53 : 40))
}

function drawBody(
  document: PdfDocument,
  { colour, accent, association_name }: Design,
  certificate: PrintedCertificate,
  top: number,
): void {
  const { language } = certificate
  const words = texts[language]
  const centred = { align: 'center' } as const
  let y = top + mm(6)
  y += document.text(words.title, { ...text, y }, { ...centred, size: 30, bold: true, colour })
  y += mm(1.5)
  const line = mm(60)
  document.rule({ x: (pageWidth - line) / 2, y, width: line }, { colour: accent, weight: 1.5 })
  y += mm(7)
  y += document.text(words.certifies, { ...text, y }, { ...centred, size: 13, colour: softInk })
  y += mm(2)
  const { first, second } = namesOf(certificate)
  const name = { ...centred, bold: true, lineHeight: 1.3 }
  const size = nameSize(document, first)
  y += document.text(first, { ...text, y }, { ...name, size, maxLines: 2 })
  if (second !== '') {
    const shown = words.representedBy(second)
    const fitted = document.fitSize(shown, text.width, { size: 14, maxLines: 1, minSize: 11 })
    y += document.text(shown, { ...text, y }, { ...centred, size: fitted, maxLines: 2 })
  }
  y += mm(4)
  const member = words.isMember(association_name)
  const fitted = document.fitSize(member, text.width, { size: 13, maxLines: 1, minSize: 10 })
  y += document.text(
    member,
    { ...text, y },
    { ...centred, size: fitted, colour: softInk, maxLines: 2 },
  )
  y += mm(6)
  drawFacts(document, certificate, y, colour)
}

/** One line of at least 20 points, or else two. */
function nameSize(document: PdfDocument, name: string): number {
  const style = { bold: true, lineHeight: 1.3 }
  const size = document.fitSize(name, text.width, { ...style, size: 30, maxLines: 1, minSize: 20 })
  if (size > 20) return size
  return document.fitSize(name, text.width, { ...style, size: 24, maxLines: 2, minSize: 14 })
}

/** The facts side by side, in the middle. */
function drawFacts(
  document: PdfDocument,
  certificate: PrintedCertificate,
  y: number,
  colour: string,
): void {
  const facts = factsOf(certificate)
  const width = mm(70)
  facts.forEach(({ label, value }, index) => {
    const x = pageWidth / 2 + (index - facts.length / 2) * width
    const box = { x, width }
    const below = document.text(
      label,
      { ...box, y },
      { size: 10, colour: softInk, align: 'center' },
    )
    const style = { size: 16, bold: true, colour, align: 'center' } as const
    const size = document.fitSize(value, width, { ...style, maxLines: 1, minSize: 9 })
    document.text(value, { ...box, y: y + below }, { ...style, size, maxLines: 1 })
  })
}

/** QR code on the left, seal in the middle, signature on the right. */
function drawFoot(document: PdfDocument, design: Design, certificate: PrintedCertificate): void {
  const bottom = pageHeight - mm(18)
  drawCheck(document, design, certificate, bottom)
  const sealWidth = mm(36)
  drawPicture(document, design.seal, {
    x: pageWidth - mm(22) - mm(68) - sealWidth - mm(4),
    y: bottom - mm(34),
    width: sealWidth,
    height: mm(34),
  })
  drawSignature(document, design, bottom)
}

function drawCheck(
  document: PdfDocument,
  { publicUrl }: Design,
  certificate: PrintedCertificate,
  bottom: number,
): void {
  const address = verifyAddress(publicUrl, certificate.code)
  const size = mm(32)
  drawQr(document, address, { x: mm(19), y: bottom - size + mm(3), size })
  const box = { x: mm(53), width: mm(95) }
  const lines = checkLines(certificate, publicUrl)
  const style = { size: 8.5, lineHeight: 1.35 }
  const heights = lines.map((line) => document.heightOf(line.text, box.width, style))
  let y = bottom - sum(heights)
  for (const { text: line, isBold: bold = false, isSoft } of lines)
    y += document.text(line, { ...box, y }, { ...style, colour: isSoft ? softInk : ink, bold })
}

function drawSignature(
  document: PdfDocument,
  { signature, signatory, signatory_title, association_name }: Design,
  bottom: number,
): void {
  const box = { x: pageWidth - mm(22) - mm(68), width: mm(68) }
  const lines = signatureLines(signatory, signatory_title, association_name)
  const style = { size: 9, align: 'center', lineHeight: 1.3, maxLines: 2 } as const
  const heights = lines.map(({ text: line, isBold: bold = false }) =>
    document.heightOf(line, box.width, { ...style, bold }),
  )
  let y = bottom - sum(heights)
  drawPicture(document, signature, { ...box, y: y - mm(20), height: mm(18.5) })
  document.rule({ ...box, y: y - mm(1) }, { colour: ink })
  for (const { text: line, isBold: bold = false, isSoft } of lines)
    y += document.text(line, { ...box, y }, { ...style, bold, colour: isSoft ? softInk : ink })
}
