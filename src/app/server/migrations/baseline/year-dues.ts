import type { Kysely } from 'kysely'
import { isPostgres } from '#platform/server/database/engine-sql.ts'
import { run } from '../tables.ts'
import { postgresCollation, postgresTrigger } from './copy-triggers.ts'
import { withIndexesOnly } from './open-dues.ts'

/**
 * The dues of each year by the moment at which they count: what was charged, and the money that settled it, for
 * the sums of the renewals. Triggers compute them from the ledger again whenever an entry on account is written.
 */
export async function yearDues(db: Kysely<unknown>): Promise<void> {
  const onPostgres = isPostgres(db)
  await run(db, [
    createTable(onPostgres ? postgresCollation : ''),
    // Covering: a sum of a month needs no rows.
    'create index year_dues_summed on year_dues (year, role, kind, counted_at, paise, is_first)',
    ...(onPostgres ? postgresTriggers() : sqliteTriggers()),
  ])
}

type Engine = 'SQLite' | 'PostgreSQL'

/** `is_first`: the first of the member, the year and the kind. */
const createTable = (ascii: string) => `create table year_dues (
  person_id text not null,
  year text not null,
  kind text not null,
  counted_at text${ascii} not null,
  is_first boolean not null,
  paise bigint not null,
  role text,
  primary key (person_id, year, kind, counted_at))`

const key = 'person_id, year, kind, counted_at'

const isNotCancelled = (entry: string) =>
  `not exists (select 1 from ledger_entry cancellation where cancellation.reverses_id = ${entry}.id)`

/** The charges of these members, laid end to end in the order in which they are settled. */
const charges = (members: string) => `(
  select person_id, year, recorded_at, -amount_paise as paise,
    sum(-amount_paise) over (
      partition by person_id order by due_on, year, item desc, id rows unbounded preceding) as up_to
  from ledger_entry charge
  where ${members} and due_on is not null and amount_paise < 0 and ${isNotCancelled('charge')})`

/**
 * SQLite would read an index by kind instead of the ledger of a member, unless the condition is an expression;
 * PostgreSQL would take an expression to match very few entries.
 */
const isMoney = (engine: Engine) =>
  engine === 'PostgreSQL'
    ? "kind in ('payment', 'waiver')"
    : "case kind when 'payment' then 1 when 'waiver' then 1 else 0 end = 1"

/** The money of these members, laid end to end in the order in which it was paid. */
const money = (members: string, engine: Engine) => `(
  select person_id, kind, dues_at, amount_paise as paise,
    sum(amount_paise) over (partition by person_id order by dues_at, id rows unbounded preceding) as up_to
  from ledger_entry money
  where ${members} and on_account and amount_paise > 0 and ${isMoney(engine)} and ${isNotCancelled('money')})`

const lesser = (a: string, b: string) => `case when ${a} < ${b} then ${a} else ${b} end`
const greater = (a: string, b: string) => `case when ${a} > ${b} then ${a} else ${b} end`

/**
 * Each part of the money settles the part of the charges that is beside it. Triggers of SQLite may have no `with`;
 * PostgreSQL would read the money of a member once for each charge without it.
 */
const dues = (members: string, engine: Engine) => {
  const [charge, paid] = [charges(members), money(members, engine)]
  const isPostgres = engine === 'PostgreSQL'
  return `(
  ${isPostgres ? `with charge as materialized ${charge}, money as materialized ${paid}` : ''}
  select ${key}, cast(sum(paise) as bigint) as paise,
    row_number() over (partition by person_id, year, kind order by counted_at) = 1 as is_first
  from (
    select person_id, year, 'charge' as kind, recorded_at as counted_at, paise
    from ${isPostgres ? 'charge' : `${charge} charge`}
    union all
    select charge.person_id, charge.year, money.kind, money.dues_at,
      ${lesser('money.up_to', 'charge.up_to')}
      - ${greater('money.up_to - money.paise', 'charge.up_to - charge.paise')}
    from ${isPostgres ? 'charge join money' : `${charge} charge join ${paid} money`}
    on money.person_id = charge.person_id
      and money.up_to > charge.up_to - charge.paise and money.up_to - money.paise < charge.up_to) part
  where year is not null
  group by ${key})`
}

const columns = `${key}, is_first, paise, role`

/** Most rows of a member stay as they are. */
const unlessSame = `on conflict (${key}) do update set is_first = excluded.is_first, paise = excluded.paise
  where (year_dues.is_first, year_dues.paise) <> (excluded.is_first, excluded.paise)`

const ofMember = 'person_id = new.person_id'
const follows = `update year_dues set role = new.role where ${ofMember};`
const ends = 'delete from year_dues where person_id = old.person_id;'

/** The trigger that computes them, from a table or query of the members. */
export const settlesFrom = (members: string, onPostgres: boolean): string[] =>
  onPostgres
    ? [
        ...postgresTrigger(
          'ledger_entry_settles',
          'after insert on ledger_entry referencing new table as made for each statement',
          settles(members),
        ),
        ...withIndexesOnly('ledger_entry_settles'),
      ]
    : [
        `create trigger ledger_entry_settles after insert on ledger_entry when new.on_account begin
    insert into year_dues (${columns})
    select dues.person_id, dues.year, dues.kind, dues.counted_at, dues.is_first, dues.paise, member.role
    from ${dues(ofMember, 'SQLite')} dues join ${members} member on member.person_id = dues.person_id
    where true ${unlessSame};
    delete from year_dues where ${ofMember}
      and (year, kind, counted_at) not in (select year, kind, counted_at from ${dues(ofMember, 'SQLite')} dues);
  end`,
      ]

const made = '(select distinct person_id from made where on_account) member'

/** For all members of a statement, one after the other: a plan for one is also one for many. */
const settles = (members: string) => `
  with new_dues as materialized (
    select dues.*, search.role from ${made}
    join ${members} search on search.person_id = member.person_id
    cross join lateral ${dues('person_id = member.person_id', 'PostgreSQL')} dues),
  gone as (
    delete from year_dues using ${made} where year_dues.person_id = member.person_id
      and (${key.replaceAll(/\w+/g, 'year_dues.$&')}) not in (select ${key} from new_dues))
  insert into year_dues (${columns}) select ${columns} from new_dues ${unlessSame};`

const sqliteTriggers = () => [
  ...settlesFrom('person_search', false),
  `create trigger person_search_settles after update of role on person_search
    when old.role is not new.role begin ${follows} end`,
  `create trigger person_search_settled after delete on person_search begin ${ends} end`,
]

const postgresTriggers = () => [
  ...settlesFrom('person_search', true),
  ...postgresTrigger(
    'person_search_settles',
    'after update of role on person_search for each row when (old.role is distinct from new.role)',
    follows,
  ),
  ...postgresTrigger('person_search_settled', 'after delete on person_search for each row', ends),
  // As for open_dues.
  ...['person_search_settles', 'person_search_settled'].flatMap(withIndexesOnly),
]
