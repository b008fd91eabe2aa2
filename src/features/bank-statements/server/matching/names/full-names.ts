/** Finds the whole names of companies in the words of a bank line. */
import { isIgnoredWord } from '#features/members/duplicate-keys.ts'
import { isPlaceName } from '#shared/india/address-state.ts'
import { isBankingWord } from '../words/bank-words.ts'
import {
  isLegalForm,
  isOtherLegalForm,
  isOwnLegalForm,
  withoutLegalForm,
} from '../words/legal-forms.ts'
import { isGenericWord, type NameEntry, type NameIndex } from './name-index.ts'

interface FullName {
  entry: NameEntry
  start: number
  end: number
  /** The words of the legal form, where it is that of the company. */
  form: readonly string[]
}

interface FoundName extends FullName {
  /** Words after it may be part of a longer name, or a note. */
  isFollowed: boolean
}

/**
 * Finds companies whose words are all in a segment, in order. The words before and after must not be part of another
 * name, unless that is the name of another member; a town may follow, and anything after a legal form.
 */
export function fullNames(index: NameIndex, tokens: readonly string[]): FoundName[] {
  const spelled: FullName[] = [...tokens.keys()].flatMap((start) =>
    (index.byFirstWord.get(withoutLegalForm(tokens[start] ?? '')) ?? []).flatMap((entry) => {
      const end = endOfName(tokens, start, entry)
      if (end === undefined) return []
      return [{ entry, start, end, form: formOf(tokens.slice(start, end), entry) }]
    }),
  )
  const spelledNames = [...spelled, ...spelled.flatMap((name) => twinsOf(index, tokens, name))]
  const starts = new Set<number>()
  for (const { start, end } of spelledNames)
    if (starts.has(start) || isOutsideName(tokens[start - 1])) starts.add(start).add(end)
  const ends = new Set<number>()
  for (const { start, end } of spelledNames.toReversed())
    if (
      ends.has(end) ||
      isOutsideName(tokens[end]) ||
      isAnnualDues(tokens, end) ||
      isPlace(tokens, end) ||
      isEndOfName(tokens[end - 1])
    )
      ends.add(end).add(start)
  const ofOtherForm = ({ entry, start, end }: FullName) =>
    spelledNames.some(
      (other) => other.start === start && other.end === end && hasOtherForm(entry, other.form),
    )
  return spelledNames.flatMap((name) =>
    starts.has(name.start) &&
    (ends.has(name.end) || !isLongerName(tokens, name.end)) &&
    !ofOtherForm(name)
      ? [{ ...name, isFollowed: !ends.has(name.end) }]
      : [],
  )
}

/**
 * The companies whose names differ from this one only by spaces and hyphens, where the line has their legal form:
 * 'PINKCITY INTERIORS PVT LTD' is Pink City Interiors Pvt Ltd, not Pinkcity Interiors LLP.
 */
const twinsOf = (
  { byFirstWord }: NameIndex,
  tokens: readonly string[],
  { entry, start, end, form }: FullName,
): FullName[] =>
  (form.length > 0 ? [] : (byFirstWord.get(entry.joined) ?? [])).flatMap((twin) => {
    if (twin === entry || twin.joined !== entry.joined) return []
    const ofTwin = formOf(tokens.slice(start, end), twin)
    const isOther = ofTwin.length > 0 && hasOtherForm(entry, ofTwin)
    return isOther ? [{ entry: twin, start, end, form: ofTwin }] : []
  })

/** 'LTD' alone may be of a public company, which 'Pvt Ltd' is not. */
function formOf(tokens: readonly string[], { words, allWords }: NameEntry): string[] {
  const form = tokens.filter((word) => !words.has(word) && isOwnLegalForm(word, allWords))
  const isPrivate = [...allWords].some((word) => /^(?:pvt|private)$/.test(word))
  const saysPrivate = tokens.some((word) => /^(?:p|pv.*|pri.*)$/.test(word))
  return isPrivate && !saysPrivate && form.every((word) => /^l/.test(word)) ? [] : form
}

/** Whether the name of a company cannot have the legal form that a line has after the name of another. */
export const hasOtherForm = ({ allWords }: NameEntry, form: readonly string[]): boolean =>
  form.some((word) => isOtherLegalForm(word, allWords))

/** Whether the words after a name make it the name of another firm: 'AND SONS', 'TRADERS'. */
const isLongerName = (tokens: readonly string[], end: number): boolean =>
  tokens[end - 1] === 'and' || isGenericWord(tokens[end] ?? '')

/** 'PVT LTD' and 'LLP' are the end of a name. */
const isEndOfName = (token: string | undefined): boolean =>
  /^(?:ltd|limited|llp)$/.test(token ?? '')

/** Whether the name of a town or a state begins at this word. */
const isPlace = (tokens: readonly string[], at: number): boolean =>
  isPlaceName(tokens[at] ?? '') || isPlaceName(tokens.slice(at, at + 2).join(' '))

/** The position after the company's name that begins at `start`, with its legal form; undefined where it does not. */
function endOfName(tokens: readonly string[], start: number, entry: NameEntry): number | undefined {
  const first = tokens[start] ?? ''
  let at = start
  if (withoutLegalForm(first) === entry.joined) at += 1
  else {
    for (const word of entry.sequence) {
      while (at > start && tokens[at] !== word && isIgnoredWord(tokens[at])) at += 1
      if (tokens[at] !== word) return undefined
      at += 1
    }
  }
  while (at < tokens.length && isLegalForm(tokens[at] ?? '')) at += 1
  return at
}

/** Banking words that are words of many names as well. */
const bankWordsInNames = new Set(
  'india state national union central federal karnataka net annual online'.split(' '),
)

/** 'ANNUAL DUES' after a name; 'ANNUAL' alone may be a word of one. */
const isAnnualDues = (tokens: readonly string[], at: number): boolean =>
  tokens[at] === 'annual' && isOutsideName(tokens[at + 1]) && tokens[at + 1] !== undefined

/** Whether a token cannot be part of a name: a word of banks or for dues, a number, or undefined (the end). */
export const isOutsideName = (token: string | undefined): boolean =>
  token === undefined ||
  (isBankingWord(token) && !bankWordsInNames.has(token)) ||
  isIgnoredWord(token) ||
  token.length === 1 ||
  /\p{N}/u.test(token)
