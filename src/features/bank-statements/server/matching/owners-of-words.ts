/** The members in whose names a word says which member it is. */
import { pauses } from '#platform/server/core/event-loop.ts'
import { normaliseForSearch } from '#shared/search.ts'
import { isLegalForm } from './legal-forms.ts'
import { addTo } from './lists.ts'
import { isCommonInNames, type NamedMember } from './name-index.ts'

/** The members whose company, person or partner has the word; none for a word that many names have. */
export type OwnersOfWord<Member> = (word: string) => readonly Member[]

const minLetters = 3
/** A word of more names is a word of the trade or the place. */
const [maxOwners, maxShare] = [5, 0.1]

export async function ownersOfWords<Member extends NamedMember>(
  members: readonly Member[],
): Promise<OwnersOfWord<Member>> {
  const pause = pauses()
  const owners = new Map<string, Member[]>()
  for (const member of members) {
    await pause()
    const { company_name, name, business_partner = '' } = member
    const names = normaliseForSearch(`${company_name} ${name} ${business_partner}`)
    for (const word of new Set(names.match(/[\p{L}\p{M}\p{N}]+/gu)))
      if (word.length >= minLetters && !isCommonInNames(word) && !isLegalForm(word))
        addTo(owners, word, member)
  }
  const most = Math.max(maxOwners, members.length * maxShare)
  return (word) => {
    const found = owners.get(word) ?? []
    return found.length > most ? [] : found
  }
}
