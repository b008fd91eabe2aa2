import { type Kysely, PostgresAdapter, sql } from 'kysely'
import {
  type Columns,
  changesOf,
  postgresCollation,
  postgresTriggers,
  sqliteTriggers,
} from './register/copy-triggers.ts'
import {
  addedToListed,
  addedToSearch,
  listedColumns,
  registerOrders,
  searchColumns,
} from './register/list-tables.ts'
import { paidUntil, phoneDigits } from './register/member-keys.ts'
import { createTable, idOf, texts } from './tables.ts'

/** Until when members have paid, their phone numbers as digits, and saved filters. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await addKeys(db)
  await extendCopies(db)
  await createTable(
    db,
    'saved_filter',
    {
      id: 'text primary key',
      admin_id: idOf('person'),
      ...texts('name', 'name_key', 'query', 'created_at'),
    },
    undefined,
  )
  await sql`create unique index saved_filter_by_name on saved_filter (admin_id, name_key)`.execute(
    db,
  )
}

/** Columns in every index of an order of the register, so that filters need only the index. */
const filters = 'role, is_active, is_visible, is_paid, membership_valid_to, by_dues, has_email'

async function addKeys(db: Kysely<unknown>): Promise<void> {
  for (const column of ['paid_until', 'phone_digits'])
    await db.schema
      .alterTable('person')
      .addColumn(column, 'text', (c) => c.notNull().defaultTo(''))
      .execute()
  const payments = await sql<{ person_id: string; valid_to: string | null; paid_at: string }>`
    select person_id, valid_to, paid_at from ledger_entry e where kind = 'payment'
    and not exists (select 1 from ledger_entry r where r.reverses_id = e.id)`.execute(db)
  const lastDays = new Map<string, string>()
  for (const { person_id, ...payment } of payments.rows) {
    const day = paidUntil(payment)
    if (day > (lastDays.get(person_id) ?? '')) lastDays.set(person_id, day)
  }
  const people = await sql<{ id: string; whatsapp_number: string }>`
    select id, whatsapp_number from person`.execute(db)
  for (const { id, whatsapp_number } of people.rows) {
    const [day, digits] = [lastDays.get(id) ?? '', phoneDigits(whatsapp_number)]
    if (day || digits)
      await sql`update person set paid_until = ${day}, phone_digits = ${digits} where id = ${id}`.execute(
        db,
      )
  }
}

/** Adds the columns to the copies of `person` for lists, and makes their triggers and indexes anew. */
async function extendCopies(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  const search = [...searchColumns, ...addedToSearch]
  const listed = [...listedColumns, ...addedToListed]
  const triggers = ['person_made', 'person_changed', 'person_changed_in_directory']
  const orders = [...registerOrders, 'by_dues']
  const added = (table: string, columns: Columns) =>
    columns.map(([name, type]) =>
      type === 'text'
        ? `alter table ${table} add column ${name} text${isPostgres ? postgresCollation : ''} not null default ''`
        : `alter table ${table} add column ${name} ${type} not null default false`,
    )
  const filled = (table: string, columns: Columns) =>
    isPostgres
      ? `update ${table} set ${changesOf(columns, 'p')} from person p where p.id = ${table}.person_id`
      : `update ${table} set (${columns.map(([name]) => name)}) =
          (select ${columns.map(([, , value]) => value('p', ''))} from person p where p.id = ${table}.person_id)`
  const steps = [
    ...triggers.map((name) =>
      isPostgres ? `drop function ${name}() cascade` : `drop trigger ${name}`,
    ),
    ...added('person_search', addedToSearch),
    ...added('person_listed', addedToListed),
    filled('person_search', addedToSearch),
    filled('person_listed', addedToListed),
    ...registerOrders.map((column) => `drop index register_${column}`),
    'drop index register_counted',
    ...orders.map(
      (column) =>
        `create index register_${column} on person_search (${[...new Set([column, 'person_id', ...filters.split(', ')])]})`,
    ),
    `create index register_counted on person_search (${filters})`,
    'create index register_owing on person_search (role, is_active, by_dues)',
    ...(isPostgres ? postgresTriggers(search, listed) : sqliteTriggers(search, listed)),
  ]
  for (const step of steps) await sql.raw(step).execute(db)
}
