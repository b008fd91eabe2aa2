import { type KeyboardEvent, useState } from 'react'
import { Link } from 'wouter'
import { sum } from '#shared/sum.ts'
import { classNames } from '../ui/class-names.ts'
import { FewFigures, minPlotted } from './FewFigures.tsx'
import { type Pattern, usePatterns } from './patterns.tsx'
import { scaleOf } from './scale.ts'

/** A part of a column, which links to the records it counts. */
interface Segment {
  /** Identifies the segment within its column; the same key continues in the other columns. */
  key: string
  pattern: Pattern
  value: number
  /** Its accessible name and tooltip are 'label: text'. */
  label: string
  text: string
  href: string
}

interface PlotColumn {
  key: string
  /** Below the column; may be ''. */
  label: string
  /** Shown above the highest and above the last column. */
  total: string
  /** From bottom to top, or from left to right; segments with value 0 are not drawn. */
  segments: readonly Segment[]
}

interface ColumnPlotProps {
  /** Describes the plot to screen readers. */
  label: string
  columns: readonly PlotColumn[]
  /** The text of a value beside a line of the grid. */
  format: (value: number) => string
  /** True to put the segments beside each other, with the total of the last one; by default they are stacked. */
  isGrouped?: boolean
  /** The history state of navigations from a segment. */
  linkState?: unknown
}

// In pixels: drawn for the width, so that texts have their true size.
const plotHeight = 240
const topMargin = 20
const bottomMargin = 22
const baseline = plotHeight - bottomMargin
const minSegmentHeight = 3
/** The part of its place that a column fills. */
const filled = 0.62

/** Columns over the full width; one or two that have values are written out instead. */
export function ColumnPlot(plot: ColumnPlotProps) {
  const figures = plot.columns.map((column) =>
    column.segments.flatMap((segment) =>
      segment.value > 0 ? [{ ...segment, key: idOf(column, segment) }] : [],
    ),
  )
  if (figures.filter((ofColumn) => ofColumn.length > 0).length >= minPlotted)
    return <Columns {...plot} />
  return <FewFigures label={plot.label} figures={figures.flat()} linkState={plot.linkState} />
}

/**
 * The plot is one tab stop; the arrow keys move between segments. Show the same figures in a table beside it.
 */
function Columns({ label, columns, format, isGrouped = false, linkState }: ColumnPlotProps) {
  const { fillProps, definitions } = usePatterns()
  const heights = columns.map(({ segments }) => heightOf(segments, isGrouped))
  const { max, lines } = scaleOf(Math.max(...heights))
  const columnWidth = 100 / columns.length
  const placed = columns.map((column, index) => ({
    ...column,
    segments: placeSegments(column.segments, {
      isGrouped,
      max,
      left: columnWidth * (index + (1 - filled) / 2),
      width: columnWidth * filled,
    }),
  }))
  const { tabStop, setTabStop, onKeyDown } = useArrowKeys(placed)
  const marked = markedColumns(columns, isGrouped)
  const labelClassOf = labelClassesOf(columns)
  return (
    <div className="@container flex gap-2">
      <div aria-hidden="true" className="relative min-w-7 text-xs text-ink-faint tabular-nums">
        {lines.map((value) => (
          <span
            key={value}
            className="relative block h-0 -translate-y-2 whitespace-nowrap"
            style={{ top: yOf(value, max) }}
          >
            {value === 0 ? '0' : format(value)}
          </span>
        ))}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: an SVG cannot be a fieldset */}
      <svg
        role="group"
        aria-label={label}
        width="100%"
        height={plotHeight}
        className="block min-w-0 flex-1 overflow-visible"
      >
        {definitions}
        {lines.map((value) => (
          <line
            key={value}
            x1="0"
            x2="100%"
            y1={yOf(value, max)}
            y2={yOf(value, max)}
            className="stroke-line"
          />
        ))}
        {placed.map((column, index) => {
          const centre = `${columnWidth * (index + 0.5)}%`
          const top = Math.min(...column.segments.map(({ y }) => y))
          return (
            <g key={column.key}>
              {marked.includes(column.key) && (
                <text
                  x={centre}
                  y={top - 6}
                  textAnchor="middle"
                  className="pointer-events-none fill-ink text-[12px] font-medium tabular-nums"
                >
                  {column.total}
                </text>
              )}
              {column.segments.map((segment) => (
                <Link
                  key={segment.key}
                  href={segment.href}
                  state={linkState}
                  data-segment={idOf(column, segment)}
                  tabIndex={tabStop === idOf(column, segment) ? 0 : -1}
                  onFocus={() => setTabStop(idOf(column, segment))}
                  onKeyDown={onKeyDown}
                  aria-label={nameOf(segment)}
                  className="outline-none"
                >
                  <title>{nameOf(segment)}</title>
                  <rect
                    x={`${segment.left}%`}
                    width={`${segment.width}%`}
                    y={segment.y}
                    height={segment.height}
                    rx="1.5"
                    {...fillProps(segment.pattern)}
                    className={classNames(
                      fillProps(segment.pattern).className,
                      'forced-color-adjust-none [a:hover_&]:opacity-80 [a:focus-visible_&]:stroke-focus [a:focus-visible_&]:stroke-[3px]',
                    )}
                  />
                </Link>
              ))}
              <text
                x={centre}
                y={plotHeight - 4}
                textAnchor="middle"
                className={labelClassOf(column)}
              >
                {column.label}
              </text>
            </g>
          )
        })}
      </svg>
    </div>
  )
}

