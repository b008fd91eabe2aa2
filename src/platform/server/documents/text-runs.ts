import { type FontName, fontOf } from './fonts.ts'

/** Characters of one font, drawn at once. */
export interface TextRun {
  text: string
  script: 'latin' | 'devanagari'
  /** True where the glyphs do not tell the characters: shaped scripts and replaced characters. */
  isOpaque?: true
}

/** Drawn for characters that no font has. */
const replacement = '\uFFFD'

const plain = /^[\x20-\x7E\u00A0-\u00AC\u00AE-\u017F\u2013\u2014\u2018-\u201D\u2022\u2026\u20B9]*$/
const devanagari = /\p{Script_Extensions=Devanagari}/u
const invisible = /^(?:\p{Cf}|\u034F|[\u180B-\u180F]|[\u{E0100}-\u{E01EF}])+$/u
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** The user-perceived characters of a text. */
export const graphemesOf = (text: string): string[] =>
  Array.from(graphemes.segment(text), ({ segment }) => segment)

/** Composed characters, without tabs and variation selectors, and with one kind of line break. */
export const drawable = (text: string): string =>
  text
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(/\r\n?|[\u2028\u2029]/g, '\n')
    .replaceAll('\t', ' ')
    .replaceAll(/[\uFE00-\uFE0F]/g, '')

/** Splits a drawable line into runs of one font. What no font has becomes a replacement character. */
export function runsOf(line: string): TextRun[] {
  if (plain.test(line)) return line === '' ? [] : [{ text: line, script: 'latin' }]
  const runs: TextRun[] = []
  for (const grapheme of graphemesOf(line)) {
    const last = runs.at(-1)
    const next = runOf(grapheme, last)
    if (next === undefined) continue
    if (last && last.script === next.script && last.isOpaque === next.isOpaque)
      last.text += next.text
    else runs.push(next)
  }
  return runs
}

/** undefined for a character that is never visible. A space stays in the run before it. */
function runOf(grapheme: string, last: TextRun | undefined): TextRun | undefined {
  if (grapheme === ' ') return { ...(last ?? { script: 'latin' }), text: ' ' }
  if (invisible.test(grapheme)) return undefined
  const script = devanagari.test(grapheme) ? 'devanagari' : 'latin'
  if (!hasGlyphs(script, grapheme)) return { text: replacement, script: 'latin', isOpaque: true }
  return script === 'devanagari'
    ? { text: grapheme, script, isOpaque: true }
    : { text: grapheme, script }
}

function hasGlyphs(script: TextRun['script'], grapheme: string): boolean {
  // Noto Sans has an empty glyph for some control characters.
  if (/\p{Cc}/u.test(grapheme)) return false
  const font = fontOf(script)
  return Array.from(grapheme).every(
    (character) =>
      invisible.test(character) || font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0),
  )
}

export const fontNameOf = ({ script }: TextRun, isBold: boolean): FontName =>
  isBold ? `${script}-bold` : script
