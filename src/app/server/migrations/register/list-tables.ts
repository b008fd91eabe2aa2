/**
 * Narrow copies of people for the lists that search, count and sort at every keystroke: with 100,000
 * people they take a third of the reads of the full rows. Triggers keep them up to date.
 */
import { type Kysely, PostgresAdapter, sql } from 'kysely'

/** A column of the copy, its type, and its value from a person `p`. `ascii`: a collation that folds ASCII letters only. */
type Columns = [name: string, type: string, value: (p: string, ascii: string) => string][]

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
const listedColumns: Columns = [
  ['role', 'text not null', (p) => `${p}.role`],
  ['by_company', 'text not null', (p, ascii) => `lower(${p}.company_name${ascii})`],
  ['shown_city', 'text not null', (p) => `${p}.shown_city`],
  ['materials', 'text not null', (p) => `${p}.materials`],
  ['text', 'text not null', (p) => `${p}.directory_text`],
]
const isListed = (p: string) =>
  `${p}.role in ('oem', 'vendor') and ${p}.is_active and ${p}.is_visible`

/** Columns in every index of an order of the register, so that filters need only the index. */
const filters = 'role, is_active, is_visible, is_paid, membership_valid_to'

/** The columns that the register can be sorted by; queries name the index of each, `register_<column>`. */
const registerOrders = ['by_number', 'by_name', 'by_company', 'by_joined', 'by_paid', 'by_valid_to']

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

const namesOf = (columns: Columns) => columns.map(([name]) => name).join(', ')
const valuesOf = (columns: Columns, row: string, ascii = '') =>
  columns.map(([, , value]) => value(row, ascii)).join(', ')
const typesOf = (columns: Columns, collation = '') =>
  columns.map(([name, type]) => `${name} ${type.replace('text', `text${collation}`)}`).join(', ')
const changesOf = (columns: Columns, row: string, ascii = '') =>
  columns.map(([name, , value]) => `${name} = ${value(row, ascii)}`).join(', ')

/** The columns of a person from which the copy is made. */
const sourcesOf = (columns: Columns) => [
  ...new Set(columns.flatMap(([, , value]) => value('p', '').match(/(?<=p\.)\w+/g) ?? [])),
]
const isChanged = (sources: string[]) =>
  `(${sources.map((name) => `old.${name}`)}) is not (${sources.map((name) => `new.${name}`)})`

/** The trigram index refers to `seq`, because VACUUM may change the rowids of `person`. */
function onSqlite(): string[] {
  const listedSources = [...sourcesOf(listedColumns), 'is_active', 'is_visible']
  const insertListed = (row: string, from = '') =>
    `insert into person_listed (person_id, ${namesOf(listedColumns)})
      select ${row}.id, ${valuesOf(listedColumns, row)} ${from} where ${isListed(row)}`
  const insertSearch = (row: string) =>
    `insert into person_search (person_id, ${namesOf(searchColumns)}) select ${row}.id, ${valuesOf(searchColumns, row)}`
  return [
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
    `${insertSearch('p')} from person p`,
    insertListed('p', 'from person p'),
    `create trigger person_made after insert on person begin ${insertSearch('new')}; ${insertListed('new')}; end`,
    `create trigger person_gone after delete on person begin
      delete from person_search where person_id = old.id;
      delete from person_listed where person_id = old.id; end`,
    `create trigger person_changed after update of ${sourcesOf(searchColumns)} on person
      when ${isChanged(sourcesOf(searchColumns))} begin
      update person_search set ${changesOf(searchColumns, 'new')} where person_id = new.id; end`,
    `create trigger person_changed_in_directory after update of ${listedSources} on person
      when ${isChanged(listedSources)} begin
      delete from person_listed where person_id = new.id; ${insertListed('new')}; end`,
  ]
}

function onPostgres(): string[] {
  const c = ' collate "C"'
  const listedSources = [...sourcesOf(listedColumns), 'is_active', 'is_visible']
  const insertSearch = (from: string) =>
    `insert into person_search (person_id, ${namesOf(searchColumns)}) select p.id, ${valuesOf(searchColumns, 'p', c)} from ${from} p`
  const insertListed = (from: string) =>
    `insert into person_listed (person_id, ${namesOf(listedColumns)}) select p.id, ${valuesOf(listedColumns, 'p', c)} from ${from} p where ${isListed('p')}`
  const isChangedOnPostgres = (sources: string[]) =>
    isChanged(sources).replace(' is not ', ' is distinct from ')
  const trigger = (name: string, event: string, body: string) => [
    `create function ${name}() returns trigger language plpgsql as $$ begin ${body} return null; end $$`,
    `create trigger ${name} ${event} execute function ${name}()`,
  ]
  return [
    'create extension if not exists pg_trgm',
    `create table person_search (person_id text primary key, ${typesOf(searchColumns, c)})`,
    `create table person_listed (person_id text primary key, ${typesOf(listedColumns, c)})`,
    `${insertSearch('person')}`,
    insertListed('person'),
    'create index person_trigram on person_search using gin (text gin_trgm_ops)',
    ...trigger(
      'person_made',
      'after insert on person referencing new table as made for each statement',
      `${insertSearch('made')}; ${insertListed('made')};`,
    ),
    ...trigger(
      'person_gone',
      'after delete on person for each row',
      'delete from person_search where person_id = old.id; delete from person_listed where person_id = old.id;',
    ),
    ...trigger(
      'person_changed',
      `after update of ${sourcesOf(searchColumns)} on person for each row when (${isChangedOnPostgres(sourcesOf(searchColumns))})`,
      `update person_search set ${changesOf(searchColumns, 'new', c)} where person_id = new.id;`,
    ),
    ...trigger(
      'person_changed_in_directory',
      `after update of ${listedSources} on person for each row when (${isChangedOnPostgres(listedSources)})`,
      `delete from person_listed where person_id = new.id;
       insert into person_listed (person_id, ${namesOf(listedColumns)}) select new.id, ${valuesOf(listedColumns, 'new', c)} where ${isListed('new')};`,
    ),
  ]
}
