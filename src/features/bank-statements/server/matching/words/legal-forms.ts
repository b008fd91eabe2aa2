// cspell:ignore pvtltd privatelimited
import { isIgnoredWord } from '#features/members/duplicate-keys.ts'

export const withoutLegalForm = (token: string): string =>
  token.replace(/(?:pvtltd|privatelimited|pvt|private|limited|ltd|llp)+$/, '')

/** The legal forms, each with the words that say it. */
const partnership = ['company', 'co']
const legalForms: readonly (readonly string[])[] = [
  ['private', 'pvt', 'limited', 'ltd'],
  ['llp'],
  partnership,
  ['opc'],
  ['inc'],
]

/** Whether a word is of a legal form, or the beginning of one. */
export const isLegalForm = (token: string): boolean =>
  'and'.startsWith(token) ||
  legalForms.some((words) => words.some((word) => word.startsWith(token))) ||
  isIgnoredWord(token)

/**
 * Whether a word, possibly truncated, is a legal form that differs from that of a name with these words: 'METRO
 * ADHESIVES AND CO' is not Metro Adhesives, and 'PVT' does not fit a name with 'LLP'. Registers often omit 'Pvt Ltd'
 * and 'LLP'.
 */
export function isOtherLegalForm(token: string, nameWords: ReadonlySet<string>): boolean {
  if (token.length < 2) return false
  const isOfName = (words: readonly string[]) => words.some((word) => nameWords.has(word))
  const forms = legalForms.filter((words) => words.some((word) => word.startsWith(token)))
  if (forms.length === 0 || forms.some(isOfName)) return false
  return forms.includes(partnership) || legalForms.some(isOfName)
}

/** Whether a word says the legal form that a name with these words has: the 'COMPANY' of 'Deshmukh & Co'. */
export const isOwnLegalForm = (token: string, nameWords: ReadonlySet<string>): boolean =>
  token.length > 1 &&
  legalForms.some(
    (words) =>
      words.some((word) => word.startsWith(token)) && words.some((word) => nameWords.has(word)),
  )
