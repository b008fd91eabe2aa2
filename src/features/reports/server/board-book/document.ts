/** The board book as a PDF, drawn in the thread of documents. */
import {
  millimetres as mm,
  openDocument,
  type PdfDocument,
  softInk,
} from '#platform/server/documents/document.ts'
import { drawTable } from '#platform/server/documents/table.ts'
import type { DocumentLanguage } from '#shared/association-details.ts'
import { numericDate } from '#shared/dates.ts'
import { formatCount } from '#shared/sentences.ts'
import type { BoardBook } from '../../board-book/answers.ts'
import {
  type BookFigure,
  duesFigures,
  isMoneyFigure,
  otherFigures,
} from '../../board-book/contract.ts'
import { colours, drawPlot, type Shape } from '../../board-book/drawing.ts'
import {
  figureText,
  hasOtherCharges,
  isEmpty,
  type Plot,
  plotsOf,
  totalOf,
  typeRows,
  unraisedText,
} from '../../board-book/plots.ts'
import { bookTexts } from '../../board-book/texts.ts'

export interface BoardBookJob {
  book: BoardBook
  language: DocumentLanguage
  association_name: string
  /** ISO; the same job gives the same bytes. */
  date: string
}

const margin = mm(18)
const gap = 14
/** About the height of a row of the table below a plot: two plots of twelve months fill a page. */
const rowHeight = 13.25

export async function render({
  book,
  language,
  association_name,
  date,
}: BoardBookJob): Promise<Buffer> {
  const texts = bookTexts[language]
  const title = texts.title(book.year)
  const document = openDocument({
    title,
    author: association_name,
    language,
    date: new Date(date),
    compress: true,
  })
  const page = openPages(document, `${association_name} · ${title}`)
  page.begin()
  const { width } = page
  let y = margin
  y += document.text(association_name, { x: margin, y, width }, { size: 11, colour: softInk })
  y += document.text(title, { x: margin, y, width }, { size: 22, bold: true })
  y += document.text(
    texts.asOf(numericDate(book.as_of)),
    { x: margin, y, width },
    { colour: softInk },
  )
  y = drawTypes(document, page, { book, language, y: y + gap })
  if (hasOtherCharges(book)) y = drawOthers(document, page, { book, language, y: y + 2 * gap })
  // A page is filled with the next figure that fits in it.
  const left = plotsOf(book, language).map((plot) => figureOf(document, page, plot))
  while (left.length > 0) {
    y += 1.5 * gap
    const fits = left.findIndex(({ height }) => y + height <= page.bottom)
    const [figure] = left.splice(Math.max(fits, 0), 1)
    if (figure) y = drawFigure(document, page, figure, fits < 0 ? page.begin() : y)
  }
  return document.toPdf()
}

interface Pages {
  width: number
  bottom: number
  /** Begins a page with its footer; returns the top of the content. */
  begin: () => number
}

function openPages(document: PdfDocument, footer: string): Pages {
  let count = 0
  // A4.
  const [width, bottom] = [mm(210) - 2 * margin, mm(297) - margin]
  const begin = () => {
    document.addPage()
    count += 1
    const y = bottom + 12
    const style = { size: 8, colour: softInk }
    document.text(footer, { x: margin, y, width: width - 40 }, { ...style, maxLines: 1 })
    document.text(String(count), { x: margin, y, width }, { ...style, align: 'right' })
    return margin
  }
  return { width, bottom, begin }
}

interface TablePlace {
  book: BoardBook
  language: DocumentLanguage
  y: number
}

function drawTypes(document: PdfDocument, page: Pages, { book, language, y }: TablePlace): number {
  const texts = bookTexts[language]
  const top = y + document.text(texts.byType, { x: margin, y, width: page.width }, headingStyle)
  const below = drawTable(document, {
    columns: [
      { title: texts.type, share: 3 },
      numberColumn(texts.figures.joined, 2),
      numberColumn(texts.figures.lapsed, 2),
      numberColumn(texts.paid(numericDate(book.as_of)), 5),
      ...duesFigures.map((figure) => numberColumn(texts.figures[figure], 4)),
    ],
    rows: typeRows(book, language).map(({ label, paid, sums }) => [
      label,
      format('joined', sums.joined),
      format('lapsed', sums.lapsed),
      formatCount(paid),
      ...duesFigures.map((figure) => format(figure, sums[figure])),
    ]),
    ...placeOf(page, top),
  })
  const unraised = unraisedText(book)
  const { lapsed, raised, collected } = texts.counted(book.year)
  const note = [
    `${texts.figures.lapsed}: ${lapsed}. ${texts.figures.raised}: ${raised}.`,
    `${texts.figures.collected}: ${collected}.`,
    texts.amountsNote,
    unraised && texts.unraisedNote(unraised),
  ]
    .filter(Boolean)
    .join(' ')
  const style = { size: 9, colour: softInk }
  return below + 3 + document.text(note, { x: margin, y: below + 3, width: page.width }, style)
}

