/**
 * Narrow copies of people for the lists that search, count and sort at every keystroke: with 100,000
 * people they take a third of the reads of the full rows. Triggers keep them up to date.
 */
import { type Kysely, PostgresAdapter, sql } from 'kysely'
import {
  type Columns,
  postgresCollation,
  postgresInserts,
  postgresTrigger,
  postgresTriggers,
  sqliteInserts,
  sqliteTriggers,
  typesOf,
} from './copy-triggers.ts'

/** The columns of person_search, by which the register searches, filters and sorts all people. */
export const searchColumns: Columns = [
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
    (p, ascii) => `lower(coalesce(${p}.membership_number, '')${ascii})`,
  ],
  ['by_name', 'text not null', (p, ascii) => `lower(${p}.name${ascii})`],
  ['by_company', 'text not null', (p, ascii) => `lower(${p}.company_name${ascii})`],
  ['by_joined', 'text not null', (p) => `${p}.created_at`],
  ['by_paid', 'text not null', (p) => `coalesce(${p}.payment_date, '')`],
  ['by_valid_to', 'text not null', (p) => `coalesce(${p}.membership_valid_to, '')`],
  ['text', 'text not null', (p) => `${p}.search_text`],
]

/** The columns of person_listed, the members that the directory shows. */
export const listedColumns: Columns = [
  ['role', 'text not null', (p) => `${p}.role`],
  ['by_company', 'text not null', (p, ascii) => `lower(${p}.company_name${ascii})`],
  ['shown_city', 'text not null', (p) => `${p}.shown_city`],
  ['materials', 'text not null', (p) => `${p}.materials`],
  ['text', 'text not null', (p) => `${p}.directory_text`],
]

/** Columns that 0012 adds to person_search. */
export const addedToSearch: Columns = [
  ['by_dues', 'text', (p) => `${p}.paid_until`],
  ['has_email', 'boolean', (p) => `${p}.email <> ''`],
  ['phone_digits', 'text', (p) => `${p}.phone_digits`],
]
/** Columns that 0012 adds to person_listed. */
export const addedToListed: Columns = [
  ['phone_digits', 'text', (p) => `case when ${p}.show_phone then ${p}.phone_digits else '' end`],
]

/** Columns in every index of an order of the register, so that filters need only the index. */
const filters = 'role, is_active, is_visible, is_paid, membership_valid_to'

/** The columns that the register can be sorted by; queries name the index of each, `register_<column>`. */
export const registerOrders = [
  'by_number',
  'by_name',
  'by_company',
  'by_joined',
  'by_paid',
  'by_valid_to',
]

export async function listTables(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  const steps = [
    ...(isPostgres ? onPostgres() : onSqlite()),
    ...registerOrders.map(
      (column) =>
        `create index register_${column} on person_search (${column}, person_id, ${filters})`,
    ),
    `create index register_counted on person_search (${filters})`,
    'create index register_ending on person_search (role, is_active, membership_valid_to)',
    'create index register_offered on person_search (role, is_active, materials)',
    `create index directory_by_company on person_listed (by_company, person_id, role)`,
    'create index directory_by_city on person_listed (shown_city, role)',
    'create index application_counted on application (status, type)',
    // PostgreSQL limits the length of text in such an index.
    `create index application_searched on application
      (created_at, id, status, type${isPostgres ? '' : ', search_text'})`,
  ]
  for (const step of steps) await sql.raw(step).execute(db)
}

/** The trigram index refers to `seq`, because VACUUM may change the rowids of `person`. */
const onSqlite = (): string[] => [
  `create table person_search (seq integer primary key, person_id text not null unique, ${typesOf(searchColumns)})`,
  `create virtual table person_trigram using fts5 (text, content = 'person_search', content_rowid = 'seq', tokenize = 'trigram case_sensitive 1')`,
  `create trigger person_search_made after insert on person_search begin
    insert into person_trigram (rowid, text) values (new.seq, new.text); end`,
  `create trigger person_search_gone after delete on person_search begin
    insert into person_trigram (person_trigram, rowid, text) values ('delete', old.seq, old.text); end`,
  `create trigger person_search_changed after update of text on person_search
    when old.text is not new.text begin
    insert into person_trigram (person_trigram, rowid, text) values ('delete', old.seq, old.text);
    insert into person_trigram (rowid, text) values (new.seq, new.text); end`,
  `create table person_listed (person_id text primary key, ${typesOf(listedColumns)}) without rowid`,
  `${sqliteInserts(searchColumns, listedColumns).search('p')} from person p`,
  sqliteInserts(searchColumns, listedColumns).listed('p', 'from person p'),
  ...sqliteTriggers(searchColumns, listedColumns),
  `create trigger person_gone after delete on person begin
    delete from person_search where person_id = old.id;
    delete from person_listed where person_id = old.id; end`,
]

const onPostgres = (): string[] => [
  'create extension if not exists pg_trgm',
  `create table person_search (person_id text primary key, ${typesOf(searchColumns, postgresCollation)})`,
  `create table person_listed (person_id text primary key, ${typesOf(listedColumns, postgresCollation)})`,
  postgresInserts(searchColumns, listedColumns).search('person'),
  postgresInserts(searchColumns, listedColumns).listed('person'),
  'create index person_trigram on person_search using gin (text gin_trgm_ops)',
  ...postgresTriggers(searchColumns, listedColumns),
  ...postgresTrigger(
    'person_gone',
    'after delete on person for each row',
    'delete from person_search where person_id = old.id; delete from person_listed where person_id = old.id;',
  ),
]
