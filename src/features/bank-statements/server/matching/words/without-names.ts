/** Removes the names from a narration, because a word of a name does not name a charge. */
import { normaliseForSearch } from '#shared/search.ts'
import { withoutBankPhrases } from './bank-words.ts'
import { repairWords } from './repair-words.ts'

const upiId = /[\w.-]+@\w+/g

/** The narration with '/' for UPI IDs, phrases of banks and the words of these names. */
export function withoutNamesAndBankPhrases(narration: string, names: string): string {
  const own = new Set(normaliseForSearch(names).match(/[\p{L}\p{M}]+/gu))
  return withoutBankPhrases(repairWords(narration))
    .replace(upiId, '/')
    .replace(/[\p{L}\p{M}]+/gu, (word) => (own.has(normaliseForSearch(word)) ? '/' : word))
}