function drawOthers(document: PdfDocument, page: Pages, { book, language, y }: TablePlace): number {
  const texts = bookTexts[language]
  const headingBox = { x: margin, y, width: page.width }
  const top = y + document.text(texts.otherCharges, headingBox, headingStyle)
  return drawTable(document, {
    columns: [
      // As wide as the first four of the table above, so that the sums stand below each other.
      { title: texts.type, share: 12 },
      ...otherFigures.map((figure) => numberColumn(texts.figures[figure], 4)),
    ],
    rows: typeRows(book, language).map(({ label, sums }) => [
      label,
      ...otherFigures.map((figure) => format(figure, sums[figure])),
    ]),
    ...placeOf(page, top),
  })
}

const format = (figure: BookFigure, value: number) =>
  figureText({ isMoney: isMoneyFigure(figure) }, value)

const numberColumn = (title: string, share: number) => ({ title, share, align: 'right' as const })

const placeOf = ({ width, bottom, begin }: Pages, top: number) => ({
  x: margin,
  y: top + 2,
  width,
  bottom,
  newPage: begin,
})

const headingStyle = { size: 13, bold: true }

const noteStyle = { size: 9, colour: softInk }

/** A plot with its drawing, and the height of both with the table: they stay on one page, unless longer than one. */
function figureOf(document: PdfDocument, { width, bottom }: Pages, plot: Plot) {
  const widthOf = (text: string, size: number) => document.widthOf(text, { size })
  const drawing = isEmpty(plot) ? undefined : drawPlot(plot, width, widthOf)
  const heading =
    document.heightOf(plot.title, width, headingStyle) +
    (plot.note ? document.heightOf(plot.note, width, noteStyle) : 0)
  const rows = (plot.rows.length + 2) * rowHeight
  const height = drawing ? Math.min(heading + drawing.height + 12 + rows, bottom - margin) : 40
  return { plot, drawing, height }
}

/** The plot with its table; returns the position below. */
function drawFigure(
  document: PdfDocument,
  page: Pages,
  { plot, drawing }: ReturnType<typeof figureOf>,
  y: number,
): number {
  const { width } = page
  let top = y + document.text(plot.title, { x: margin, y, width }, headingStyle)
  if (plot.note) top += document.text(plot.note, { x: margin, y: top, width }, noteStyle)
  if (!drawing)
    return top + document.text(plot.empty, { x: margin, y: top + 4, width }, { colour: softInk })
  for (const shape of drawing.shapes) drawShape(document, shape, { x: margin, y: top + 6 })
  return drawRows(document, page, plot, top + 6 + drawing.height + 6)
}

function drawRows(document: PdfDocument, page: Pages, plot: Plot, y: number): number {
  const right = (title: string) => ({ title, share: 3, align: 'right' as const })
  return drawTable(document, {
    columns: [
      { title: plot.rowHeading, share: 5 },
      ...plot.series.map(({ name }) => right(name)),
      right(plot.totalHeading),
      ...(plot.shareHeading ? [right(plot.shareHeading)] : []),
    ],
    rows: [...plot.rows, plot.total].map((row) => [
      row.label,
      ...row.values.map((value) => figureText(plot, value)),
      figureText(plot, totalOf(row)),
      ...(plot.shareHeading ? [row.share ?? ''] : []),
    ]),
    x: margin,
    y,
    width: page.width,
    bottom: page.bottom,
    newPage: page.begin,
    size: 8,
    padding: 1,
  })
}

function drawShape(document: PdfDocument, shape: Shape, origin: { x: number; y: number }): void {
  const [x, y] = [origin.x + shape.x, origin.y + shape.y]
  if (shape.kind === 'line')
    document.rule({ x, y, width: shape.width }, { colour: colours.line, weight: 0.75 })
  else if (shape.kind === 'box')
    document.pdf
      .lineWidth(0.6)
      .rect(x, y, shape.width, shape.height)
      .fillAndStroke(colours[shape.fill], colours.outline)
  else {
    const { text, width, size, align, isSoft } = shape
    const colour = isSoft ? colours.soft : colours.ink
    document.text(text, { x, y, width }, { size, align, colour, maxLines: 1 })
  }
}
