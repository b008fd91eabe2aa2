/**
 * Narrow copies of people for the lists that search, count and sort at every keystroke: with 100,000
 * people they take a third of the reads of the full rows. Triggers keep them up to date.
 */
import type { Kysely } from 'kysely'
import { isPostgres } from '#platform/server/database/engine-sql.ts'
import { run } from '../tables.ts'
import {
  type Columns,
  postgresCollation,
  postgresTriggers,
  sqliteTriggers,
  typesOf,
} from './copy-triggers.ts'

export async function lists(db: Kysely<unknown>): Promise<void> {
  const onPostgres = isPostgres(db)
  await run(db, [
    ...(onPostgres ? postgresTables() : sqliteTables()),
    ...indexes(onPostgres),
    ...(onPostgres
      ? postgresTriggers(searchColumns, listedColumns)
      : sqliteTriggers(searchColumns, [...listedColumns, seq])),
  ])
}

/** Folds ASCII letters only, on both engines. */
const folded = (text: string, onPostgres: boolean): string =>
  `lower(${text}${onPostgres ? postgresCollation : ''})`

/** The characters of a text, a bit for each: texts that lack one of them need not be searched. */
const lettersOf =
  (column: string) =>
  (p: string, onPostgres: boolean): string =>
    [...'abcdefghijklmnopqrstuvwxyz0123456789.@-&,/']
      .map((letter, bit) =>
        onPostgres
          ? `((strpos(${p}.${column}, '${letter}') > 0)::int::bigint << ${bit})`
          : `((instr(${p}.${column}, '${letter}') > 0) << ${bit})`,
      )
      .join(' | ')

/** The columns of person_search, by which the register searches, filters and sorts all people. */
const searchColumns: Columns = [
  ['role', 'text', (p) => `${p}.role`],
  ['is_active', 'boolean not null', (p) => `${p}.is_active`],
  ['is_visible', 'boolean not null', (p) => `${p}.is_visible`],
  ['is_paid', 'boolean not null', (p) => `${p}.ledger_entry_id is not null`],
  ['membership_valid_to', 'text', (p) => `${p}.membership_valid_to`],
  ['payment_date', 'text', (p) => `${p}.payment_date`],
  ['payment_mode', 'text', (p) => `${p}.payment_mode`],
  ['created_at', 'text not null', (p) => `${p}.created_at`],
  ['materials', 'text not null', (p) => `${p}.materials`],
  [
    'by_number',
    'text not null',
    (p, onPostgres) => folded(`coalesce(${p}.membership_number, '')`, onPostgres),
  ],
  ['by_name', 'text not null', (p, onPostgres) => folded(`${p}.name`, onPostgres)],
  ['by_company', 'text not null', (p, onPostgres) => folded(`${p}.company_name`, onPostgres)],
  ['by_joined', 'text not null', (p) => `${p}.created_at`],
  ['by_paid', 'text not null', (p) => `coalesce(${p}.payment_date, '')`],
  ['by_valid_to', 'text not null', (p) => `coalesce(${p}.membership_valid_to, '')`],
  ['text', 'text not null', (p) => `${p}.search_text`],
  ['by_dues', "text not null default ''", (p) => `${p}.paid_until`],
  ['has_email', 'boolean not null default false', (p) => `${p}.email <> ''`],
  ['phone_digits', "text not null default ''", (p) => `${p}.phone_digits`],
  ['letters', 'bigint not null default 0', lettersOf('search_text')],
  ['state', "text not null default ''", (p) => `${p}.state`],
  ['has_signed_in', 'boolean not null default false', (p) => `${p}.last_sign_in_at is not null`],
  ['is_invited', 'boolean not null default false', (p) => `${p}.invited_at is not null`],
]

/** The columns of person_listed, the members that the directory shows. */
const listedColumns: Columns = [
  ['role', 'text not null', (p) => `${p}.role`],
  ['by_company', 'text not null', (p, onPostgres) => folded(`${p}.company_name`, onPostgres)],
  ['shown_city', 'text not null', (p) => `${p}.shown_city`],
  ['materials', 'text not null', (p) => `${p}.materials`],
  ['text', 'text not null', (p) => `${p}.directory_text`],
  [
    'phone_digits',
    "text not null default ''",
    (p) => `case when ${p}.show_phone then ${p}.phone_digits else '' end`,
  ],
  ['letters', 'bigint not null default 0', lettersOf('directory_text')],
]

/** On SQLite: the row of the trigram tables. VACUUM may change the rowids of `person`. */
const seq: Columns[number] = [
  'seq',
  'integer',
  (p) => `(select seq from person_search where person_id = ${p}.id)`,
]

