/**
 * Keys that decide whether two people or firms look the same: equal keys make the duplicate warning
 * of an application. They are stored in `person.phone_key` and `person.company_key`.
 */

/** The last ten digits of the first number in a field; '' below seven digits. */
export function phoneKey(typed: string): string {
  const digits = (typed.split(/[/,;]/)[0] ?? '').replace(/\D/g, '')
  return digits.length < 7 ? '' : digits.slice(-10)
}

const ignoredWords = /^(m|s|ms|messrs|the|and|co|company|pvt|private|ltd|limited|llp|opc|inc)$/u

/**
 * A company name without legal forms, punctuation and case: 'M/s. Teak & Co. Pvt Ltd' and 'TEAK' have
 * the same key.
 */
export function companyKey(typed: string): string {
  const words = typed
    .normalize('NFKC')
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean)
  const distinctive = words.filter((word) => !ignoredWords.test(word))
  return (distinctive.length > 0 ? distinctive : words).join('')
}