/** Hides every second of many labels, which have no room in a narrow plot. */
function labelClassesOf(columns: readonly PlotColumn[]): (column: PlotColumn) => string {
  const labelled = columns.filter(({ label }) => label !== '').map(({ key }) => key)
  return ({ key }) => {
    const isSecond = labelled.indexOf(key) % 2 === 1
    return classNames(textClass, labelled.length > 6 && isSecond && '@max-lg:hidden')
  }
}

/** In pixels, as the plot: larger text would overlap. The text of the table beside it grows. */
const textClass = 'pointer-events-none fill-ink-faint text-[12px] tabular-nums'

const nameOf = ({ label, text }: Segment) => `${label}: ${text}`

const idOf = (column: { key: string }, segment: { key: string }) => `${column.key} ${segment.key}`

const yOf = (value: number, max: number): number =>
  baseline - (value / max) * (baseline - topMargin)

const heightOf = (segments: readonly Segment[], isGrouped: boolean): number => {
  const values = segments.map(({ value }) => value)
  return isGrouped ? Math.max(0, ...values) : sum(values)
}

/** The two columns whose total is shown: the highest and the last one. In a group the last segment is compared. */
function markedColumns(columns: readonly PlotColumn[], isGrouped: boolean): string[] {
  const valued = columns
    .map(({ key, segments }) => ({
      key,
      value: heightOf(isGrouped ? segments.slice(-1) : segments, isGrouped),
    }))
    .filter(({ value }) => value > 0)
  const most = Math.max(...valued.map(({ value }) => value))
  return [valued.find(({ value }) => value === most), valued.at(-1)].flatMap((column) =>
    column ? [column.key] : [],
  )
}

type PlacedSegment = Segment & {
  /** In percent of the width. */
  left: number
  width: number
  y: number
  height: number
}

function placeSegments(
  segments: readonly Segment[],
  { isGrouped, max, left, width }: { isGrouped: boolean; max: number; left: number; width: number },
): PlacedSegment[] {
  const part = isGrouped ? width / segments.length : width
  let top = baseline
  return segments.flatMap((segment, index) => {
    if (segment.value <= 0) return []
    const height = Math.max(minSegmentHeight, (segment.value / max) * (baseline - topMargin))
    const y = (isGrouped ? baseline : top) - height
    top = y
    return [
      {
        ...segment,
        left: left + (isGrouped ? part * index : 0),
        // A gap between neighbours.
        width: isGrouped ? part * 0.92 : part,
        y,
        height: isGrouped || index === 0 ? height : height - 1,
      },
    ]
  })
}

type PlacedColumns = readonly { key: string; segments: readonly PlacedSegment[] }[]

/**
 * Makes one segment the tab stop: the last focused one, or initially the last segment. Left and right move to the next
 * column that has segments, to the same segment if possible; up and down move within a column.
 */
function useArrowKeys(columns: PlacedColumns) {
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
