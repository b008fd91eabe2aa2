import { FigureTable, figureColumn, labelColumn } from '#platform/web/plot/FigureTable.tsx'
import { numericDate } from '#shared/dates.ts'
import { formatCount } from '#shared/sentences.ts'
import type { BoardBook } from '../answers.ts'
import { type Figure, figures, isMoneyFigure } from '../contract.ts'
import { allCohorts, figurePath, retentionPath } from '../links.ts'
import { formatValue, type TypeRow, typeRows } from '../plots.ts'
import { bookTexts } from '../texts.ts'
import { amountsLinkState } from './amounts-link.ts'

const texts = bookTexts.en

/** The numbers of the year by type of member. */
export function TypeTable({ book }: { book: BoardBook }) {
  const rows = typeRows(book, 'en').map((row) => ({
    ...row,
    role: row.key === 'total' ? undefined : row.key,
    isSum: row.key === 'total',
  }))
  type Row = (typeof rows)[number]
  const column = (figure: Figure) => {
    const isMoney = isMoneyFigure(figure)
    return figureColumn<Row>(
      { key: figure, header: texts.figures[figure] },
      ({ role, sums }: TypeRow & Pick<Row, 'role'>) => ({
        text: formatValue({ isMoney }, sums[figure]),
        href: sums[figure] > 0 ? figurePath(book, figure, { role }) : undefined,
      }),
      isMoney ? amountsLinkState : undefined,
    )
  }
  const [joined, lapsed, ...amounts] = figures.map(column)
  const paid = figureColumn<Row>(
    { key: 'paid', header: texts.paid(numericDate(book.as_of)) },
    ({ role, paid: count }) => ({
      text: formatCount(count),
      href:
        count > 0 ? retentionPath(book, allCohorts(book), { group: 'retained', role }) : undefined,
    }),
  )
  const columns = [labelColumn(texts.type), joined, lapsed, paid, ...amounts].filter(
    (one) => one !== undefined,
  )
  return <FigureTable caption={texts.byType} columns={columns} rows={rows} />
}
