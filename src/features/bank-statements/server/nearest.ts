/** The members an open credit may be from, to choose from without a search. */
import { payable } from '#features/dues/dues.ts'
import { readDues } from '#features/dues/server/read-dues.ts'
import { chunks, readSize } from '#platform/server/database/bulk.ts'
import type { World } from '#platform/server/world.ts'
import type { LineOfStatement } from './queries.ts'
import type { ReviewedStatement } from './review.ts'

const maxNearest = 5

/** A member by their id, and what they owe. */
export type Nearest = [person_id: string, owed_paise: number]

/**
 * By the ids of the open credits: the members that the matcher has found; behind them those with some words of the
 * line, who owe the amount first. What these owe is read for the lines of a page only.
 */
export async function nearestOf(
  { db, now }: World,
  lines: readonly LineOfStatement[],
  { candidates, namesOf, owed: known }: ReviewedStatement,
): Promise<Map<string, Nearest[]>> {
  const open = lines.flatMap(({ id, amount_paise, narration }) => {
    const found = candidates.get(id)
    return found ? [{ id, amount_paise, found, near: namesOf(narration).near }] : []
  })
  const owed = new Map(known)
  const unknown = new Set(open.flatMap(({ near }) => near.filter((id) => !owed.has(id))))
  for (const some of chunks([...unknown], readSize))
    for (const [id, dues] of await readDues(db, some, now())) owed.set(id, payable(dues))
  return new Map(
    open.map(({ id, amount_paise, found, near }) => {
      const isOwed = (person: string) => owed.get(person) === amount_paise
      const all = [...found, ...near.filter(isOwed), ...near.filter((person) => !isOwed(person))]
      const nearest = [...new Set(all)].slice(0, maxNearest)
      return [id, nearest.map((person): Nearest => [person, owed.get(person) ?? 0])]
    }),
  )
}
