import { type Kysely, PostgresAdapter, sql } from 'kysely'
import { copyTriggers, inListed, inSearch, seq } from './0029-search-indexes.ts'
import {
  type Columns,
  changesOf,
  postgresCollation,
  postgresTriggers,
  sqliteTriggers,
} from './copy-triggers.ts'
import { addedToListed, addedToSearch, listedColumns, searchColumns } from './list-tables.ts'
import { stateOf } from './member-states.ts'

/**
 * The state of each member, for the filter of the register. A later change of the rule fills it
 * again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  const type = `text${isPostgres ? postgresCollation : ''} not null default ''`
  const run = async (steps: readonly string[]) => {
    for (const step of steps) await sql.raw(step).execute(db)
  }
  await run([`alter table person add column state ${type}`])
  await fillStates(db, isPostgres)
  await run([
    ...copyTriggers.map((name) =>
      isPostgres ? `drop function ${name}() cascade` : `drop trigger ${name}`,
    ),
    `alter table person_search add column state ${type}`,
    `update person_search set ${changesOf(state, 'p')} from person p where p.id = person_search.person_id and p.state <> ''`,
    'create index register_by_state on person_search (state, role, is_active, is_visible)',
    ...(isPostgres
      ? postgresTriggers(withState, [...listedColumns, ...addedToListed, ...inListed])
      : sqliteTriggers(withState, [...listedColumns, ...addedToListed, ...inListed, ...seq])),
  ])
}

const state: Columns = [['state', 'text', (p) => `${p}.state`]]
/** The columns of person_search from this migration on. */
export const withState: Columns = [...searchColumns, ...addedToSearch, ...inSearch, ...state]

const pageSize = 5000

interface Located {
  id: string
  gstin: string
  address: string
  certificate_postal_address: string
  factory_address: string
}

async function fillStates(db: Kysely<unknown>, isPostgres: boolean): Promise<void> {
  let after = ''
  while (true) {
    const { rows } = await sql<Located>`
      select id, gstin, address, certificate_postal_address, factory_address from person
      where id > ${after} order by id limit ${pageSize}`.execute(db)
    const byState = Map.groupBy(rows, (row) =>
      stateOf(row.gstin, [row.address, row.certificate_postal_address, row.factory_address]),
    )
    for (const [code, located] of byState) {
      if (code === undefined) continue
      const ids = located.map(({ id }) => id)
      const isOne = isPostgres
        ? sql`id = any(${ids})`
        : sql`id in (select value from json_each(${JSON.stringify(ids)}))`
      await sql`update person set state = ${code} where ${isOne}`.execute(db)
    }
    const last = rows.at(-1)
    if (!last || rows.length < pageSize) return
    after = last.id
  }
}
