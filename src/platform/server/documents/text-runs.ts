import bidiFactory from 'bidi-js'
import type { FontName, Script } from './font-files.ts'
import { graphemesOf, scriptOf, toDrawable } from './letters.ts'
import { isRightToLeft } from './shaping.ts'

/** Characters of one font and one direction, drawn together. */
export interface TextRun {
  text: string
  script: Script
}

/** Splits a drawable line into runs, from left to right. */
export function runsOf(line: string): TextRun[] {
  if (toDrawable.test(line)) return line === '' ? [] : [{ text: line, script: 'Latin' }]
  if (!rightToLeft.test(line)) return runsInOrder(line)
  return inVisualOrder(line).flatMap(({ text, level }) =>
    level % 2 === 0 ? runsInOrder(text) : reversedRuns(text),
  )
}

function runsInOrder(line: string): TextRun[] {
  const runs: TextRun[] = []
  for (const grapheme of graphemesOf(line)) {
    const last = runs.at(-1)
    // A space stays in the run before it.
    const script = (grapheme === ' ' ? last?.script : scriptOf(grapheme, last?.script)) ?? 'Latin'
    if (last && last.script === script) last.text += grapheme
    else runs.push({ text: grapheme, script })
  }
  return runs
}

const rightToLeft = /\p{Script=Arabic}/u
const bidi = bidiFactory()

interface Piece {
  text: string
  /** Odd for right-to-left. */
  level: number
}

/** Documents run from left to right, so that is the direction of each line as a whole (UAX #9, rules L1 and L2). */
function inVisualOrder(line: string): Piece[] {
  const { levels } = bidi.getEmbeddingLevels(line, 'ltr')
  let pieces: Piece[] = []
  let index = 0
  for (const grapheme of graphemesOf(line)) {
    const level = levels[index] ?? 0
    const last = pieces.at(-1)
    if (last?.level === level) last.text += grapheme
    else pieces.push({ text: grapheme, level })
    index += grapheme.length
  }
  for (let level = Math.max(...levels); level > 0; level--) pieces = reverseFrom(pieces, level)
  return pieces
}

/** Reverses each sequence of pieces of this level or a higher one. */
function reverseFrom(pieces: readonly Piece[], level: number): Piece[] {
  const result: Piece[] = []
  let sequence: Piece[] = []
  for (const piece of pieces) {
    if (piece.level >= level) sequence.unshift(piece)
    else {
      result.push(...sequence, piece)
      sequence = []
    }
  }
  return [...result, ...sequence]
}

/** Word by word, because pdfkit draws the words of a text from left to right. */
const reversedRuns = (text: string): TextRun[] =>
  (text.match(/ +|[^ ]+/g) ?? []).toReversed().flatMap((word) =>
    runsInOrder(word)
      .toReversed()
      .map((run) => (run.script === 'Arabic' ? run : { ...run, text: mirrored(run.text) })),
  )

const mirrored = (text: string): string =>
  graphemesOf(text)
    .toReversed()
    .map((grapheme) => bidi.getMirroredCharacter(grapheme) ?? grapheme)
    .join('')

export const fontNameOf = ({ script }: TextRun, isBold: boolean): FontName =>
  isBold ? `${script}-bold` : script

/**
 * The characters of a run from left to right: Chrome's reader of PDFs and Poppler turn right-to-left text round again.
 */
export const textFromLeft = ({ text }: TextRun): string =>
  isRightToLeft(text) ? Array.from(text).toReversed().join('') : text
