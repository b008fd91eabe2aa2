import { sum } from '#shared/sum.ts'
import { drawable, graphemesOf } from './letters.ts'
import { measure } from './shaping.ts'
import { fontNameOf, runsOf, type TextRun } from './text-runs.ts'

export interface TextStyle {
  /** In points; 10 unless given. */
  size?: number
  bold?: boolean
  colour?: string
  align?: 'left' | 'right' | 'center'
  /** The distance of lines as a factor of the size; 1.4 unless given, which all scripts need. */
  lineHeight?: number
  /** At most this many lines; omitted text is shown as '…'. */
  maxLines?: number
}

export interface FitOptions extends TextStyle {
  maxLines: number
  minSize: number
}

interface Line {
  text: string
  width: number
}

/**
 * The lines of a text within a width, each with the place of its baseline below the top of the text, and their height.
 */
export function linesOf(text: string, width: number, style: TextStyle) {
  const { size = 10, lineHeight = 1.4, maxLines = Number.POSITIVE_INFINITY } = style
  const lines = drawable(text)
    .split('\n')
    .flatMap((paragraph) => wrap(paragraph.trimEnd(), width, style))
  const shown = lines.slice(0, maxLines)
  const last = shown.at(-1)
  if (last && shown.length < lines.length) shown[shown.length - 1] = shorten(last, width, style)
  // The ascent of Noto Sans, with what the line height adds spread above and below.
  const ascent = 1.069 + (lineHeight - 1.362) / 2
  let height = 0
  const placed = shown.map((line) => {
    const baseline = height + ascent * size
    height += (lineHeight + overhang(line.text, lineHeight - ascent, style)) * size
    return { ...line, baseline }
  })
  return { lines: placed, height }
}

/** How much more than the room below the baseline a line takes: signs of Kannada and Telugu reach far down. */
const overhang = (line: string, room: number, { bold = false }: TextStyle): number => {
  const depths = runsOf(line)
    .filter(({ script }) => script !== 'Latin')
    .flatMap((run) => wordsOf(run).map((word) => measure(fontNameOf(run, bold), word).depth))
  return Math.max(0, ...depths.map((depth) => depth - room - 0.15))
}

/** The width of one line of drawable text. */
export const widthOf = (text: string, style: TextStyle, runs = runsOf(drawable(text))): number =>
  sum(runs, (run) => runWidth(run, style))

/** The largest size from `size` down to `minSize` at which the text has at most `maxLines` lines. */
export function fitSize(text: string, width: number, { minSize, ...style }: FitOptions): number {
  const { maxLines, ...free } = style
  for (let size = style.size ?? 10; size > minSize; size -= 0.5)
    if (linesOf(text, width, { ...free, size }).lines.length <= maxLines) return size
  return minSize
}

/**
 * Breaks at spaces and after hyphens and slashes, not before a digit, so that numbers such as R2026-27/0042 are whole;
 * a longer word breaks anywhere.
 */
function wrap(paragraph: string, width: number, style: TextStyle): Line[] {
  const fullWidth = widthOf(paragraph, style)
  if (fullWidth <= width) return [{ text: paragraph, width: fullWidth }]
  const lines: Line[] = []
  let line = ''
  for (const segment of segmentsOf(paragraph, width, style)) {
    if (line !== '' && widthOf((line + segment).trimEnd(), style) > width) {
      lines.push(lineOf(line, style))
      line = segment.trimStart()
    } else line += segment
  }
  return [...lines, lineOf(line, style)]
}

const lineOf = (text: string, style: TextStyle): Line => ({
  text: text.trimEnd(),
  width: widthOf(text.trimEnd(), style),
})

const segmentsOf = (paragraph: string, width: number, style: TextStyle): string[] =>
  (paragraph.match(/ *[^ ]*?(?:[-/](?=[^ \d])|(?= )|$)/g) ?? []).flatMap((segment) =>
    widthOf(segment, style) <= width ? [segment] : graphemesOf(segment),
  )

function shorten({ text }: Line, width: number, style: TextStyle): Line {
  const graphemes = graphemesOf(text)
  while (graphemes.length > 0 && widthOf(`${graphemes.join('')}…`, style) > width) graphemes.pop()
  return lineOf(`${graphemes.join('').trimEnd()}…`, style)
}

function runWidth(run: TextRun, { size = 10, bold = false }: TextStyle): number {
  const name = fontNameOf(run, bold)
  return sum(wordsOf(run), (word) => measure(name, word).width) * size
}

/** Splits a text as the library does when it lays text out. */
const wordsOf = ({ text }: TextRun): string[] => text.match(/[^ ]+ ?| /g) ?? []
