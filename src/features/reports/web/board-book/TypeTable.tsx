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
import {
  figureText,
  formatValue,
  type TypeRow,
  typeRows,
  unraisedText,
} from '../../board-book/plots.ts'
import { bookTexts } from '../../board-book/texts.ts'
import { amountsLinkState } from './amounts-link.ts'

const texts = bookTexts.en

/** Type, who joined, who lapsed, who has paid, and the dues. */
const typeColumnCount = 4 + duesFigures.length

/** The figures of all members, before the tables that divide them. */
export function BookFigures({ book }: { book: BoardBook }) {
  const total = typeRows(book, 'en').find(({ key }) => key === 'total')
  if (!total) return null
  const counted: Partial<Record<BookFigure, string>> = texts.counted(book.year)
  return (
    <dl className="grid grid-pairs gap-x-6 gap-y-4 px-(--gutter) py-4 sm:grid-cols-4">
      {headFigures.map((figure) => (
        <div key={figure} className="min-w-0">
          <dt className="text-sm text-ink-soft">{texts.figures[figure]}</dt>
          <dd className="text-2xl font-semibold tracking-[-0.02em] tabular-nums max-sm:text-xl">
            {formatValue({ isMoney: isMoneyFigure(figure) }, total.sums[figure])}
          </dd>
          {counted[figure] && <dd className="text-xs text-ink-faint">{counted[figure]}</dd>}
        </div>
      ))}
    </dl>
  )
}

const headFigures = ['joined', 'lapsed', 'raised', 'collected'] as const

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
    columnCount={typeColumnCount}
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
