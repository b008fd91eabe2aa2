/**
 * Finds the open charges that a payer names: 'SEMINAR FEE' the charge 'Seminar fee', 'DUES 2026-27' the dues of that
 * year, 'ARREARS' those of earlier years. The debtor decides which debt is paid (Indian Contract Act, section 59).
 */
// cspell:ignore ious ance trfr prev chgs SEMIN STALLRENT sadasyata vargani
import type { Day } from '#shared/dates.ts'
import { financialYearFrom, financialYearOf } from '#shared/financial-year.ts'
import type { Paise } from '#shared/rupees.ts'
import { normaliseForSearch } from '#shared/search.ts'
import { onlyChargeOfAmount } from './account.ts'
import type { Charge } from './charges.ts'
import { yearsNamedIn } from './named-years.ts'

type ChargeToPay = Pick<Charge, 'item' | 'year' | 'label' | 'open_paise'>

/** The text of a payment as the payer wrote it. */
export interface PayerText {
  text: string
  /** The day of the payment. */
  day: Day
}

// cspell:disable-next-line: words as people cut them.
const olderDuesPattern =
  /(?<!\p{L})(?:arrears?|(?:old|prev(?:ious)?)\s+(?:(?:year|yr)\s+)?(?:dues?|bal(?:ance)?)|(?:last|old|prev(?:ious)?)\s+(?:year|yr)|prev(?:ious)?|pending|bakaya|baki|बकाया|बाकी)(?![\p{L}\p{M}])/iu
const currentDuesPattern =
  /(?<!\p{L})(?:(?:current|this)\s+(?:year|yr|fy)|current\s+(?:dues?|subscription|membership|fees?))(?!\p{L})/iu
/** Words that name dues and no other charge; 'fee' may name others. */
export const namesOfDues =
  'dues subscription membership renewal sadasyata vargani वर्गणी सदस्यता'.split(' ')
const duesPattern = new RegExp(
  `${namesOfDues.join('|')}|member\\Wship|(?<!\\p{L})subs(?!\\p{L})`,
  'iu',
)

/** Whether a text contains a word for dues, including within a longer word. */
export const namesDues = (text: string): boolean => duesPattern.test(text)

/** The first words of the text for dues of earlier years, and for dues of this year; undefined where there are none. */
export const findAgeWords = (text: string) => ({
  old: olderDuesPattern.exec(text)?.[0],
  current: currentDuesPattern.exec(text)?.[0],
})

/** The charges that the text names, in the order of `charges` and regardless of their amounts. */
function chargesNamedIn<T extends ChargeToPay>(
  charges: readonly T[],
  { text, day }: PayerText,
): readonly T[] {
  const labelled = findBestLabels(charges, text)
  if (labelled.length > 0) return labelled
  const ofDues = charges.filter(({ item }) => item === 'dues' || item === 'arrears')
  const years = yearsNamedIn(text, day).flatMap(({ starts }) =>
    starts.map((start) => financialYearFrom(start).name),
  )
  const ofYears = ofDues.filter(({ year }) => years.includes(year))
  if (ofYears.length > 0) return ofYears
  const thisYear = financialYearOf(day).name
  const ages = findAgeWords(text)
  if (ages.old !== undefined && ages.current === undefined)
    return ofDues.filter(({ year }) => year < thisYear)
  if (ages.current !== undefined && ages.old === undefined)
    return ofDues.filter(({ year }) => year >= thisYear)
  return []
}

/**
 * The charges that a payment may be for, by the payer's text and the amount:
 * - The named charges of exactly this amount, else all named charges.
 * - Without named charges, if several have this amount: the dues among them, provided the text names dues.
 * - Otherwise none.
 */
export function candidateCharges<T extends ChargeToPay>(
  charges: readonly T[],
  paise: Paise,
  words: PayerText,
): readonly T[] {
  const named = chargesNamedIn(charges, words)
  const isOfAmount = ({ open_paise }: T) => open_paise === paise
  const equal = (named.length > 0 ? named : charges).filter(isOfAmount)
  if (named.length > 0) return equal.length > 0 ? equal : named
  if (equal.length < 2 || !namesDues(words.text)) return []
  return equal.filter(({ item }) => item === 'dues' || item === 'arrears')
}

/** Words that do not identify a charge: words for fees, for dues and for transfers. */
const generalWords = new Set(
  `fee fees charge charges chg chgs dues due payment pay paid for of the and to from by at in on an no late bank transfer
  member members membership annual yearly year new old other amount amt balance part full gst tax advance contribution
  subscription share cost with without per person towards money arrears upi neft rtgs imps cheque chq cash deposit dep online
  mobile internet net banking fund funds account ref return returned`.split(/\s+/),
)
const minWord = 3
const minCut = 5
const minJoined = 4

const wordsIn = (text: string): string[] =>
  normaliseForSearch(text).match(/\p{L}[\p{L}\p{M}]*|\d+/gu) ?? []

