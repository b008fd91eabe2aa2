import type { ComponentProps } from 'react'
import { Link } from 'wouter'
import { useIsPhone } from '#platform/web/layout/phone.ts'
import {
  FigureBlocks,
  FigureTable,
  figureColumn,
  labelColumn,
} from '#platform/web/plot/FigureTable.tsx'
import { numericDate } from '#shared/dates.ts'
import { formatCount } from '#shared/sentences.ts'
import type { BoardBook } from '../../board-book/answers.ts'
import {
  type BookFigure,
  duesFigures,
  isMoneyFigure,
  otherFigures,
} from '../../board-book/contract.ts'
import { allCohorts, figurePath, retentionPath } from '../../board-book/links.ts'
import { figureText, type TypeRow, typeRows, unraisedText } from '../../board-book/plots.ts'
import { bookTexts } from '../../board-book/texts.ts'
import { amountsLinkState } from './amounts-link.ts'

const texts = bookTexts.en

/** The members and the dues of the year by type of member. */
export function TypeTable({ book }: { book: BoardBook }) {
  const paid = figureColumn<Row>(
    { key: 'paid', header: texts.paid(numericDate(book.as_of)) },
    ({ role, paid: count }) => ({
      text: formatCount(count),
      href:
        count > 0 ? retentionPath(book, allCohorts(book), { group: 'retained', role }) : undefined,
    }),
  )
  const columns = [
    labelColumn(texts.type),
    columnOf(book, 'joined'),
    columnOf(book, 'lapsed'),
    paid,
    ...duesFigures.map((figure) => columnOf(book, figure)),
  ]
  const unraised = unraisedText(book)
  return (
    <>
      <Figures caption={texts.byType} columns={columns} rows={rowsOf(book)} />
      <p className="mt-2 text-xs text-ink-soft">{texts.amountsNote}</p>
      {unraised && (
        <p className="mt-1 text-xs text-ink-soft">
          {texts.unraisedNote(unraised)}{' '}
          <Link
            href={figurePath(book, 'unraised', {})}
            state={amountsLinkState}
            className="inline-block rounded-sm text-accent-text underline decoration-line underline-offset-2 hover:decoration-current touch:py-1.5"
          >
            Show the members
          </Link>
        </p>
      )}
    </>
  )
}

/** The other charges of the year by type of member. */
export const OtherChargesTable = ({ book }: { book: BoardBook }) => (
  <Figures
    caption={texts.otherCharges}
    columns={[labelColumn(texts.type), ...otherFigures.map((figure) => columnOf(book, figure))]}
    rows={rowsOf(book)}
  />
)

/** On a phone, where a table would be scrolled, one block for each type. */
const Figures = (props: ComponentProps<typeof FigureTable<Row>>) =>
  useIsPhone() ? <FigureBlocks {...props} /> : <FigureTable {...props} />

type Row = ReturnType<typeof rowsOf>[number]

const rowsOf = (book: BoardBook) =>
  typeRows(book, 'en').map((row) => ({
    ...row,
    role: row.key === 'total' ? undefined : row.key,
    isSum: row.key === 'total',
  }))

function columnOf(book: BoardBook, figure: BookFigure) {
  const isMoney = isMoneyFigure(figure)
  return figureColumn<Row>(
    { key: figure, header: texts.figures[figure] },
    ({ role, sums }: TypeRow & Pick<Row, 'role'>) => ({
      text: figureText({ isMoney }, sums[figure]),
      href: sums[figure] > 0 ? figurePath(book, figure, { role }) : undefined,
    }),
    isMoney ? amountsLinkState : undefined,
  )
}
