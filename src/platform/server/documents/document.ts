import { buffer } from 'node:stream/consumers'
import PDFKit from 'pdfkit'
import type { DocumentLanguage } from '#shared/association-details.ts'
import type { FontName } from './font-files.ts'
import { fontOf } from './fonts.ts'
import { type FitOptions, fitSize, linesOf, type TextStyle, widthOf } from './text-layout.ts'
import { fontNameOf, runsOf, textFromLeft } from './text-runs.ts'

/** Lengths are in points: 72 to the inch. */
export const millimetres = (length: number): number => (length / 25.4) * 72

export interface DocumentOptions {
  title: string
  author: string
  language: DocumentLanguage
  /** 'A4', 'A5' or width and height in points. */
  size?: PageSize
  /** The date of its content, not of printing: equal input gives equal bytes. */
  date: Date
  /** Deflates the pages and fonts, for documents of many pages; others stay independent of zlib. */
  compress?: boolean
}

type PageSize = 'A4' | 'A5' | readonly [width: number, height: number]

export interface Box {
  x: number
  y: number
  width: number
}

/** A PDF document: pages, text in the scripts of India, lines and pictures. Positions are from the top left. */
export interface PdfDocument {
  /** The library itself, for shapes. Text goes through `text`, which knows the fonts. */
  pdf: PDFKit.PDFDocument
  addPage: (size?: PageSize) => void
  pageWidth: () => number
  pageHeight: () => number
  /** Draws wrapped text into the width of the box; returns the height it took. */
  text: (text: string, box: Box, style?: TextStyle) => number
  /** The height that `text` would take. */
  heightOf: (text: string, width: number, style?: TextStyle) => number
  widthOf: (text: string, style?: TextStyle) => number
  /** The largest size up to that of the style at which the text has at most these lines. */
  fitSize: (text: string, width: number, options: FitOptions) => number
  /** A horizontal line of this width in points. */
  rule: (box: Box, options?: { colour?: string; weight?: number }) => void
  /** Ends the document. */
  toPdf: () => Promise<Buffer>
}

export const ink = '#1c1917'
export const softInk = '#57534e'
export const borderColour = '#d6d3d1'

/** A document without pages. */
export function openDocument(options: DocumentOptions): PdfDocument {
  const pdf = openPdf(options)
  const used = new Set<FontName>()
  const fontNamed = (name: FontName) => {
    // The library takes an opened font; its types know files only.
    if (!used.has(name)) pdf.registerFont(name, fontOf(name) as unknown as Buffer)
    used.add(name)
    return pdf.font(name)
  }
  const drawLine = (line: string, x: number, baseline: number, style: TextStyle) => {
    let left = x
    pdf.fillColor(style.colour ?? ink)
    const runs = runsOf(line)
    // The characters cannot be derived from shaped glyphs. Copying, searching and screen readers use the text of the
    // whole line.
    const isShaped = runs.some(({ script }) => script !== 'Latin')
    if (isShaped) pdf.markContent('Span', { actual: runs.map(textFromLeft).join('') })
    for (const run of runs) {
      fontNamed(fontNameOf(run, style.bold ?? false)).fontSize(style.size ?? 10)
      pdf.text(run.text, left, baseline, { lineBreak: false, baseline: 'alphabetic' })
      left += widthOf(run.text, style, [run])
    }
    if (isShaped) pdf.endMarkedContent()
  }
  return {
    pdf,
    addPage: (size = options.size ?? 'A4') => {
      pdf.addPage({ size: typeof size === 'string' ? size : [...size], margin: 0 })
    },
    pageWidth: () => pdf.page.width,
    pageHeight: () => pdf.page.height,
    text: (text, { x, y, width }, style = {}) => {
      const { lines, height } = linesOf(text, width, style)
      for (const line of lines)
        drawLine(line.text, x + indent(line.width, width, style), y + line.baseline, style)
      return height
    },
    heightOf: (text, width, style = {}) => linesOf(text, width, style).height,
    widthOf: (text, style = {}) => widthOf(text, style),
    fitSize,
    rule: ({ x, y, width }, { colour = borderColour, weight = 0.75 } = {}) => {
      pdf
        .lineWidth(weight)
        .strokeColor(colour)
        .moveTo(x, y)
        .lineTo(x + width, y)
        .stroke()
    },
    toPdf: () => {
      pdf.end()
      return buffer(pdf)
    },
  }
}

function openPdf({ title, author, language, date, compress = false }: DocumentOptions) {
  return new PDFKit({
    autoFirstPage: false,
    bufferPages: false,
    // Disabled, because the library would cache every word of a long document; fonts.ts caches the latest ones.
    fontLayoutCache: false,
    compress,
    pdfVersion: '1.7',
    lang: language,
    displayTitle: true,
    // Without a font, the library would load its own default font.
    font: '',
    info: { Title: title, Author: author, Creator: author, Producer: 'PDFKit', CreationDate: date },
  })
}

function indent(lineWidth: number, width: number, { align = 'left' }: TextStyle): number {
  if (align === 'left') return 0
  return align === 'right' ? width - lineWidth : (width - lineWidth) / 2
}
