import { type MemberFilters, memberFilters } from '#features/members/contract.ts'
import { newId } from '#platform/server/core/ids.ts'
import type { World } from '#platform/server/world.ts'
import { Refusal } from '#shared/refusal.ts'
import { foldCase } from '#shared/search.ts'
import { maxSavedFilters, type SavedFilter } from '../../saved-filters/contract.ts'
import {
  deleteFilter,
  insertFilter,
  listFilters,
  type SavedFilterRow,
  updateFilter,
} from './queries.ts'

export const readSavedFilters = async (
  { db }: Pick<World, 'db'>,
  adminId: string,
): Promise<SavedFilter[]> => (await listFilters(db, adminId)).map(savedFilterFromRow)

const savedFilterFromRow = ({ id, name, query }: SavedFilterRow): SavedFilter => ({
  id,
  name,
  query: memberFilters.parse(JSON.parse(query)),
})

/** Refused with 409 when the name is taken, or when the administrator has too many filters. */
export async function saveFilter(
  { db, now }: Pick<World, 'db' | 'now'>,
  adminId: string,
  { name, query }: { name: string; query: MemberFilters },
): Promise<SavedFilter> {
  if ((await listFilters(db, adminId)).length >= maxSavedFilters)
    throw new Refusal('conflict', `You can save up to ${maxSavedFilters} filters; delete one first`)
  const row: SavedFilterRow = {
    id: newId(now()),
    admin_id: adminId,
    name,
    name_key: foldCase(name),
    query: JSON.stringify(query),
    created_at: now().toISOString(),
  }
  if (!(await insertFilter(db, row))) throw nameTaken(name)
  return savedFilterFromRow(row)
}

/** A new name, and other filters if they are given. */
export async function editFilter(
  { db }: Pick<World, 'db'>,
  adminId: string,
  id: string,
  { name, query }: { name: string; query?: MemberFilters | undefined },
): Promise<SavedFilter> {
  return db.transaction().execute(async (tx) => {
    const rows = await listFilters(tx, adminId)
    const row = rows.find((one) => one.id === id)
    if (!row) throw noSuchFilter()
    const name_key = foldCase(name)
    if (rows.some((one) => one.id !== id && one.name_key === name_key)) throw nameTaken(name)
    const edited = { ...row, name, name_key, query: query ? JSON.stringify(query) : row.query }
    await updateFilter(tx, {
      id,
      name,
      name_key,
      query: edited.query,
    })
    return savedFilterFromRow(edited)
  })
}

export async function removeFilter(
  { db }: Pick<World, 'db'>,
  adminId: string,
  id: string,
): Promise<{ id: string }> {
  if (!(await deleteFilter(db, adminId, id))) throw noSuchFilter()
  return { id }
}

export const noSuchFilter = () => new Refusal('missing', 'This saved filter no longer exists')

const nameTaken = (name: string) =>
  new Refusal('conflict', `You already have a filter named ${name}`, { field: 'name' })
