/** Triggers that keep person_search and person_listed, the narrow copies of `person`, up to date. */

/** A column of the copy, its type, and its value from a person `p`. */
export type Columns = [
  name: string,
  type: string,
  value: (p: string, onPostgres: boolean) => string,
][]

/** Compares bytes, as SQLite does. */
export const postgresCollation = ' collate "C"'

const isListed = (p: string) =>
  `${p}.role in ('oem', 'vendor') and ${p}.is_active and ${p}.is_visible`

const namesOf = (columns: Columns) => columns.map(([name]) => name).join(', ')
const valuesOf = (columns: Columns, row: string, onPostgres: boolean) =>
  columns.map(([, , value]) => value(row, onPostgres)).join(', ')
const changesOf = (columns: Columns, row: string, onPostgres: boolean) =>
  columns.map(([name, , value]) => `${name} = ${value(row, onPostgres)}`).join(', ')
export const typesOf = (columns: Columns, collation = '') =>
  columns.map(([name, type]) => `${name} ${type.replace('text', `text${collation}`)}`).join(', ')

/** The columns of a person from which the copy is made. */
const sourcesOf = (columns: Columns) => [
  ...new Set(columns.flatMap(([, , value]) => value('p', false).match(/(?<=p\.)\w+/g) ?? [])),
]
const listedSourcesOf = (columns: Columns) => [...sourcesOf(columns), 'is_active', 'is_visible']
const isChanged = (sources: string[], differs: string) =>
  `(${sources.map((name) => `old.${name}`)}) ${differs} (${sources.map((name) => `new.${name}`)})`

export function sqliteTriggers(search: Columns, listed: Columns): string[] {
  const changed = (sources: string[]) => isChanged(sources, 'is not')
  const insertListed = `insert into person_listed (person_id, ${namesOf(listed)})
    select new.id, ${valuesOf(listed, 'new', false)} where ${isListed('new')};`
  return [
    `create trigger person_gone after delete on person begin
      delete from person_search where person_id = old.id;
      delete from person_listed where person_id = old.id; end`,
    `create trigger person_made after insert on person begin
      insert into person_search (person_id, ${namesOf(search)}) select new.id, ${valuesOf(search, 'new', false)};
      ${insertListed} end`,
    `create trigger person_changed after update of ${sourcesOf(search)} on person
      when ${changed(sourcesOf(search))} begin
      update person_search set ${changesOf(search, 'new', false)} where person_id = new.id; end`,
    `create trigger person_changed_in_directory after update of ${listedSourcesOf(listed)} on person
      when ${changed(listedSourcesOf(listed))} begin
      delete from person_listed where person_id = new.id; ${insertListed} end`,
  ]
}

/** A trigger and its function. */
export const postgresTrigger = (name: string, event: string, body: string): string[] => [
  `create function ${name}() returns trigger language plpgsql as $$ begin ${body} return null; end $$`,
  `create trigger ${name} ${event} execute function ${name}()`,
]

export function postgresTriggers(search: Columns, listed: Columns): string[] {
  const changed = (sources: string[]) => isChanged(sources, 'is distinct from')
  const insertListed = (row: string, from = '') =>
    `insert into person_listed (person_id, ${namesOf(listed)})
      select ${row}.id, ${valuesOf(listed, row, true)}${from} where ${isListed(row)};`
  return [
    ...postgresTrigger(
      'person_gone',
      'after delete on person for each row',
      'delete from person_search where person_id = old.id; delete from person_listed where person_id = old.id;',
    ),
    ...postgresTrigger(
      'person_made',
      'after insert on person referencing new table as made for each statement',
      `insert into person_search (person_id, ${namesOf(search)}) select p.id, ${valuesOf(search, 'p', true)} from made p;
       ${insertListed('p', ' from made p')}`,
    ),
    ...postgresTrigger(
      'person_changed',
      `after update of ${sourcesOf(search)} on person for each row when (${changed(sourcesOf(search))})`,
      `update person_search set ${changesOf(search, 'new', true)} where person_id = new.id;`,
    ),
    ...postgresTrigger(
      'person_changed_in_directory',
      `after update of ${listedSourcesOf(listed)} on person for each row when (${changed(listedSourcesOf(listed))})`,
      `delete from person_listed where person_id = new.id; ${insertListed('new')}`,
    ),
  ]
}
