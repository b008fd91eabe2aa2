/** Suggests the members who may have sent an open credit. */
import { payable } from '#features/dues/dues.ts'
import { readDues } from '#features/dues/server/read-dues.ts'
import { chunks, rowsPerRead } from '#platform/server/database/bulk.ts'
import type { World } from '#platform/server/world.ts'
import type { Paise } from '#shared/rupees.ts'
import type { LineOfStatement } from './queries.ts'
import type { ReviewedStatement } from './review.ts'

const maxSuggestions = 5

export type SuggestedMember = [person_id: string, owed_paise: Paise]

/**
 * Returns the suggested members of each open credit by its id: first the candidates of the matcher, then the members
 * whose names share some words with the line, members who owe the amount before others. Pass only the lines of one
 * page, because the dues of all these members are read.
 */
export async function suggestMembers(
  { db, now }: World,
  lines: readonly LineOfStatement[],
  { candidates, findNames, owed: known }: ReviewedStatement,
): Promise<Map<string, SuggestedMember[]>> {
  const open = lines.flatMap(({ id, amount_paise, narration }) => {
    const matched = candidates.get(id)
    return matched
      ? [{ id, amount_paise, matched, weakMatches: findNames(narration).weakMatches }]
      : []
  })
  const owed = new Map(known)
  const unknown = new Set(
    open.flatMap(({ weakMatches }) => weakMatches.filter((id) => !owed.has(id))),
  )
  for (const chunk of chunks([...unknown], rowsPerRead))
    for (const [id, dues] of await readDues(db, chunk, now())) owed.set(id, payable(dues))
  return new Map(
    open.map(({ id, amount_paise, matched, weakMatches }) => {
      const isOwed = (person: string) => owed.get(person) === amount_paise
      const owing = weakMatches.filter(isOwed)
      const others = weakMatches.filter((person) => !isOwed(person))
      const suggested = [...new Set([...matched, ...owing, ...others])].slice(0, maxSuggestions)
      return [id, suggested.map((person): SuggestedMember => [person, owed.get(person) ?? 0])]
    }),
  )
}
