/** The list of renewals. */
import { listMembers } from '#features/members/server/register/list-queries.ts'
import type { Database } from '#platform/server/database/database.ts'
import type { Cursor } from '#platform/server/http/paging.ts'
import type { RenewalsQuery } from '../contract.ts'
import { type RenewalRow, readRenewals } from './account-queries.ts'
import { listByDues, type RenewalIds } from './open-dues-queries.ts'

interface RenewalPage extends Omit<RenewalIds, 'ids'> {
  rows: RenewalRow[]
}

/** The active members with what they owe; ties are broken by id. `today` is the day in India. */
export async function listRenewals(
  db: Database,
  query: Omit<RenewalsQuery, 'cursor'>,
  after: Cursor | undefined,
  today: string,
): Promise<RenewalPage> {
  const { status, year, age, sort } = query
  const isOfRegister = !status && !year && !age && /^-?company_name$/.test(sort)
  const list = isOfRegister ? listByCompany : listByDues
  const { ids, total, next } = await list(db, query, after, today)
  return { rows: await readRenewals(db, ids, today), total, next }
}

/** A page in the order of the register. */
async function listByCompany(
  db: Database,
  { search, role, sort, limit }: Omit<RenewalsQuery, 'cursor'>,
  after: Cursor | undefined,
  today: string,
): Promise<RenewalIds> {
  const filters = { role: role ?? 'member', active: 'true', search, limit } as const
  const order = sort === 'company_name' ? sort : '-company_name'
  const { members, total, next } = await listMembers(db, { ...filters, sort: order }, after, today)
  return { ids: members.map(({ id }) => id), total, next }
}
