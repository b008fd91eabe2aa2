import { type KeyboardEvent, useState } from 'react'
import { Link } from 'wouter'
import { type Pattern, usePatterns } from './patterns.tsx'

/** A part of a column, which leads to what it counts. */
export interface Segment {
  /** Tells the parts of a column apart; the same from column to column. */
  key: string
  pattern: Pattern
  value: number
  /** What it says to who does not see it, and on hovering. */
  label: string
  href: string
}

export interface PlotColumn {
  key: string
  /** Below the column; '' leaves the place empty. */
  label: string
  /** Above the column; '' for none. */
  total: string
  /** From the ground up; those of value 0 are not drawn. */
  segments: readonly Segment[]
}

interface ColumnPlotProps {
  /** Says what is plotted. */
  label: string
  columns: readonly PlotColumn[]
  /** Kept with the navigation that a piece begins. */
  linkState?: unknown
}

const height = 148
const head = 16
const foot = 18
const ground = height - foot

/**
 * Stacked columns over the whole width; every piece is a link. One stop of the Tab key: the arrow
 * keys go from piece to piece. Say the same in a table beside it.
 */
export function ColumnPlot({ label, columns, linkState }: ColumnPlotProps) {
  const { look, patterns } = usePatterns()
  const drawn = columns.map((column) => ({ ...column, pieces: stacked(column, columns) }))
  const { stop, setStop, onKeyDown } = useArrows(drawn)
  const share = 100 / columns.length
  return (
    // biome-ignore lint/a11y/useSemanticElements: a drawing cannot be a fieldset
    <svg
      role="group"
      aria-label={label}
      width="100%"
      height={height}
      className="block overflow-visible"
    >
      {patterns}
      <line x1="0" x2="100%" y1={ground + 0.5} y2={ground + 0.5} className="stroke-edge" />
      {drawn.map((column, index) => {
        const middle = `${share * (index + 0.5)}%`
        const top = column.pieces.at(-1)?.y ?? ground
        return (
          <g key={column.key}>
            <text x={middle} y={top - 4} textAnchor="middle" className={small}>
              {column.total}
            </text>
            {column.pieces.map((piece) => (
              <Link
                key={piece.key}
                href={piece.href}
                state={linkState}
                data-piece={idOf(column, piece)}
                tabIndex={stop === idOf(column, piece) ? 0 : -1}
                onFocus={() => setStop(idOf(column, piece))}
                onKeyDown={onKeyDown}
                aria-label={piece.label}
                className="group/piece outline-none"
              >
                <title>{piece.label}</title>
                <rect
                  x={`${share * (index + 0.16)}%`}
                  width={`${share * 0.68}%`}
                  y={piece.y + 0.5}
                  height={Math.max(piece.tall - 1, 1)}
                  strokeWidth="1"
                  fill={look(piece.pattern).fill}
                  className={`${look(piece.pattern).className} group-hover/piece:stroke-ink group-hover/piece:stroke-2 group-focus-visible/piece:stroke-focus group-focus-visible/piece:stroke-[3px]`}
                />
              </Link>
            ))}
            <text x={middle} y={height - 4} textAnchor="middle" className={small}>
              {column.label}
            </text>
          </g>
        )
      })}
    </svg>
  )
}

const small = 'fill-ink-soft text-[11px] tabular-nums pointer-events-none'

const idOf = (column: { key: string }, piece: { key: string }) => `${column.key} ${piece.key}`

type Stacked = Segment & { y: number; tall: number }

/** The pieces of a column with their places, the highest column filling the plot. */
function stacked(column: PlotColumn, columns: readonly PlotColumn[]): Stacked[] {
  const highest = Math.max(1, ...columns.map(totalOf))
  const pieces: Stacked[] = []
  for (const piece of column.segments.filter(({ value }) => value > 0)) {
    const tall = Math.max(3, (piece.value / highest) * (ground - head))
    pieces.push({ ...piece, tall, y: (pieces.at(-1)?.y ?? ground) - tall })
  }
  return pieces
}

const totalOf = ({ segments: pieces }: PlotColumn) =>
  pieces.reduce((sum, { value }) => sum + value, 0)

type Drawn = readonly { key: string; pieces: readonly Stacked[] }[]

/** One piece takes part in the Tab order; left and right change the column, up and down the piece. */
function useArrows(columns: Drawn) {
  const [wanted, setStop] = useState('')
  const ids = columns.map((column) => column.pieces.map((piece) => idOf(column, piece)))
  const known = ids.flat()
  const stop = known.includes(wanted) ? wanted : (known.at(-1) ?? '')
  const step = (sideways: number, upwards: number) => {
    const column = ids.findIndex((of) => of.includes(stop))
    const kind = stop.slice((columns[column]?.key.length ?? 0) + 1)
    if (upwards !== 0) return ids[column]?.[(ids[column]?.indexOf(stop) ?? 0) + upwards]
    const beside = sideways > 0 ? ids.slice(column + 1) : ids.slice(0, column).toReversed()
    const next = beside.find((of) => of.length > 0)
    return next?.find((id) => id.endsWith(` ${kind}`)) ?? next?.[0]
  }
  const onKeyDown = (event: KeyboardEvent<Element>) => {
    const [sideways, upwards] = arrows[event.key] ?? [0, 0]
    if (sideways === 0 && upwards === 0) return
    event.preventDefault()
    const next = step(sideways, upwards)
    const plot = event.currentTarget.closest('svg')
    if (next) plot?.querySelector<SVGElement>(`[data-piece="${CSS.escape(next)}"]`)?.focus()
  }
  return { stop, setStop, onKeyDown }
}

const arrows: Record<string, [sideways: number, upwards: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
}
