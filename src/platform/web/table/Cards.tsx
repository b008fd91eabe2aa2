import { Fragment, type ReactNode } from 'react'
import { classNames } from '../ui/class-names.ts'
import { useVisibleFirst } from './loading/visible-first.ts'

interface CardsProps<Row> {
  /** The accessible name of the list. */
  label: string
  rows: readonly Row[]
  rowKey: (row: Row) => string
  className?: string
  /** The `<li>` of a row; memoised, so that a key in the search renders only cards that change. */
  children: (row: Row, index: number) => ReactNode
}

/** A list with rows from edge to edge and hairlines between them, no cards: on phones, and lists of few rows. */
export const listClass = 'bleed grid-cols-1 border-y border-line bg-surface'

/** A row of such a list. */
export const listRowClass =
  'card-in-sight min-w-0 border-t border-line px-(--gutter) py-3 first:border-t-0'

/** The rows of a list as cards. Those in the window are rendered first. */
export function Cards<Row>({
  label,
  rows,
  rowKey,
  className = 'grid-cols-1 gap-3',
  children,
}: CardsProps<Row>) {
  const visible = useVisibleFirst<Row, HTMLUListElement>(rows, rowKey)
  return (
    <ul
      ref={visible.list}
      aria-label={label}
      style={{ minHeight: visible.minHeight }}
      className={classNames('grid content-start', className)}
    >
      {visible.rows.map((row, index) => (
        <Fragment key={rowKey(row)}>{children(row, index)}</Fragment>
      ))}
    </ul>
  )
}
