/** Which letters documents can draw, and how a text becomes one of such letters. */
import { type Script, scripts } from './font-files.ts'
import { hasGlyph } from './shaping.ts'

/** Letters of Noto Sans that need no further look. */
export const toDrawable =
  /^[\x20-\x7E\u00A0-\u00AC\u00AE-\u017F\u2013\u2014\u2018-\u201D\u2022\u2026\u20B9]*$/
/**
 * The joiners of Indian scripts and Urdu, which occur within words and are invisible on their own.
 */
const joiners = /^[\u200C\u200D]+$/u
/** Noto Sans has an empty glyph for some control characters, and one for characters that were lost before. */
const neverDrawn = /[\p{Cc}\uFFFD]/u
const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** The user-perceived characters of a text. */
export const graphemesOf = (text: string): string[] =>
  Array.from(segmenter.segment(text), ({ segment }) => segment)

const scriptTests = scripts
  .filter((script) => script !== 'Latin')
  .map((script) => ({ script, test: new RegExp(`\\p{Script_Extensions=${script}}`, 'u') }))

const maxCachedGraphemes = 4000
const scriptsOfGraphemes = new Map<string, readonly Script[]>()

/** Signs like '।' are of several scripts. Noto Sans also has some Devanagari, so it comes last. */
function possibleScripts(grapheme: string): readonly Script[] {
  const remembered = scriptsOfGraphemes.get(grapheme)
  if (remembered) return remembered
  const own = scriptTests.filter(({ test }) => test.test(grapheme)).map(({ script }) => script)
  if (scriptsOfGraphemes.size >= maxCachedGraphemes) scriptsOfGraphemes.clear()
  scriptsOfGraphemes.set(grapheme, [...own, 'Latin'])
  return [...own, 'Latin']
}

/**
 * The script whose font has the grapheme; undefined when no font has it. A sign of several scripts takes the script of
 * the text before it.
 */
export function scriptOf(grapheme: string, before?: Script): Script | undefined {
  const possible = possibleScripts(grapheme)
  const isShared = before !== undefined && before !== 'Latin' && possible.includes(before)
  return isShared && isIn(before, grapheme)
    ? before
    : possible.find((script) => isIn(script, grapheme))
}

const isIn = (script: Script, grapheme: string): boolean =>
  !neverDrawn.test(grapheme) &&
  Array.from(grapheme).every(
    (character) => joiners.test(character) || hasGlyph(script, character.codePointAt(0) ?? 0),
  )

/**
 * The text as documents draw it: composed characters, plain letters for compatibility letters (Ｒ, ﬁ, ①), one kind of
 * line break, and no invisible characters outside of words. Letters that no font has are omitted.
 */
export function drawable(text: string): string {
  if (toDrawable.test(text)) return text
  const composed = composedText(text)
  if (isPlain(composed)) return composed
  const parts = graphemesOf(composed).map((grapheme) => drawn(grapheme))
  const joined = parts.map((part) => part ?? '').join('')
  const result = parts.includes(undefined) ? joined.replaceAll(/^ +| +(?= |$)/gm, '') : joined
  // When a character between two signs is removed, the signs may combine into another character.
  return result === composed ? result : drawable(result)
}

/** The record with drawable texts, for lists, where one member's undrawable letters must not prevent the document. */
export const withDrawableTexts = <Row extends object>(row: Row): Row => {
  const entries = Object.entries(row).map(([name, value]) => [
    name,
    typeof value === 'string' ? drawable(value) : value,
  ])
  return Object.fromEntries(entries) as Row
}

/** What `drawable` leaves out of a text, each once. */
export const omittedLetters = (text: string): string[] => [
  ...new Set(graphemesOf(composedText(text)).filter((grapheme) => drawn(grapheme) === undefined)),
]

const composedText = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/[\p{Default_Ignorable_Code_Point}--[\u200C\u200D]]/gv, '')
    .normalize('NFC')
    .replaceAll(/\r\n?|[\u2028\u2029]/g, '\n')
    .replaceAll('\t', ' ')

const isPlain = (text: string): boolean => toDrawable.test(text.replaceAll('\n', ''))

/** undefined for what no font has. */
function drawn(grapheme: string): string | undefined {
  if (grapheme === '\n' || toDrawable.test(grapheme)) return grapheme
  if (joiners.test(grapheme)) return ''
  const compatible = grapheme.normalize('NFKC')
  const isVariant = compatible !== grapheme && /[\p{L}\p{N}]/u.test(grapheme)
  if (!isVariant && scriptOf(grapheme) !== undefined) return grapheme
  const canDraw = graphemesOf(compatible).every((one) => scriptOf(one) !== undefined)
  return canDraw ? compatible : undefined
}