const singular = (word: string): string => (word.length > 3 ? word.replace(/s$/, '') : word)

/** The words of a label that identify the charge. */
const ownWordsOf = (label: readonly string[]): string[] =>
  label.filter((word) => word.length >= minWord && !/\d/.test(word) && !generalWords.has(word))

/**
 * Whether a word of a text is this word of a label: in the plural, cut by a bank ('SEMIN'), or joined ('STALLRENT').
 */
function isWord(token: string, word: string, label: readonly string[]): boolean {
  if (singular(token) === singular(word)) return true
  if (token.length >= minCut && word.startsWith(token)) return true
  if (word.length < minJoined || !token.includes(word)) return false
  const rest = token.replace(word, '').replace(/^s$/, '')
  return rest === '' || generalWords.has(rest) || label.includes(rest) || rest === 'booking'
}

const otherWords: Record<string, string> = {
  fee: 'fees?|charges?|chgs?',
  charge: 'fees?|charges?|chgs?',
  transfer: 'transfer|trf|tfr|trfr',
}

/** For a label made of general words only, like 'Bank fee': a pattern of its words in sequence. */
function phraseOf(label: readonly string[]): RegExp | undefined {
  const words = label.filter((word) => !/\d/.test(word))
  if (words.length < 2) return undefined
  const patterns = words.map((word) => `(?:${otherWords[singular(word)] ?? `${singular(word)}s?`})`)
  return new RegExp(`(?<!\\p{L})${patterns.join('[\\s_.-]*')}(?!\\p{L})`, 'iu')
}

interface Label {
  words: readonly string[]
  own: readonly string[]
}

const labelOf = (label: string): Label => {
  const words = wordsIn(label)
  return { words, own: ownWordsOf(words) }
}

/** A score of how much of a label the text contains; 0 if the text does not name the label. */
function scoreLabel({ words, own }: Label, text: string): number {
  const tokens = wordsIn(text)
  if (isOfOtherYear(words, tokens)) return 0
  if (own.length === 0) return phraseOf(words)?.test(normaliseForSearch(text)) ? 1 : 0
  const isFound = (word: string) => tokens.some((token) => isWord(token, word, words))
  const foundCount = own.filter(isFound).length
  if (foundCount === 0) return 0
  const details = words.filter((word) => !own.includes(word) && !generalWords.has(word))
  const matchedDetails = details.filter((word) => tokens.includes(word)).length
  return foundCount + matchedDetails / 10 + foundCount / own.length / 100
}

const calendarYears = (words: readonly string[]) => words.filter((word) => /^20\d\d$/.test(word))

/** 'EXHIBITION 2026' is not 'Exhibition 2025'. */
function isOfOtherYear(label: readonly string[], tokens: readonly string[]): boolean {
  const years = calendarYears(label)
  const named = calendarYears(tokens)
  return years.length > 0 && named.length > 0 && !years.some((year) => named.includes(year))
}

/** The charges whose labels have the highest score for the text; none when no label matches. */
function findBestLabels<T extends ChargeToPay>(charges: readonly T[], text: string): readonly T[] {
  const scored = charges.flatMap((charge) => {
    const score = charge.label === '' ? 0 : scoreLabel(labelOf(charge.label), text)
    return score > 0 ? [{ charge, score }] : []
  })
  const best = Math.max(0, ...scored.map(({ score }) => score))
  return scored.filter(({ score }) => score === best).map(({ charge }) => charge)
}

/** The text without the words that name this charge, each replaced by '/': 'SEMINAR FEE 12' is '/ 12'. */
export function withoutNameOf({ label }: Pick<Charge, 'label'>, text: string): string {
  const { words, own } = labelOf(label)
  const phrase = own.length === 0 ? phraseOf(words) : undefined
  if (phrase) return text.replace(phrase, '/')
  const isOwn = (token: string) => own.some((word) => isWord(token, word, words))
  if (!wordsIn(text).some(isOwn)) return text
  const isName = (token: string) => words.includes(token) || isOwn(token)
  return text
    .replace(/\p{L}[\p{L}\p{M}]*|\d+/gu, (token) =>
      isName(normaliseForSearch(token)) ? '/' : token,
    )
    .replace(/\/(?:[\s_.-]*(?:fees?|charges?|chgs?|\/))+(?!\p{L})/giu, '/')
}

/**
 * The charge that a payment pays first when no charge was selected: the one that the payer names, else the only one of
 * exactly this amount. `charges` are in the order in which they are due. undefined means the charge that is due first.
 */
export function chargeMeantByPayer<T extends ChargeToPay>(
  charges: readonly T[],
  paise: Paise,
  words: PayerText,
): T | undefined {
  const open = charges.filter(({ open_paise }) => open_paise > 0)
  if (open.length < 2) return undefined
  return candidateCharges(open, paise, words)[0] ?? onlyChargeOfAmount(open, paise)
}
