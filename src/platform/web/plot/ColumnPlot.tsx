import { type KeyboardEvent, useState } from 'react'
import { Link } from 'wouter'
import { classNames } from '../ui/class-names.ts'
import { type Pattern, usePatterns } from './patterns.tsx'

/** A part of a column, which links to the records it counts. */
interface Segment {
  /** Identifies the segment within its column; the same key continues in the other columns. */
  key: string
  pattern: Pattern
  value: number
  /** The accessible name and tooltip. */
  label: string
  href: string
}

interface PlotColumn {
  key: string
  /** Below the column; may be ''. */
  label: string
  /** Above the column; may be ''. */
  total: string
  /** From bottom to top; segments with value 0 are not drawn. */
  segments: readonly Segment[]
}

interface ColumnPlotProps {
  /** Describes the plot to screen readers. */
  label: string
  columns: readonly PlotColumn[]
  /** The history state of navigations from a segment. */
  linkState?: unknown
}

// In pixels.
const plotHeight = 148
const topMargin = 16
const bottomMargin = 18
const baseline = plotHeight - bottomMargin
const minSegmentHeight = 3

/**
 * Stacked columns over the full width. The plot is one tab stop; the arrow keys move between segments.
 * Show the same figures in a table beside it.
 */
export function ColumnPlot({ label, columns, linkState }: ColumnPlotProps) {
  const { fillProps, definitions } = usePatterns()
  const stackedColumns = columns.map((column) => ({
    ...column,
    segments: stackSegments(column, columns),
  }))
  const { tabStop, setTabStop, onKeyDown } = useArrowKeys(stackedColumns)
  const columnWidth = 100 / columns.length
  /** Hides every second of many texts, which have no room on the narrowest screens. */
  const textClassOf = (column: PlotColumn, text: 'label' | 'total') => {
    const shown = columns.filter((one) => one[text] !== '')
    const isSecond = shown.findIndex(({ key }) => key === column.key) % 2 === 1
    return classNames(textClass, shown.length > 6 && isSecond && 'max-[375px]:hidden')
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: an SVG cannot be a fieldset
    <svg
      role="group"
      aria-label={label}
      width="100%"
      height={plotHeight}
      className="block overflow-visible"
    >
      {definitions}
      <line x1="0" x2="100%" y1={baseline + 0.5} y2={baseline + 0.5} className="stroke-edge" />
      {stackedColumns.map((column, index) => {
        const centre = `${columnWidth * (index + 0.5)}%`
        const top = column.segments.at(-1)?.y ?? baseline
        return (
          <g key={column.key}>
            <text
              x={centre}
              y={top - 4}
              textAnchor="middle"
              className={textClassOf(column, 'total')}
            >
              {column.total}
            </text>
            {column.segments.map((segment) => (
              <Link
                key={segment.key}
                href={segment.href}
                state={linkState}
                data-segment={idOf(column, segment)}
                tabIndex={tabStop === idOf(column, segment) ? 0 : -1}
                onFocus={() => setTabStop(idOf(column, segment))}
                onKeyDown={onKeyDown}
                aria-label={segment.label}
                className="group/segment outline-none"
              >
                <title>{segment.label}</title>
                <rect
                  x={`${columnWidth * (index + 0.16)}%`}
                  width={`${columnWidth * 0.68}%`}
                  y={segment.y + 0.5}
                  height={Math.max(segment.height - 1, 1)}
                  strokeWidth="1"
                  fill={fillProps(segment.pattern).fill}
                  className={`${fillProps(segment.pattern).className} group-hover/segment:stroke-ink group-hover/segment:stroke-2 group-focus-visible/segment:stroke-focus group-focus-visible/segment:stroke-[3px]`}
                />
              </Link>
            ))}
            <text
              x={centre}
              y={plotHeight - 4}
              textAnchor="middle"
              className={textClassOf(column, 'label')}
            >
              {column.label}
            </text>
          </g>
        )
      })}
    </svg>
  )
}

const textClass = 'fill-ink-soft text-[11px] tabular-nums pointer-events-none'

const idOf = (column: { key: string }, segment: { key: string }) => `${column.key} ${segment.key}`

type StackedSegment = Segment & { y: number; height: number }

/** The segments of a column with their positions; the highest column fills the plot. */
function stackSegments(column: PlotColumn, columns: readonly PlotColumn[]): StackedSegment[] {
  const maxTotal = Math.max(1, ...columns.map(totalOf))
  const segments: StackedSegment[] = []
  for (const segment of column.segments.filter(({ value }) => value > 0)) {
    const height = Math.max(minSegmentHeight, (segment.value / maxTotal) * (baseline - topMargin))
    segments.push({ ...segment, height, y: (segments.at(-1)?.y ?? baseline) - height })
  }
  return segments
}

const totalOf = ({ segments }: PlotColumn) => segments.reduce((sum, { value }) => sum + value, 0)

type StackedColumns = readonly { key: string; segments: readonly StackedSegment[] }[]

/**
 * One segment is the tab stop: the one focused last, at first the last one. Left and right move to the
 * next column that has segments, to the same segment if possible; up and down move within a column.
 */
function useArrowKeys(columns: StackedColumns) {
  const [focused, setTabStop] = useState('')
  const ids = columns.map((column) => column.segments.map((segment) => idOf(column, segment)))
  const allIds = ids.flat()
  const tabStop = allIds.includes(focused) ? focused : (allIds.at(-1) ?? '')
  const neighbour = (right: number, up: number) => {
    const columnIndex = ids.findIndex((ofColumn) => ofColumn.includes(tabStop))
    const segmentKey = tabStop.slice((columns[columnIndex]?.key.length ?? 0) + 1)
    if (up !== 0) return ids[columnIndex]?.[(ids[columnIndex]?.indexOf(tabStop) ?? 0) + up]
    const others = right > 0 ? ids.slice(columnIndex + 1) : ids.slice(0, columnIndex).reverse()
    const next = others.find((ofColumn) => ofColumn.length > 0)
    return next?.find((id) => id.endsWith(` ${segmentKey}`)) ?? next?.[0]
  }
  const onKeyDown = (event: KeyboardEvent<Element>) => {
    const [right, up] = arrowKeys[event.key] ?? [0, 0]
    if (right === 0 && up === 0) return
    event.preventDefault()
    const next = neighbour(right, up)
    const plot = event.currentTarget.closest('svg')
    if (next) plot?.querySelector<SVGElement>(`[data-segment="${CSS.escape(next)}"]`)?.focus()
  }
  return { tabStop, setTabStop, onKeyDown }
}

const arrowKeys: Record<string, [right: number, up: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
}
