import { type Kysely, PostgresAdapter, sql } from 'kysely'
import {
  type Columns,
  changesOf,
  postgresCollation,
  postgresTriggers,
  sqliteTriggers,
} from './copy-triggers.ts'
import { addedToListed, addedToSearch, listedColumns, searchColumns } from './list-tables.ts'

/**
 * Trigrams of the directory and of phone numbers. On SQLite the trigram tables have the kind of each row,
 * too, and two line ends after its text, for its last letters. `letters` has a bit for each of some
 * characters that a text has: they are counted without reading the texts.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  const steps = isPostgres ? onPostgres() : onSqlite()
  for (const step of steps) await sql.raw(step).execute(db)
}

const alphabet = [...'abcdefghijklmnopqrstuvwxyz0123456789.@-&,/']

const lettersOf = (column: string): Columns => [
  [
    'letters',
    'bigint',
    (p, ascii) =>
      alphabet
        .map((letter, bit) =>
          ascii === postgresCollation
            ? `((strpos(${p}.${column}, '${letter}') > 0)::int::bigint << ${bit})`
            : `((instr(${p}.${column}, '${letter}') > 0) << ${bit})`,
        )
        .join(' | '),
  ],
]
export const inSearch = lettersOf('search_text')
export const inListed = lettersOf('directory_text')

/** The tables with the columns that this migration fills. */
const filled = { person_search: inSearch, person_listed: inListed }

export const seq: Columns = [
  ['seq', 'integer', (p) => `(select seq from person_search where person_id = ${p}.id)`],
]

export const copyTriggers = ['person_made', 'person_changed', 'person_changed_in_directory']
const counted =
  'role, is_active, is_visible, is_paid, membership_valid_to, by_dues, has_email, letters'

/** Steps that are the same on both engines. */
const addLetters = (ascii = ''): string[] => [
  ...Object.entries(filled).flatMap(([table, columns]) => [
    `alter table ${table} add column letters bigint not null default 0`,
    `update ${table} set ${changesOf(columns, 'p', ascii)} from person p where p.id = ${table}.person_id`,
  ]),
  'drop index register_counted',
  `create index register_counted on person_search (${counted})`,
  'create index directory_counted on person_listed (role, letters)',
]

const searchKind = (row: string) =>
  `coalesce(substr(${row}.role, 1, 1), '-') || iif(${row}.is_active, '+', '-') || iif(${row}.is_visible, '+', '-')`
const listedKind = (row: string) => `substr(${row}.role, 1, 3)`

const onSqlite = (): string[] => {
  const search = [...searchColumns, ...addedToSearch, ...inSearch]
  const listed = [...listedColumns, ...addedToListed, ...inListed, ...seq]
  return [
    ...copyTriggers.map((name) => `drop trigger ${name}`),
    ...['made', 'gone', 'changed'].map((name) => `drop trigger person_search_${name}`),
    'drop table person_trigram',
    ...addLetters(),
    'alter table person_listed add column seq integer',
    `update person_listed set ${changesOf(seq, 'p')} from person p where p.id = person_listed.person_id`,
    'create unique index directory_found on person_listed (seq, role, by_company, shown_city)',
    ...trigramTable('person_search', 'person', searchKind, 'role, is_active, is_visible'),
    ...trigramTable('person_listed', 'listed', listedKind, 'role'),
    ...sqliteTriggers(search, listed),
  ]
}

/** The trigram table of a table, which is a copy of it, with its triggers. */
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
    `insert into ${trigrams} (${trigrams}) values ('rebuild')`,
    `create trigger ${table}_made after insert on ${table} begin ${insert} end`,
    `create trigger ${table}_gone after delete on ${table} begin ${remove} end`,
    `create trigger ${table}_changed after update of ${columns} on ${table}
      when ${of('old')} is not ${of('new')} begin ${remove} ${insert} end`,
  ]
}

const onPostgres = (): string[] => [
  ...copyTriggers.map((name) => `drop function ${name}() cascade`),
  ...addLetters(postgresCollation),
  'create index listed_trigram on person_listed using gin (text gin_trgm_ops)',
  'create index person_phone_trigram on person_search using gin (phone_digits gin_trgm_ops)',
  'create index listed_phone_trigram on person_listed using gin (phone_digits gin_trgm_ops)',
  ...postgresTriggers(
    [...searchColumns, ...addedToSearch, ...inSearch],
    [...listedColumns, ...addedToListed, ...inListed],
  ),
]
