/** Draws a plot as shapes, which the PDF and the pictures have in common. Lengths are points or pixels. */
import { columnText, formatValue, type Plot, totalOf } from './plots.ts'

type Fill = 'dark' | 'light' | 'none'

export type Shape =
  | { kind: 'box'; x: number; y: number; width: number; height: number; fill: Fill }
  | { kind: 'line'; x: number; y: number; width: number }
  | {
      kind: 'text'
      text: string
      x: number
      /** The top of the line. */
      y: number
      width: number
      size: number
      align: 'left' | 'center' | 'right'
      isSoft: boolean
    }

export interface Drawing {
  height: number
  shapes: Shape[]
}

/** The colours of the shapes on white; the fills differ in lightness too, for printers without colours. */
export const colours = {
  dark: '#14584a',
  light: '#d9b27c',
  none: '#ffffff',
  outline: '#57534e',
  ink: '#1c1917',
  soft: '#57534e',
  line: '#a8a29e',
} as const

const fillOf: Record<Plot['series'][number]['key'], Fill> = {
  oem: 'dark',
  vendor: 'light',
  retained: 'dark',
  left: 'none',
}

const size = 8
/** The height of a line of text of this size. */
const lineHeight = size * 1.4
const gap = 4

type WidthOf = (text: string, size: number) => number

/** The plot with its legend, without its title. */
export function drawPlot(plot: Plot, width: number, widthOf: WidthOf): Drawing {
  const legend = drawLegend(plot, widthOf)
  const top = lineHeight + 2 * gap
  const { shapes, height } =
    plot.group === 'state' ? drawBars(plot, width, top, widthOf) : drawColumns(plot, width, top)
  return { shapes: [...legend, ...shapes], height }
}

function drawLegend(plot: Plot, widthOf: WidthOf): Shape[] {
  const shapes: Shape[] = []
  let x = 0
  for (const [index, { key, name }] of plot.series.entries()) {
    const text = `${name} ${formatValue(plot, plot.total.values[index] ?? 0)}`
    const textWidth = widthOf(text, size) + 1
    const side = size - 1
    shapes.push({ kind: 'box', x, y: 2.5, width: side, height: side, fill: fillOf[key] })
    shapes.push(textAt(text, { x: x + size + gap, y: 0, width: textWidth }))
    x += size + textWidth + 5 * gap
  }
  return shapes
}

const textAt = (
  text: string,
  {
    align = 'left',
    isSoft = false,
    ...box
  }: { x: number; y: number; width: number; align?: 'left' | 'center' | 'right'; isSoft?: boolean },
): Shape => ({ kind: 'text', text, size, align, isSoft, ...box })

const columnHeight = 96

function drawColumns(plot: Plot, width: number, top: number): Drawing {
  const { rows } = plot
  const baseline = top + lineHeight + columnHeight
  const largest = Math.max(1, ...rows.map(totalOf))
  const step = width / rows.length
  const shapes: Shape[] = [{ kind: 'line', x: 0, y: baseline, width }]
  for (const [index, row] of rows.entries()) {
    const left = index * step
    const column = { x: left, width: step, align: 'center' } as const
    let y = baseline
    for (const [seriesIndex, { key }] of plot.series.entries()) {
      const value = row.values[seriesIndex] ?? 0
      if (value === 0) continue
      const height = Math.max(1.5, (value / largest) * columnHeight)
      y -= height
      const barWidth = Math.min(step * 0.68, 40)
      const x = left + (step - barWidth) / 2
      shapes.push({ kind: 'box', x, y, width: barWidth, height, fill: fillOf[key] })
    }
    if (totalOf(row) > 0)
      shapes.push(textAt(columnText(plot, row), { ...column, y: y - lineHeight }))
    shapes.push(textAt(row.shortLabel, { ...column, y: baseline + 2, isSoft: true }))
  }
  return { shapes, height: baseline + 2 + lineHeight }
}

function drawBars(plot: Plot, width: number, top: number, widthOf: WidthOf): Drawing {
  const { rows } = plot
  const labelWidth = Math.min(
    width * 0.35,
    Math.max(...rows.map(({ label }) => widthOf(label, size))) + gap,
  )
  const texts = rows.map((row) => formatValue(plot, totalOf(row)))
  const textWidth = Math.max(...texts.map((text) => widthOf(text, size))) + gap
  const barsWidth = width - labelWidth - textWidth - 2 * gap
  const largest = Math.max(1, ...rows.map(totalOf))
  const rowHeight = lineHeight + 3
  const shapes: Shape[] = []
  for (const [index, row] of rows.entries()) {
    const y = top + index * rowHeight
    shapes.push(textAt(row.label, { x: 0, y, width: labelWidth, isSoft: true }))
    let x = labelWidth + gap
    for (const [seriesIndex, { key }] of plot.series.entries()) {
      const value = row.values[seriesIndex] ?? 0
      if (value === 0) continue
      const barWidth = Math.max(1.5, (value / largest) * barsWidth)
      shapes.push({ kind: 'box', x, y: y + 1, width: barWidth, height: size, fill: fillOf[key] })
      x += barWidth
    }
    shapes.push(textAt(texts[index] ?? '', { x: x + gap, y, width: textWidth }))
  }
  return { shapes, height: top + rows.length * rowHeight }
}
