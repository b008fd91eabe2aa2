/**
 * Narrow copies of people for what lists ask at every key: to search, count and sort 100,000 of them
 * takes a third of the reading that whole people take. The database keeps them, by triggers.
 */
import { type Kysely, PostgresAdapter, sql } from 'kysely'

/** A column of the copy, its type, and what of a person stands in it; capitals of ASCII alone fold. */
type Columns = [name: string, type: string, value: (p: string, ascii: string) => string][]

/** What the register is searched, filtered and sorted by; everybody is in it. */
const searched: Columns = [
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

/** What the directory is; only who is in it. */
const listed: Columns = [
  ['role', 'text not null', (p) => `${p}.role`],
  ['by_company', 'text not null', (p, ascii) => `lower(${p}.company_name${ascii})`],
  ['shown_city', 'text not null', (p) => `${p}.shown_city`],
  ['materials', 'text not null', (p) => `${p}.materials`],
  ['text', 'text not null', (p) => `${p}.directory_text`],
]
const isListed = (p: string) =>
  `${p}.role in ('oem', 'vendor') and ${p}.is_active and ${p}.is_visible`

/** Of `searched`, what every order of the register carries, so that filters need no more. */
const filters = 'role, is_active, is_visible, is_paid, membership_valid_to'

export async function lines(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  const steps = [
    ...(isPostgres ? onPostgres() : onSqlite()),
    ...['number', 'name', 'company', 'joined', 'paid', 'valid_to'].map(
      (order) =>
        `create index register_by_${order} on person_search (by_${order}, person_id, ${filters})`,
    ),
    `create index register_counted on person_search (${filters})`,
    'create index register_ending on person_search (role, is_active, membership_valid_to)',
    'create index register_offered on person_search (role, is_active, materials)',
    'create index directory_by_company on person_listed (by_company, person_id, role)',
    'create index directory_by_city on person_listed (shown_city, role)',
    'create index application_counted on application (status, type)',
    // PostgreSQL takes no long text into such an index.
    `create index application_searched on application
      (created_at, id, status, type${isPostgres ? '' : ', search_text'})`,
  ]
  for (const step of steps) await sql.raw(step).execute(db)
}

const namesOf = (columns: Columns) => columns.map(([name]) => name).join(', ')
const valuesOf = (columns: Columns, of: string, ascii = '') =>
  columns.map(([, , value]) => value(of, ascii)).join(', ')
const typesOf = (columns: Columns, collation = '') =>
  columns.map(([name, type]) => `${name} ${type.replace('text', `text${collation}`)}`).join(', ')
const changesOf = (columns: Columns, of: string, ascii = '') =>
  columns.map(([name, , value]) => `${name} = ${value(of, ascii)}`).join(', ')

/** The columns of a person that the copy is made of. */
const sourcesOf = (columns: Columns) => [
  ...new Set(columns.flatMap(([, , value]) => value('p', '').match(/(?<=p\.)\w+/g) ?? [])),
]
const isChanged = (sources: string[]) =>
  `(${sources.map((name) => `old.${name}`)}) is not (${sources.map((name) => `new.${name}`)})`

/** The trigrams hang on a lasting key, for VACUUM renumbers the rows of `person`. */
function onSqlite(): string[] {
  const listedSources = [...sourcesOf(listed), 'is_active', 'is_visible']
  const list = (of: string, from = '') =>
    `insert into person_listed (person_id, ${namesOf(listed)})
      select ${of}.id, ${valuesOf(listed, of)} ${from} where ${isListed(of)}`
  const enter = (of: string) =>
    `insert into person_search (person_id, ${namesOf(searched)}) select ${of}.id, ${valuesOf(searched, of)}`
  return [
    `create table person_search (seq integer primary key, person_id text not null unique, ${typesOf(searched)})`,
    `create virtual table person_trigram using fts5 (text, content = 'person_search', content_rowid = 'seq', tokenize = 'trigram case_sensitive 1')`,
    `create trigger person_search_made after insert on person_search begin
      insert into person_trigram (rowid, text) values (new.seq, new.text); end`,
    `create trigger person_search_gone after delete on person_search begin
      insert into person_trigram (person_trigram, rowid, text) values ('delete', old.seq, old.text); end`,
    `create trigger person_search_changed after update of text on person_search
      when old.text is not new.text begin
      insert into person_trigram (person_trigram, rowid, text) values ('delete', old.seq, old.text);
      insert into person_trigram (rowid, text) values (new.seq, new.text); end`,
    `create table person_listed (person_id text primary key, ${typesOf(listed)}) without rowid`,
    `${enter('p')} from person p`,
    list('p', 'from person p'),
    `create trigger person_made after insert on person begin ${enter('new')}; ${list('new')}; end`,
    `create trigger person_gone after delete on person begin
      delete from person_search where person_id = old.id;
      delete from person_listed where person_id = old.id; end`,
    `create trigger person_changed after update of ${sourcesOf(searched)} on person
      when ${isChanged(sourcesOf(searched))} begin
      update person_search set ${changesOf(searched, 'new')} where person_id = new.id; end`,
    `create trigger person_changed_in_directory after update of ${listedSources} on person
      when ${isChanged(listedSources)} begin
      delete from person_listed where person_id = new.id; ${list('new')}; end`,
  ]
}

function onPostgres(): string[] {
  const c = ' collate "C"'
  const listedSources = [...sourcesOf(listed), 'is_active', 'is_visible']
  const enter = (from: string) =>
    `insert into person_search (person_id, ${namesOf(searched)}) select p.id, ${valuesOf(searched, 'p', c)} from ${from} p`
  const list = (from: string) =>
    `insert into person_listed (person_id, ${namesOf(listed)}) select p.id, ${valuesOf(listed, 'p', c)} from ${from} p where ${isListed('p')}`
  const isOther = (sources: string[]) =>
    isChanged(sources).replace(' is not ', ' is distinct from ')
  const trigger = (name: string, what: string, work: string) => [
    `create function ${name}() returns trigger language plpgsql as $$ begin ${work} return null; end $$`,
    `create trigger ${name} ${what} execute function ${name}()`,
  ]
  return [
    'create extension if not exists pg_trgm',
    `create table person_search (person_id text primary key, ${typesOf(searched, c)})`,
    `create table person_listed (person_id text primary key, ${typesOf(listed, c)})`,
    `${enter('person')}`,
    list('person'),
    'create index person_trigram on person_search using gin (text gin_trgm_ops)',
    ...trigger(
      'person_made',
      'after insert on person referencing new table as made for each statement',
      `${enter('made')}; ${list('made')};`,
    ),
    ...trigger(
      'person_gone',
      'after delete on person for each row',
      'delete from person_search where person_id = old.id; delete from person_listed where person_id = old.id;',
    ),
    ...trigger(
      'person_changed',
      `after update of ${sourcesOf(searched)} on person for each row when (${isOther(sourcesOf(searched))})`,
      `update person_search set ${changesOf(searched, 'new', c)} where person_id = new.id;`,
    ),
    ...trigger(
      'person_changed_in_directory',
      `after update of ${listedSources} on person for each row when (${isOther(listedSources)})`,
      `delete from person_listed where person_id = new.id;
       insert into person_listed (person_id, ${namesOf(listed)}) select new.id, ${valuesOf(listed, 'new', c)} where ${isListed('new')};`,
    ),
  ]
}
