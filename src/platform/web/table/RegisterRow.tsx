import { type MouseEvent, memo, type ReactNode, useState } from 'react'
import { isTouch } from '../layout/phone.ts'
import { classNames } from '../ui/class-names.ts'
import { checkboxColumnWidth, growClass, isSticky, type RegisterColumn } from './columns.ts'

interface RegisterRowProps<Row> {
  id: string
  row: Row
  /** From 1. */
  rowNumber: number
  /** The distance from the first row, in pixels. */
  top: number
  columns: readonly RegisterColumn<Row>[]
  /** The keys of the columns in the visible part of the table: their cells are rendered first. */
  visibleKeys: ReadonlySet<string>
  /** 'idle' when the rows have been painted and are not scrolled: then all cells are rendered. */
  phase: 'new' | 'scrolling' | 'idle'
  /** True while the details of the row are open. */
  isActive: boolean
  /** These three are undefined in a table without selection. */
  isSelected: boolean | undefined
  label: string | undefined
  onToggle: ((row: Row, isRange: boolean) => void) | undefined
}

/** In pixels: one line of text, or a button for a finger. */
export const rowHeight = () => (isTouch() ? 44 : 40)

export const checkboxClass = 'checkbox block touch:size-5'

/** A row of a RegisterTable. Cells outside of the visible part are rendered a moment later. */
export function RegisterRow<Row>(props: RegisterRowProps<Row>): ReactNode {
  const { id, top, row, rowNumber, phase, isActive, isSelected, ...cells } = props
  const [complete, setComplete] = useState(phase === 'idle' ? { row, rowNumber } : undefined)
  const isComplete = complete?.row === row && complete.rowNumber === rowNumber
  if (phase === 'idle' && !isComplete) setComplete({ row, rowNumber })
  // Scrolling brings cells into view that are out of view now.
  const outOfView = complete && phase === 'scrolling' ? { row, rowNumber } : complete
  return (
    <tr
      data-row={id}
      aria-rowindex={rowNumber + 1}
      style={{ top }}
      className={classNames(
        'absolute left-0 flex h-[40px] w-full border-b border-line [contain:strict] touch:h-[44px]',
        isSelected || isActive
          ? 'row-selected forced-colors:*:border-y-2 forced-colors:*:border-y-[Highlight]'
          : 'row-fill',
      )}
    >
      <MemoCells
        {...cells}
        row={row}
        rowNumber={rowNumber}
        rowOutOfView={outOfView?.row}
        numberOutOfView={outOfView?.rowNumber}
        isSelected={isSelected}
      />
    </tr>
  )
}

type RowCellsProps<Row> = Omit<RegisterRowProps<Row>, 'id' | 'top' | 'phase' | 'isActive'> & {
  /** What the cells out of view show until the others have been painted; undefined: nothing yet. */
  rowOutOfView: Row | undefined
  numberOutOfView: number | undefined
}

function RowCells<Row>(props: RowCellsProps<Row>): ReactNode {
  const { columns, row, rowNumber, visibleKeys, rowOutOfView, numberOutOfView } = props
  const { isSelected = false, label, onToggle } = props
  return (
    <>
      {onToggle && (
        <td
          style={{ width: `${checkboxColumnWidth}rem` }}
          className="sticky left-0 z-1 flex shrink-0 items-center bg-row pl-6"
        >
          <input
            type="checkbox"
            aria-label={label}
            className={checkboxClass}
            checked={isSelected}
            onMouseDown={preventTextSelection}
            onChange={({ nativeEvent }) => onToggle(row, hasShift(nativeEvent))}
          />
        </td>
      )}
      {columns.map((column) => (
        <td
          key={column.key}
          style={{
            width: `${column.width}rem`,
            left: column.pinned ? `${onToggle ? checkboxColumnWidth : 0}rem` : undefined,
          }}
          className={classNames(
            'flex shrink-0 items-center px-2.5 whitespace-nowrap *:min-w-0 first:pl-6 last:pr-6',
            growClass(column),
            column.align === 'end' && 'justify-end text-right',
            column.pinned && 'sticky-start z-1 bg-row',
            isSticky(column) && 'sticky-end bg-row',
            column.className,
          )}
        >
          {visibleKeys.has(column.key) ? (
            <MemoCell column={column} row={row} rowNumber={rowNumber} />
          ) : (
            rowOutOfView !== undefined &&
            numberOutOfView !== undefined && (
              <MemoCell column={column} row={rowOutOfView} rowNumber={numberOutOfView} />
            )
          )}
        </td>
      ))}
    </>
  )
}

function Cell<Row>({
  column,
  row,
  rowNumber,
}: {
  column: RegisterColumn<Row>
  row: Row
  rowNumber: number
}): ReactNode {
  const content = column.cell(row, rowNumber)
  // An element of its own: the next row may have an element instead (decision 69).
  return typeof content === 'string' || typeof content === 'number' ? (
    <span className="one-line" title={`${content}`}>
      {content}
    </span>
  ) : (
    content
  )
}

const MemoCell = memo(Cell) as typeof Cell

/** A click with the Shift key also selects text, which is never intended on a checkbox. */
function preventTextSelection(event: MouseEvent<HTMLElement>) {
  if (!event.shiftKey) return
  event.preventDefault()
  event.currentTarget.focus()
}

/** A change of a checkbox comes from a click, also by keyboard. */
const hasShift = (event: Event): boolean => 'shiftKey' in event && event.shiftKey === true

/** Cells of a row that stays are not rendered again while other rows come and go. */
const MemoCells = memo(RowCells) as typeof RowCells
