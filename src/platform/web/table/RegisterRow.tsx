import { memo, type ReactNode, useState } from 'react'
import { classNames } from '../ui/class-names.ts'
import { type Column, stickyEndClass } from './DataTable.tsx'

export interface RegisterColumn<Row> extends Column<Row> {
  /** A width of its own, in steps of 4 pixels: columns never move while rows come and go. */
  width: `w-${number}`
}

interface RegisterRowProps<Row> {
  id: string
  row: Row
  /** Where it stands, from 1, and where that is, in pixels from the first row. */
  place: number
  top: number
  columns: readonly RegisterColumn<Row>[]
  /** The columns that the frame shows: their cells are drawn first. */
  inSight: ReadonlySet<string>
  /** Once the rows have been painted and the wheel rests: then the cells out of sight are drawn, too. */
  isSettled: boolean
  /** Whether it is chosen, and the rest, where there is something to choose. */
  isChosen: boolean | undefined
  label: string | undefined
  onToggle: ((row: Row) => void) | undefined
}

/** Two lines of text; under a finger, a button of 44 pixels that does not touch its neighbours. */
export const rowHeight = () => (window.matchMedia('(pointer: coarse)').matches ? 60 : 48)

export const checkboxClass = 'block size-4.5 accent-accent pointer-coarse:size-5'

/** A row of a RegisterTable. What nobody sees yet is drawn a moment after what they see. */
export function RegisterRow<Row>(props: RegisterRowProps<Row>): ReactNode {
  const { id, top, place, isSettled, isChosen, ...cells } = props
  const [isWhole, setWhole] = useState(isSettled)
  if (isSettled && !isWhole) setWhole(true)
  return (
    <tr
      data-row={id}
      aria-rowindex={place + 1}
      style={{ top }}
      className={classNames(
        'absolute left-0 flex h-[48px] w-full border-b border-line [contain:strict] pointer-coarse:h-[60px]',
        isChosen ? 'bg-accent-soft' : 'bg-surface hover:bg-page',
      )}
    >
      <MemoCells {...cells} place={place} isChosen={isChosen} isWhole={isWhole} />
    </tr>
  )
}

type CellsProps<Row> = Omit<RegisterRowProps<Row>, 'id' | 'top' | 'isSettled'> & {
  isWhole: boolean
}

function RowCells<Row>(props: CellsProps<Row>): ReactNode {
  const { columns, row, place, inSight, isWhole, isChosen = false, label, onToggle } = props
  return (
    <>
      {onToggle && (
        <td className="flex w-12 shrink-0 items-center pl-4">
          <input
            type="checkbox"
            aria-label={label}
            className={checkboxClass}
            checked={isChosen}
            onChange={() => onToggle(row)}
          />
        </td>
      )}
      {columns.map((column) => (
        <td
          key={column.key}
          className={classNames(
            'flex shrink-0 grow items-center px-3 *:min-w-0 first:pl-4 last:pr-4',
            column.width,
            column.align === 'end' && 'justify-end text-right',
            column.onPhone === 'actions' && classNames(stickyEndClass, 'bg-inherit'),
            column.className,
          )}
        >
          {(isWhole || inSight.has(column.key)) && column.cell(row, place)}
        </td>
      ))}
    </>
  )
}

/** A row that stays in sight is not drawn again while others come and go. */
const MemoCells = memo(RowCells) as typeof RowCells
