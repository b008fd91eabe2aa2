/**
 * What makes two people or applications possible duplicates (contract 3.4): an equal email,
 * phone or company. Phone and company are compared by keys, stored as `phone_key` and `company_key`.
 */
import { readPhones } from '#shared/values/phone.ts'
import { phoneDigits } from './phone-digits.ts'

const keyColumns = { email: 'email', phone: 'phone_key', company: 'company_key' } as const

export type DuplicateField = keyof typeof keyColumns
export type DuplicateKeys = Record<(typeof keyColumns)[DuplicateField], string>

/** The keys of a row that are not empty; duplicates share at least one of them. */
export const duplicateKeys = (row: DuplicateKeys) =>
  (['email', 'phone', 'company'] as const)
    .map((field) => ({ field, column: keyColumns[field], key: row[keyColumns[field]] }))
    .filter(({ key }) => key !== '')

/** The fields in which two rows are equal. */
export const matchingFields = (row: DuplicateKeys, other: DuplicateKeys): DuplicateField[] =>
  duplicateKeys(row)
    .filter(({ column, key }) => other[column] === key)
    .map(({ field }) => field)

/** The last ten digits of the first number in a field; of a field without a full number its digits, seven or more. */
export function phoneKey(typed: string): string {
  const [phone] = readPhones(typed)
  const key = phone?.dial.replace('+', '') ?? phoneDigits(typed).split(' ')[0] ?? ''
  return key.length < 7 ? '' : key.slice(-10)
}

const ignoredWords = /^(m|s|ms|messrs|the|and|co|company|pvt|private|ltd|limited|llp|opc|inc)$/u

/** Whether company names are compared without this word, which is in lower case. */
export const isIgnoredWord = (word: string | undefined): boolean =>
  word !== undefined && ignoredWords.test(word)

/** The words of a company name in lower case, without legal forms: ['teak'] of 'M/s. Teak & Co. Pvt Ltd'. */
export function companyWords(typed: string): string[] {
  const words = typed
    .normalize('NFKC')
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean)
  const distinctive = words.filter((word) => !isIgnoredWord(word))
  return distinctive.length > 0 ? distinctive : words
}

/**
 * A company name without legal forms, punctuation and case: 'M/s. Teak & Co. Pvt Ltd' and 'TEAK' have
 * the same key.
 */
export const companyKey = (typed: string): string => companyWords(typed).join('')