/** The columns that the register can be sorted by; queries name the index of each, `register_<column>`. */
const orders = ['by_number', 'by_name', 'by_company', 'by_paid', 'by_valid_to', 'by_dues']

function indexes(onPostgres: boolean): string[] {
  // In every index of an order, so that filters need only the index.
  const flags = 'role, is_active, is_visible, is_paid, membership_valid_to'
  const filters = `${flags}, by_dues, has_email`
  return [
    ...orders.map((column) => {
      const columns = new Set([column, 'person_id', ...filters.split(', ')])
      return `create index register_${column} on person_search (${[...columns]})`
    }),
    `create index register_by_joined on person_search (by_joined, person_id, ${flags}, by_number)`,
    'create index register_by_state on person_search (state, role, is_active, is_visible)',
    // Not by role first: SQLite would take them for lists with other filters, too.
    'create index register_signed_in on person_search (has_signed_in, role, is_active, is_invited, has_email)',
    'create index register_invited on person_search (is_invited, role, is_active, has_signed_in, has_email)',
    'create index register_ending on person_search (role, is_active, membership_valid_to)',
    'create index register_owing on person_search (role, is_active, by_dues)',
    'create index register_offered on person_search (role, is_active, materials)',
    `create index register_counted on person_search (${filters}, letters)`,
    'create index directory_by_company on person_listed (by_company, person_id, role)',
    'create index directory_by_city on person_listed (shown_city, by_company, person_id, role)',
    'create index directory_counted on person_listed (role, letters)',
    ...(onPostgres
      ? [
          'create index person_trigram on person_search using gin (text gin_trgm_ops)',
          'create index person_phone_trigram on person_search using gin (phone_digits gin_trgm_ops)',
          'create index listed_trigram on person_listed using gin (text gin_trgm_ops)',
          'create index listed_phone_trigram on person_listed using gin (phone_digits gin_trgm_ops)',
        ]
      : [
          // By row number: what the trigram tables find.
          `create index register_found on person_search (seq, by_company, person_id, ${filters})`,
          'create unique index directory_found on person_listed (seq, role, by_company, shown_city)',
        ]),
  ]
}

const postgresTables = (): string[] => [
  'create extension if not exists pg_trgm',
  `create table person_search (person_id text primary key, ${typesOf(searchColumns, postgresCollation)})`,
  `create table person_listed (person_id text primary key, ${typesOf(listedColumns, postgresCollation)})`,
]

const sqliteTables = (): string[] => [
  `create table person_search
    (seq integer primary key, person_id text not null unique, ${typesOf(searchColumns)})`,
  `create table person_listed
    (person_id text primary key, ${typesOf([...listedColumns, seq])}) without rowid`,
  ...trigramTable('person_search', 'person', searchKind, 'role, is_active, is_visible'),
  ...trigramTable('person_listed', 'listed', listedKind, 'role'),
]

const searchKind = (row: string) =>
  `coalesce(substr(${row}.role, 1, 1), '-') || iif(${row}.is_active, '+', '-') || iif(${row}.is_visible, '+', '-')`
const listedKind = (row: string) => `substr(${row}.role, 1, 3)`

/**
 * The trigrams of a table, with its triggers: the kind of each row, and two line ends after its text, for its
 * last letters.
 */
function trigramTable(
  table: string,
  name: string,
  kind: (row: string) => string,
  kindColumns: string,
): string[] {
  const trigrams = `${name}_trigram`
  const values = (row: string) =>
    `${row}.seq, ${row}.text || char(10, 10), ${row}.phone_digits, ${kind(row)}`
  const insert = `insert into ${trigrams} (rowid, text, phone_digits, kind) values (${values('new')});`
  const remove = `insert into ${trigrams} (${trigrams}, rowid, text, phone_digits, kind) values ('delete', ${values('old')});`
  const columns = `text, phone_digits, ${kindColumns}`.split(', ')
  const of = (row: string) => `(${columns.map((column) => `${row}.${column}`)})`
  return [
    `create view ${trigrams}_source (seq, text, phone_digits, kind) as select ${values(table)} from ${table}`,
    `create virtual table ${trigrams} using fts5 (text, phone_digits, kind, content = '${trigrams}_source',
      content_rowid = 'seq', columnsize = 0, tokenize = 'trigram case_sensitive 1')`,
    `create virtual table ${trigrams}_term using fts5vocab (${trigrams}, row)`,
    `create trigger ${table}_made after insert on ${table} begin ${insert} end`,
    `create trigger ${table}_gone after delete on ${table} begin ${remove} end`,
    `create trigger ${table}_changed after update of ${columns} on ${table}
      when ${of('old')} is not ${of('new')} begin ${remove} ${insert} end`,
  ]
}
