import { Fragment, type ReactNode } from 'react'
import { classNames } from '../ui/class-names.ts'
import { useVisibleFirst } from './visible-first.ts'

interface CardsProps<Row> {
  /** The accessible name of the list. */
  label: string
  rows: readonly Row[]
  rowKey: (row: Row) => string
  className?: string
  /** The `<li>` of a row; memoised, so that a key in the search renders only cards that change. */
  children: (row: Row, index: number) => ReactNode
}

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

interface CardCheckboxProps {
  /** The accessible name. */
  label: string
  isSelected: boolean
  onToggle: () => void
}

/** Selects the card in whose corner it is; 44 px wide and high without moving its neighbours. */
export const CardCheckbox = ({ label, isSelected, onToggle }: CardCheckboxProps) => (
  <label className="-m-3 grid size-11 shrink-0 place-items-center">
    <input
      type="checkbox"
      aria-label={label}
      className="checkbox size-5"
      checked={isSelected}
      onChange={onToggle}
    />
  </label>
)
