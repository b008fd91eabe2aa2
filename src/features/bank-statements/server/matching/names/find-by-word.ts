/** Finds the members whose name has a distinctive word, or distinctive words that are written without a space. */
// cspell:ignore jodhpursheesham
import { companyWords } from '#features/members/duplicate-keys.ts'
import { pauses } from '#platform/server/core/event-loop.ts'
import { addToList } from '#shared/add-to-list.ts'
import { isPlaceName } from '#shared/india/address-state.ts'
import { normaliseForSearch } from '#shared/search.ts'
import { isLegalForm } from '../words/legal-forms.ts'
import { isGenericWord, isTradeWord, type MatchableMember, minJoinedLetters } from './name-index.ts'

/** The members whose company, person or partner has the word; none for a word that many names have. */
export type FindMembersByWord<Member> = (word: string) => readonly Member[]

const minLetters = 3
/** A word of more names is a word of the trade or the place. */
const [maxOwners, maxShare] = [5, 0.1]

export async function buildWordFinder<Member extends MatchableMember>(
  members: readonly Member[],
): Promise<FindMembersByWord<Member>> {
  const pause = pauses()
  const owners = new Map<string, Member[]>()
  for (const member of members) {
    await pause()
    const { company_name, name, business_partner = '' } = member
    const names = normaliseForSearch(`${company_name} ${name} ${business_partner}`)
    for (const word of new Set(names.match(/[\p{L}\p{M}\p{N}]+/gu)))
      if (word.length >= minLetters && !isTradeWord(word) && !isLegalForm(word))
        addToList(owners, word, member)
  }
  const most = Math.max(maxOwners, members.length * maxShare)
  return (word) => {
    const membersWithWord = owners.get(word) ?? []
    return membersWithWord.length > most ? [] : membersWithWord
  }
}

/**
 * Answers the only member whose firm begins with these two words or more, without spaces: 'jodhpursheesham' of
 * 'Jodhpur Sheesham House'.
 */
export async function buildNameStartFinder(
  members: readonly MatchableMember[],
): Promise<(letters: string) => string | undefined> {
  const pause = pauses()
  const owners = new Map<string, string | undefined>()
  for (const { id, company_name } of members) {
    await pause()
    const words = companyWords(normaliseForSearch(company_name))
    const isOwn = (word: string) => !isGenericWord(word) && !isPlaceName(word)
    for (let count = 2; count < words.length; count += 1) {
      const letters = words.slice(0, count).join('')
      if (letters.length >= minJoinedLetters && words.slice(0, count).some(isOwn))
        owners.set(letters, owners.has(letters) ? undefined : id)
    }
  }
  return (letters) => owners.get(letters)
}
