import { type FontName, fontOf } from './fonts.ts'
import { drawable, fontNameOf, graphemesOf, runsOf, type TextRun } from './text-runs.ts'

export interface TextStyle {
  /** In points; 10 unless given. */
  size?: number
  bold?: boolean
  colour?: string
  align?: 'left' | 'right' | 'center'
  /** The distance of lines as a factor of the size; 1.4 unless given, which both scripts need. */
  lineHeight?: number
  /** At most this many lines; what is left out shows as '…'. */
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

/** The lines of a text within a width. */
export function linesOf(text: string, width: number, style: TextStyle) {
  const { size = 10, lineHeight = 1.4, maxLines = Number.POSITIVE_INFINITY } = style
  const lines = drawable(text)
    .split('\n')
    .flatMap((paragraph) => wrap(paragraph.trimEnd(), width, style))
  const shown = lines.slice(0, maxLines)
  const last = shown.at(-1)
  if (last && shown.length < lines.length) shown[shown.length - 1] = shorten(last, width, style)
  // The ascent of Noto Sans, with what the line height adds spread above and below.
  return {
    lines: shown,
    lineHeight: size * lineHeight,
    ascent: size * (1.069 + (lineHeight - 1.362) / 2),
  }
}

/** The width of one line of drawable text. */
export const widthOf = (text: string, style: TextStyle, runs = runsOf(drawable(text))): number =>
  runs.reduce((sum, run) => sum + runWidth(run, style), 0)

/** The largest size from `size` down to `minSize` at which the text has at most `maxLines` lines. */
export function fitSize(text: string, width: number, { minSize, ...style }: FitOptions): number {
  const { maxLines, ...free } = style
  for (let size = style.size ?? 10; size > minSize; size -= 0.5)
    if (linesOf(text, width, { ...free, size }).lines.length <= maxLines) return size
  return minSize
}

/** Breaks at spaces and after hyphens and slashes; a longer word breaks anywhere. */
function wrap(paragraph: string, width: number, style: TextStyle): Line[] {
  const whole = widthOf(paragraph, style)
  if (whole <= width) return [{ text: paragraph, width: whole }]
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
  (paragraph.match(/ *[^ ]*?(?:[-/](?=[^ ])|(?= )|$)/g) ?? []).flatMap((segment) =>
    widthOf(segment, style) <= width ? [segment] : graphemesOf(segment),
  )

function shorten({ text }: Line, width: number, style: TextStyle): Line {
  const graphemes = graphemesOf(text)
  while (graphemes.length > 0 && widthOf(`${graphemes.join('')}…`, style) > width) graphemes.pop()
  return lineOf(`${graphemes.join('').trimEnd()}…`, style)
}

function runWidth(run: TextRun, { size = 10, bold = false }: TextStyle): number {
  const name = fontNameOf(run, bold)
  // Word by word, as the library lays text out.
  const words = run.text.match(/[^ ]* ?/g) ?? []
  const width = words.reduce((sum, word) => sum + (word === '' ? 0 : wordWidth(name, word)), 0)
  return (width / fontOf(name).unitsPerEm) * size
}

const maxCachedWords = 8000
const wordWidths = new Map<FontName, Map<string, number>>()

/** In units of the font. Breaking lines measures each word many times. */
function wordWidth(name: FontName, word: string): number {
  const cache = wordWidths.get(name) ?? new Map<string, number>()
  wordWidths.set(name, cache)
  const width = cache.get(word) ?? fontOf(name).layout(word).advanceWidth
  if (cache.size >= maxCachedWords) cache.clear()
  cache.set(word, width)
  return width
}
