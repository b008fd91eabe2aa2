/** Cleans texts that people type, paste and send: removes invisible characters, converts digits to 0 to 9. */

// Zero-width blanks, soft hyphens, byte order marks and marks of direction. Contacts, chats and web pages put them
// around what is copied. The override U+202E is not here: it is never copied by accident, and fields refuse it.
const invisible =
  /[\u00AD\u180E\u200B\u202A-\u202D\u2060-\u2064\u2066-\u206F\uFEFF\uFFF9-\uFFFB]|\u034F/g
const directionMarks = /[\u200E\u200F\u061C]/g
const joiners = /\u200C|\u200D/g
const mayNeedCleaning =
  /[\u00AD\u061C\u180E\u200B\u200E\u200F\u202A-\u202D\u2060-\u206F\uFEFF\uFFF9-\uFFFB]|\u034F|\u200C|\u200D/

const rightToLeft = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC]/
/** Scripts in which a joiner changes how letters look: those of India and its neighbours, and Arabic. */
const joiningLetter = /[\u0600-\u06FF\u0750-\u077F\u0900-\u0DFF]/
/** Ends the vowel of the letter before it; a joiner after it also means something at the end of a word. */
const virama = /[\u094D\u09CD\u0A4D\u0ACD\u0B4D\u0BCD\u0C4D\u0CCD\u0D4D\u0DCA]/

/** Half of a pair of code units, as most emoji are, or one of the signs that emoji are joined with. */
const isOfEmoji = (unit: string): boolean =>
  /[\uD800-\uDFFF]/.test(unit) || ['\uFE0F', '♀', '♂', '⚕', '⚧', '❤'].includes(unit)

/** Whether a joiner between these characters is part of the text. */
function joins(before: string, after: string): boolean {
  if (virama.test(before)) return true
  if (joiningLetter.test(before)) return joiningLetter.test(after)
  return isOfEmoji(before) && isOfEmoji(after)
}

/**
 * The text without invisible characters that mean nothing, trimmed. Joiners stay where Indian scripts, Arabic and
 * emoji need them, marks of direction inside texts from right to left. Idempotent.
 */
export function plainText(text: string): string {
  if (!mayNeedCleaning.test(text)) return text.trim()
  const visible = text.replace(invisible, '')
  const directed = rightToLeft.test(visible) ? visible : visible.replace(directionMarks, '')
  const joined = directed.replace(joiners, (joiner, at: number) =>
    joins(directed.charAt(at - 1), directed.charAt(at + 1)) ? joiner : '',
  )
  return joined.replace(/^[\s\u200E\u200F\u061C]+|[\s\u200E\u200F\u061C]+$/g, '')
}

/** `plainText` in one line: line breaks and tabs become a space. */
export const oneLine = (text: string): string =>
  plainText(text).replace(/[^\S\r\n\t]*[\r\n\t\v\f\u0085\u2028\u2029]+\s*/g, ' ')

const isAscii = /^[\x20-\x7e]*$/

/** The text with the digits of every script as 0 to 9: '९८२५०' becomes '98250'. */
export const latinDigits = (text: string): string =>
  isAscii.test(text) ? text : text.replace(/\p{Nd}/gu, digitValue)

/** In Unicode the digits of a script follow each other, from 0. */
function digitValue(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  let before = 0
  while (/^\p{Nd}$/u.test(String.fromCodePoint(code - before - 1))) before += 1
  return String(before % 10)
}

/**
 * Removes the marks by which spreadsheets keep a cell as text (`'0012`, `="0012"`) and quotation marks around the
 * cell.
 */
export const withoutTextMark = (cell: string): string =>
  cell
    .replace(/^="([^"]*)"$/, '$1')
    .replace(/^"([^"]*)"$/, '$1')
    .replace(/^'(?=[^'\s])/, '')

/** `oneLine` with plain letters, digits and signs: as numbers of every kind are read. */
export const plainNumberText = (text: string): string =>
  withoutTextMark(isAscii.test(text) ? text.trim() : withPlainSigns(text))

/** Keeps U+202E, which shows digits in reverse order, so that such a text is not read as a number. */
const withPlainSigns = (text: string): string =>
  latinDigits(oneLine(text).normalize('NFKC'))
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/[\u2044\u2215]/g, '/')
    .replace(/[\u060C\u066C]/g, ',')
    .replaceAll('\u066B', '.')
    .replace(/(?!\u202E)\p{Cf}/gu, '')

const emptyWord =
  /^(?:[-–—_.*\\/]+|-?\s*(?:n\s*\.?\s*\/?\s*a\s*\.?|nil|none|null|nill)\s*-?|not (?:available|applicable|known|given|provided)|no (?:e-?mail|mail|website|phone|mobile|gst)|#n\/a|लागू नहीं|शून्य|नहीं है|उपलब्ध नहीं)$/iu
const longestEmptyWord = 20

/** Whether a text means that there is no value: '-', 'N/A', 'nil', 'not available'. */
export const isEmptyWord = (text: string): boolean =>
  text.length <= longestEmptyWord && emptyWord.test(text)

const shortenedNumber = /^[+-]?\d(?:[.,]\d+E\+?|E\+)\d+$/i

/** '6.19E+11', as spreadsheet programs show and save long numbers. */
export const isShortenedNumber = (cell: string): boolean => shortenedNumber.test(cell)

/** Whether `shortened` ('6.19E+11') is what a spreadsheet program makes of the digits of `number`. */
export function shortens(shortened: string, number: string): boolean {
  const [, lead = '', exponent] = shortened.match(/^(\d(?:[.,]\d+)?)E\+?(\d+)$/i) ?? []
  const digits = number.replace(/^'|[\s-]/g, '').replace(/^\+?0*/, '')
  if (!exponent || !/^\d+$/.test(digits) || digits.length !== Number(exponent) + 1) return false
  const decimals = lead.length > 1 ? lead.length - 2 : 0
  const [shown = ''] = Number(digits).toExponential(Math.min(decimals, 20)).split('e')
  return Number(shown) === Number(lead.replace(',', '.'))
}
