/** The members that an action on a selection applies to. */
import { hash } from 'node:crypto'
import type { Database } from '#platform/server/database/database.ts'
import type { Day } from '#shared/dates.ts'
import { Refusal } from '#shared/refusal.ts'
import { countOf } from '#shared/sentences.ts'
import type { MemberQuery, MemberSelection } from '../../contract.ts'
import { listMemberIds, orderMemberIds } from './list-queries.ts'

export interface ResolvedSelection {
  /**
   * Sorted by membership number, descending, unless `sort` is given. Ids of no member are omitted.
   */
  ids: string[]
  /** The fingerprint of the set; a selection that names another one is refused. */
  token: string
}

/**
 * The selected members. Refused with 409 when the set is not the one that the caller saw (`count`,
 * `token`). Call it in the transaction that changes the members. `today` is the day in India.
 */
export async function resolveSelection(
  db: Database,
  selection: MemberSelection,
  today: Day,
  sort?: MemberQuery['sort'],
): Promise<ResolvedSelection> {
  const ids =
    'ids' in selection
      ? await orderMemberIds(db, [...new Set(selection.ids)], sort)
      : await listedIds(db, selection, today, sort)
  const token = fingerprint(ids)
  if (selection.token !== undefined && selection.token !== token)
    throw changed(`The selected members have changed: there are ${members(ids.length)} now`)
  if (ids.length === 0) throw changed('None of the selected members is left')
  return { ids, token }
}

async function listedIds(
  db: Database,
  { query, except, count }: Extract<MemberSelection, { count: number }>,
  today: Day,
  sort: MemberQuery['sort'],
): Promise<string[]> {
  const excluded = new Set(except)
  const ids = (await listMemberIds(db, { ...query, sort }, today)).filter((id) => !excluded.has(id))
  if (ids.length === count) return ids
  throw changed(
    `The list has changed: it has ${members(ids.length)} now, and you selected ${members(count)}`,
  )
}

const members = (count: number) => countOf(count, 'member', 'members')

const changed = (what: string) => new Refusal('conflict', `${what}. Please check and try again`)

const fingerprint = (ids: readonly string[]): string =>
  hash('sha256', ids.toSorted().join(), 'base64url')
