/** Words of legal forms, which names are compared without. */
// cspell:ignore pvtltd privatelimited
import { companyWords } from '#features/members/duplicate-keys.ts'

export const withoutLegalForm = (token: string): string =>
  token.replace(/(?:pvtltd|privatelimited|pvt|private|limited|ltd|llp)+$/, '')

const ignoredWords = new Map<string, boolean>()
const maxRemembered = 20_000

/** Whether names are compared without this word. */
export function isIgnoredWord(token: string | undefined): boolean {
  if (token === undefined) return false
  const known = ignoredWords.get(token)
  if (known !== undefined) return known
  if (ignoredWords.size > maxRemembered) ignoredWords.clear()
  const isIgnored = companyWords(`${token} x`)[0] !== token
  ignoredWords.set(token, isIgnored)
  return isIgnored
}

const legalForms = ['private', 'pvt', 'limited', 'ltd', 'company', 'llp', 'opc', 'inc', 'and']

/** Whether a word is of a legal form, or the beginning of one. */
export const isLegalForm = (token: string): boolean =>
  legalForms.some((form) => form.startsWith(token)) || isIgnoredWord(token)
