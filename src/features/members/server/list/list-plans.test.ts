/** How PostgreSQL reads lists of 10,000 members: by their indexes. */
import { sql } from 'kysely'
import { beforeAll, expect, inject, test } from 'vitest'
import { migrations } from '#app/server/migrations.ts'
import { insertRows } from '#platform/server/database/bulk.ts'
import {
  type Database,
  type OpenDatabase,
  openPostgres,
} from '#platform/server/database/database.ts'
import { migrate } from '#platform/server/database/migrate.ts'
import { memberAt } from '#test/bench/register.ts'
import { queryPostgres } from '#test/support/database/query-database.ts'
import { memberSorts } from '../../columns/sort-columns.ts'
import type { MemberQuery } from '../../contract.ts'
import { listCities, listDirectory } from '../directory/queries.ts'
import { listMembers } from './list-queries.ts'

const members = 10_000

let opened: OpenDatabase

beforeAll(async () => {
  const name = 'list_plans'
  const url = new URL(inject('postgresUrl'))
  await queryPostgres(url.href, `create database ${name}`)
  url.pathname = `/${name}`
  opened = await openPostgres(url.href, { connections: 1 })
  await migrate(opened.db, migrations)
  const people = Array.from({ length: members }, (_, index) => memberAt(index))
  await insertRows(opened.db, 'person', people)
  await sql`vacuum analyze person`.execute(opened.db)
  return async () => {
    await opened.close()
    await queryPostgres(inject('postgresUrl'), `drop database ${name} with (force)`)
  }
})

/** How many rows of `person` were read by a scan of the table, and by its indexes. */
const readsOf = (read: (db: Database) => Promise<unknown>) =>
  opened.db.transaction().execute(async (tx) => {
    const counts = async () => {
      const { rows } = await sql<{ scanned: number; fetched: number }>`
        select seq_tup_read as scanned, coalesce(idx_tup_fetch, 0) as fetched
        from pg_stat_xact_user_tables where relname = 'person'`.execute(tx)
      return rows[0] ?? { scanned: Number.NaN, fetched: Number.NaN }
    }
    // The first search of the directory reads all texts, for similar words.
    await read(tx)
    const before = await counts()
    await read(tx)
    const after = await counts()
    return { scanned: after.scanned - before.scanned, fetched: after.fetched - before.fetched }
  })

const few = expect.toSatisfy((rows: number) => rows < members / 4)

const sorted = memberSorts.flatMap((column): MemberQuery[] => [
  { sort: column },
  { sort: `-${column}` },
])
const filtered: MemberQuery[] = [
  { role: 'admin' },
  { role: 'member', active: 'false' },
  { visible: 'false', sort: 'name' },
  { paid: 'false', sort: 'company_name' },
  { dues: 'owes' },
  { state: '24' },
  { validity: 'expired', sort: 'name' },
  { joined_from: '2024-01-01', joined_to: '2024-03-31' },
  { role: 'vendor', material: 'mdf' },
  { signed_in: 'never', invited: 'no' },
]
// Not 'zz': two letters that nobody contains are looked for in all texts of the directory, without an index.
const words = ['sharma', 'zebrano', 'a', 'private limited', 'xyzzy', '98290 12345']
const searched = words.flatMap((search): MemberQuery[] => [
  { search },
  { search, sort: 'company_name' },
])

test.each([...sorted, ...filtered, ...searched])(
  'a page of the register and its count read few rows: %j',
  async (query) => {
    const read = (db: Database) =>
      listMembers(db, { role: 'oem', active: 'true', limit: 50, ...query }, undefined, '2026-11-26')
    expect(await readsOf(read)).toEqual({ scanned: 0, fetched: few })
  },
)

test.each([
  {},
  { role: 'vendor' as const },
  { city: 'Pune' },
  { search: 'zebrano' },
  { search: 'sharma' },
])('a page of the directory and its count read few rows: %j', async (filters) => {
  const read = (db: Database) => listDirectory(db, { ...filters, limit: 48 }, undefined)
  // The first search reads all words, for those that are similar.
  await read(opened.db)
  expect(await readsOf(read)).toEqual({ scanned: 0, fetched: few })
})

test('the cities of the directory are counted by an index', async () => {
  expect(await readsOf(listCities)).toEqual({ scanned: 0, fetched: 0 })
})
