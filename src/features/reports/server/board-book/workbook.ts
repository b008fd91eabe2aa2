/** The board book as a workbook: one sheet for each figure. */
import { type XlsxColumn, type XlsxSheet, xlsxWorkbook } from '#platform/server/files/xlsx.ts'
import type { DocumentLanguage } from '#shared/association-details.ts'
import { numericDate } from '#shared/dates.ts'
import type { BoardBook } from '../../board-book/answers.ts'
import {
  type BookFigure,
  duesFigures,
  isMoneyFigure,
  otherFigures,
} from '../../board-book/contract.ts'
import { type Plot, plotsOf, totalOf, typeRows } from '../../board-book/plots.ts'
import { bookTexts } from '../../board-book/texts.ts'

export const boardBookWorkbook = (
  book: BoardBook,
  language: DocumentLanguage,
): Promise<Uint8Array> =>
  xlsxWorkbook([
    typeSheet(book, language),
    otherChargesSheet(book, language),
    ...plotsOf(book, language).map(plotSheet),
  ])

function typeSheet(book: BoardBook, language: DocumentLanguage): XlsxSheet {
  const texts = bookTexts[language]
  const money = [...duesFigures, 'unraised'] as const
  const columnOf = figureColumns(language)
  return {
    name: sheetName(texts.byType),
    columns: [
      { heading: texts.type, kind: 'text', width: 16 },
      columnOf('joined'),
      columnOf('lapsed'),
      numberColumn(texts.paid(numericDate(book.as_of)), false),
      ...money.map(columnOf),
    ],
    rows: typeRows(book, language).map(({ label, paid, sums }) => [
      label,
      sums.joined,
      sums.lapsed,
      paid,
      ...money.map((figure) => cellOf(true, sums[figure])),
    ]),
  }
}

function otherChargesSheet(book: BoardBook, language: DocumentLanguage): XlsxSheet {
  const texts = bookTexts[language]
  return {
    name: sheetName(texts.otherCharges),
    columns: [
      { heading: texts.type, kind: 'text', width: 16 },
      ...otherFigures.map(figureColumns(language)),
    ],
    rows: typeRows(book, language).map(({ label, sums }) => [
      label,
      ...otherFigures.map((figure) => cellOf(true, sums[figure])),
    ]),
  }
}

const figureColumns =
  (language: DocumentLanguage) =>
  (figure: BookFigure): XlsxColumn =>
    numberColumn(bookTexts[language].figures[figure], isMoneyFigure(figure))

/** Amounts in rupees. */
const cellOf = (isMoney: boolean, value: number): number => (isMoney ? value / 100 : value)

const numberColumn = (heading: string, isMoney: boolean): XlsxColumn => ({
  heading: isMoney ? `${heading} (₹)` : heading,
  kind: isMoney ? 'money' : 'count',
  width: Math.max(14, heading.length + 4),
})

function plotSheet(plot: Plot): XlsxSheet {
  const { isMoney } = plot
  return {
    name: sheetName(plot.title),
    columns: [
      { heading: plot.rowHeading, kind: 'text', width: 28 },
      ...plot.series.map(({ name }) => numberColumn(name, isMoney)),
      numberColumn(plot.totalHeading, isMoney),
      ...(plot.shareHeading
        ? [{ heading: plot.shareHeading, kind: 'text', width: 10 } as const]
        : []),
    ],
    rows: [...plot.rows, plot.total].map((row) => [
      row.label,
      ...row.values.map((value) => cellOf(isMoney, value)),
      cellOf(isMoney, totalOf(row)),
      ...(plot.shareHeading ? [row.share ?? ''] : []),
    ]),
  }
}

/** Excel allows 31 characters, and none of these. */
const sheetName = (title: string): string => title.replace(/[[\]:*?/\\]/g, ' ').slice(0, 31)
