import type { Kysely } from 'kysely'
import { isPostgres } from '#platform/server/database/engine-sql.ts'
import { run } from '../tables.ts'
import { postgresCollation, postgresTrigger } from './copy-triggers.ts'

/**
 * The days on which something that is still open was due, for the lists and sums of the renewals. Triggers
 * compute them from the ledger again whenever an entry on account is written.
 */
export async function openDues(db: Kysely<unknown>): Promise<void> {
  const onPostgres = isPostgres(db)
  await run(db, [
    createTable(onPostgres ? postgresCollation : ''),
    ...indexes,
    ...(onPostgres ? postgresTriggers() : sqliteTriggers()),
  ])
}

/** `next_due_on` is the next of these days of the member; owed_paise and grace_until are of the first one. */
const createTable = (ascii: string) => `create table open_dues (
  person_id text not null,
  due_on text${ascii} not null,
  next_due_on text${ascii} not null,
  is_first boolean not null,
  grace_until text${ascii},
  open_paise bigint not null,
  owed_paise bigint not null,
  role text${ascii},
  is_active boolean not null,
  by_company text${ascii} not null,
  by_dues text${ascii} not null,
  primary key (person_id, due_on))`

/** Columns that follow the members. */
const copied = ['role', 'is_active', 'by_company', 'by_dues']

/**
 * Money settles the charges that are due first, so the last ones are open, as many as is owed. Triggers of SQLite
 * may have no `with`; by a `cross join` it reads the charges of the member instead of all.
 */
const fill = (members: string) => `
  insert into open_dues (person_id, due_on, next_due_on, is_first, grace_until, open_paise, owed_paise,
    role, is_active, by_company, by_dues)
  select open.person_id, open.due_on,
    coalesce(lead(open.due_on) over (partition by open.person_id order by open.due_on), '9999'),
    max(case when up_to >= owed then 1 else 0 end) = 1,
    max(case when up_to >= owed then open.grace_until end),
    sum(case when up_to <= owed then paise else owed - up_to + paise end), open.owed,
    member.role, member.is_active, member.by_company, member.by_dues
  from (
    select charge.person_id, charge.due_on, charge.grace_until, -charge.amount_paise as paise, balance.owed,
      sum(-charge.amount_paise) over (
        partition by charge.person_id
        order by charge.due_on desc, charge.year desc, charge.item, charge.id desc
        rows unbounded preceding) as up_to
    from (
      select person_id, -sum(amount_paise) as owed from ledger_entry
      where on_account and person_id = new.person_id group by person_id having sum(amount_paise) < 0) balance
    cross join ledger_entry charge
    where charge.person_id = balance.person_id and charge.due_on is not null and charge.amount_paise < 0 and not exists (
      select 1 from ledger_entry cancellation where cancellation.reverses_id = charge.id)) open
  join ${members} member on member.person_id = open.person_id
  where up_to - paise < owed and paise > 0
  group by open.person_id, open.due_on, open.owed, member.role, member.is_active, member.by_company, member.by_dues`

const indexes = [
  'create index open_dues_by_due_on on open_dues (due_on, person_id, role, grace_until) where is_first and is_active',
  'create index open_dues_by_owed on open_dues (owed_paise, person_id, role, due_on, grace_until) where is_first and is_active',
  'create index open_dues_by_company on open_dues (by_company, person_id, role, due_on, grace_until) where is_first and is_active',
  'create index open_dues_counted on open_dues (role, due_on, grace_until, by_dues, owed_paise) where is_first and is_active',
  'create index open_dues_by_age on open_dues (due_on, next_due_on, role, open_paise, person_id) where is_active',
]

const opens = (members: string) =>
  `delete from open_dues where person_id = new.person_id; ${fill(members)};`

/** PostgreSQL keeps a plan that it made for small tables: one without an index is slower with every entry. */
export const withIndexesOnly = (name: string): string[] =>
  ['seqscan', 'hashjoin', 'mergejoin'].map(
    (method) => `alter function ${name}() set enable_${method} = off`,
  )

/**
 * The trigger that computes them, from a table or query of the members. For each row, as a plan for many members,
 * kept by PostgreSQL, would read the whole ledger for one.
 */
export const opensFrom = (members: string, onPostgres: boolean): string[] =>
  onPostgres
    ? [
        ...postgresTrigger(
          'ledger_entry_opens',
          'after insert on ledger_entry for each row when (new.on_account)',
          opens(members),
        ),
        ...withIndexesOnly('ledger_entry_opens'),
      ]
    : [
        `create trigger ledger_entry_opens after insert on ledger_entry when new.on_account begin ${opens(members)} end`,
      ]

const follows = `update open_dues set ${copied.map((name) => `${name} = new.${name}`)} where person_id = new.person_id;`
const ends = 'delete from open_dues where person_id = old.person_id;'
const [before, after] = ['old', 'new'].map((row) => `(${copied.map((name) => `${row}.${name}`)})`)

const sqliteTriggers = () => [
  ...opensFrom('person_search', false),
  `create trigger person_search_owes after update of ${copied} on person_search
    when ${before} is not ${after} begin ${follows} end`,
  `create trigger person_search_owed after delete on person_search begin ${ends} end`,
]

const postgresTriggers = () => [
  ...opensFrom('person_search', true),
  ...postgresTrigger(
    'person_search_owes',
    `after update of ${copied} on person_search for each row when (${before} is distinct from ${after})`,
    follows,
  ),
  ...postgresTrigger('person_search_owed', 'after delete on person_search for each row', ends),
  ...['person_search_owes', 'person_search_owed'].flatMap(withIndexesOnly),
]
