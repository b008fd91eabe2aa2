/** Reads the dates of Indian offices: the day precedes the month (contract 15.1). */

const isoDate = /^(\d{4})[-/.](\d\d?)[-/.](\d\d?)(?:[T ].*)?$/
const numericDate = /^(\d\d?)\s*[-/. ]\s*(\d\d?)\s*[-/. ]\s*(\d{4}|\d\d)$/
const namedMonth =
  /^(\d\d?)(?:st|nd|rd|th)?[-/.,\s]*(\p{L}[\p{L}\p{M}]+)\.?[-/.,'\s]*(\d{4}|\d\d)$/iu
const monthFirst = /^(\p{L}[\p{L}\p{M}]+)\.?\s+(\d\d?)(?:st|nd|rd|th)?,?\s+(\d{4})$/iu
/** A day of a workbook that was formatted as a number: days since 30 December 1899. */
const serialDate = /^[3-5]\d{4}$/

const months: readonly (readonly string[])[] = [
  ['january', 'जनवरी'],
  ['february', 'फरवरी', 'फ़रवरी'],
  ['march', 'मार्च'],
  ['april', 'अप्रैल'],
  ['may', 'मई'],
  ['june', 'जून'],
  ['july', 'जुलाई'],
  ['august', 'अगस्त'],
  ['september', 'सितंबर', 'सितम्बर'],
  ['october', 'अक्टूबर', 'अक्तूबर'],
  ['november', 'नवंबर', 'नवम्बर'],
  ['december', 'दिसंबर', 'दिसम्बर'],
]

/** From 1; 0 for a word that names no month. Three letters are enough. */
const monthOf = (word: string): number => {
  const name = word.normalize('NFC').toLowerCase()
  const isMonth = (spelling: string) =>
    spelling.normalize('NFC') === name || (name.length >= 3 && spelling.startsWith(name))
  return months.findIndex((spellings) => spellings.some(isMonth)) + 1
}

/** No date is longer, and the patterns are slow on long texts. */
const maxLength = 60

/** yyyy-MM-dd for '5/4/25', '05-04-2025', '23 Sept 2025', '01-Dec-16'; undefined for no date. */
export function readDate(cell: string): string | undefined {
  const typed = cell.trim()
  if (typed.length > maxLength) return undefined
  if (serialDate.test(typed))
    return new Date(Date.UTC(1899, 11, 30 + Number(typed))).toISOString().slice(0, 10)
  const [writtenYear, month, day] = partsOf(typed)
  // Two digits are a year from 1950 to 2049.
  const year = writtenYear >= 100 ? writtenYear : writtenYear + (writtenYear < 50 ? 2000 : 1900)
  const date = new Date(Date.UTC(year, month - 1, day))
  const exists = date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return exists && year >= 1900 && year < 2100 ? date.toISOString().slice(0, 10) : undefined
}

type DateParts = [year: number, month: number, day: number]

function partsOf(typed: string): DateParts {
  const iso = isoDate.exec(typed)
  if (iso) return [Number(iso[1]), Number(iso[2]), Number(iso[3])]
  const numeric = numericDate.exec(typed)
  if (numeric) return [Number(numeric[3]), Number(numeric[2]), Number(numeric[1])]
  const named = namedMonth.exec(typed)
  if (named) return [Number(named[3]), monthOf(named[2] ?? ''), Number(named[1])]
  const american = monthFirst.exec(typed)
  if (american) return [Number(american[3]), monthOf(american[1] ?? ''), Number(american[2])]
  return [0, 0, 0]
}
