/** Identifies payers by accounts of confirmed lines: the UPI ID, or the name of the holder (contract 13.11). */
import { pauses } from '#platform/server/core/event-loop.ts'
import { isPlaceName } from '#shared/india/address-state.ts'
import { normaliseForSearch } from '#shared/search.ts'
import { isBankingWord, isCash, mentionsCheque } from '../words/bank-words.ts'

export interface PayerAccount {
  person_id: string
  /** The UPI ID or the name. */
  text: string
  isUpi: boolean
}

/**
 * Finds the member whose account a narration names, if a confirmed line named that account before. A UPI ID or a name
 * that was confirmed for several members is ignored.
 */
export async function buildAccountFinder(
  paid: readonly { narration: string; person_id: string }[],
  ownUpiIds: readonly string[],
): Promise<(narration: string) => PayerAccount | undefined> {
  const owners = new Map<string, Set<string>>()
  const pause = pauses()
  for (const { narration, person_id } of paid) {
    await pause()
    if (!isFromAccount(narration)) continue
    for (const key of [...upiIdsOf(narration), ...holderNamesOf(narration)])
      owners.set(key, (owners.get(key) ?? new Set()).add(person_id))
  }
  for (const upiId of ownUpiIds) owners.delete(upiId.toLowerCase())
  const ownerOf = (key: string): string | undefined => {
    const [owner, another] = owners.get(key) ?? []
    return another === undefined ? owner : undefined
  }
  return (narration) => {
    if (!isFromAccount(narration)) return undefined
    for (const [keys, isUpi] of [
      [upiIdsOf(narration), true],
      [holderNamesOf(narration), false],
    ] as const)
      for (const text of keys) {
        const person_id = ownerOf(text)
        if (person_id !== undefined) return { person_id, text, isUpi }
      }
    return undefined
  }
}

/** Lines of cheques and cash name a branch of the bank, not an account. */
const isFromAccount = (narration: string): boolean =>
  !mentionsCheque(narration) && !isCash(narration)

/** UPI IDs in lower case; not those that the bank hides in part. */
const upiIdsOf = (narration: string): string[] =>
  (narration.toLowerCase().match(/[a-z0-9._]{3,60}(?:-\d{1,2})?@[a-z][a-z0-9]+/g) ?? []).filter(
    (upiId) => !/x{3}/.test(upiId),
  )

/**
 * The parts of a narration that may be the name of a holder: letters in at least two words, none of a bank or a town.
 */
export const holderNamesOf = (narration: string): string[] =>
  normaliseForSearch(narration)
    .replace(/[\w.]+@\w+/g, '/')
    .split(/[^\p{L}\p{M}\s&.']+/u)
    .map((part) => part.trim().replace(/\s+/g, ' '))
    .filter((part) => {
      const words = part.split(' ')
      const own = words.filter((word) => word.length > 1 && !isBankingWord(word))
      if (own.every(isBranchWord)) return false
      return part.length >= 8 && own.length >= 2 && own.length >= words.length - 1
    })

/** 'KOLKATA MAIN' is a branch. */
const isBranchWord = (word: string): boolean => word === 'main' || isPlaceName(word)
