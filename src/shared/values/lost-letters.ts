/** Detects texts that a program saved or read in a wrong encoding and that lost letters by it. */

const saveAgain = 'please save the file again as CSV UTF-8'

/** Windows-1252 after 0x7f; the five bytes without a letter are control characters. */
const upperHalf =
  '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ' +
  String.fromCharCode(...Array.from({ length: 96 }, (_, index) => 160 + index))

/** A word of nothing but question marks. */
const questionMarks = /(?:^|[\s,;("'/-])\?{2,}(?=[\s,;.)"'/-]|$)/

/** Why a text is not what was typed: '???? Furniture', 'Oâ€™Neil'. Undefined for all other texts. */
export function lostLetters(text: string): string | undefined {
  if (text.includes('\ufffd') || questionMarks.test(text))
    return `Letters of this text were lost when the file was saved; ${saveAgain}`
  const meant = meantText(text)
  return meant === undefined
    ? undefined
    : `This text was saved in another encoding and should be “${meant.slice(0, 80)}”; ${saveAgain}`
}

/** The text whose UTF-8 was read as Windows-1252; undefined where this is not so. */
function meantText(text: string): string | undefined {
  if (!/[\u00c2-\u00f4]/.test(text)) return undefined
  const bytes = [...text].map((letter) => {
    const code = letter.charCodeAt(0)
    return code < 0x80 ? code : upperHalf.indexOf(letter) + 0x80
  })
  // A letter of another alphabet is no byte.
  if ([...text].some((letter) => letter.charCodeAt(0) >= 0x80 && !upperHalf.includes(letter)))
    return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(bytes))
  } catch {
    return undefined
  }
}

/** The text as a program saves it for Windows-1252: a question mark for each unit of another alphabet. */
export const withQuestionMarks = (text: string): string =>
  [...text.split('')]
    .map((unit) => (unit.charCodeAt(0) < 0x80 || upperHalf.includes(unit) ? unit : '?'))
    .join('')
