/** Triggers that keep person_search and person_listed, the narrow copies of `person`, up to date. */

/** A column of the copy, its type, and its value from a person `p`. `ascii`: a collation that folds ASCII letters only. */
export type Columns = [name: string, type: string, value: (p: string, ascii: string) => string][]

export const postgresCollation = ' collate "C"'

const isListed = (p: string) =>
  `${p}.role in ('oem', 'vendor') and ${p}.is_active and ${p}.is_visible`

const namesOf = (columns: Columns) => columns.map(([name]) => name).join(', ')
const valuesOf = (columns: Columns, row: string, ascii = '') =>
  columns.map(([, , value]) => value(row, ascii)).join(', ')
export const typesOf = (columns: Columns, collation = '') =>
  columns.map(([name, type]) => `${name} ${type.replace('text', `text${collation}`)}`).join(', ')
export const changesOf = (columns: Columns, row: string, ascii = '') =>
  columns.map(([name, , value]) => `${name} = ${value(row, ascii)}`).join(', ')

/** The columns of a person from which the copy is made. */
const sourcesOf = (columns: Columns) => [
  ...new Set(columns.flatMap(([, , value]) => value('p', '').match(/(?<=p\.)\w+/g) ?? [])),
]
const listedSourcesOf = (columns: Columns) => [...sourcesOf(columns), 'is_active', 'is_visible']
const isChanged = (sources: string[]) =>
  `(${sources.map((name) => `old.${name}`)}) is not (${sources.map((name) => `new.${name}`)})`

/** Statements that copy the person `row`. */
export const sqliteInserts = (search: Columns, listed: Columns) => ({
  search: (row: string) =>
    `insert into person_search (person_id, ${namesOf(search)}) select ${row}.id, ${valuesOf(search, row)}`,
  listed: (row: string, from = '') =>
    `insert into person_listed (person_id, ${namesOf(listed)})
      select ${row}.id, ${valuesOf(listed, row)} ${from} where ${isListed(row)}`,
})

export function sqliteTriggers(search: Columns, listed: Columns): string[] {
  const insert = sqliteInserts(search, listed)
  return [
    `create trigger person_made after insert on person begin ${insert.search('new')}; ${insert.listed('new')}; end`,
    `create trigger person_changed after update of ${sourcesOf(search)} on person
      when ${isChanged(sourcesOf(search))} begin
      update person_search set ${changesOf(search, 'new')} where person_id = new.id; end`,
    `create trigger person_changed_in_directory after update of ${listedSourcesOf(listed)} on person
      when ${isChanged(listedSourcesOf(listed))} begin
      delete from person_listed where person_id = new.id; ${insert.listed('new')}; end`,
  ]
}

/** Statements that copy the people of the table `from`. */
export const postgresInserts = (search: Columns, listed: Columns) => ({
  search: (from: string) =>
    `insert into person_search (person_id, ${namesOf(search)}) select p.id, ${valuesOf(search, 'p', postgresCollation)} from ${from} p`,
  listed: (from: string) =>
    `insert into person_listed (person_id, ${namesOf(listed)}) select p.id, ${valuesOf(listed, 'p', postgresCollation)} from ${from} p where ${isListed('p')}`,
})

export const postgresTrigger = (name: string, event: string, body: string): string[] => [
  `create function ${name}() returns trigger language plpgsql as $$ begin ${body} return null; end $$`,
  `create trigger ${name} ${event} execute function ${name}()`,
]

export function postgresTriggers(search: Columns, listed: Columns): string[] {
  const insert = postgresInserts(search, listed)
  const isDistinct = (sources: string[]) =>
    isChanged(sources).replace(' is not ', ' is distinct from ')
  return [
    ...postgresTrigger(
      'person_made',
      'after insert on person referencing new table as made for each statement',
      `${insert.search('made')}; ${insert.listed('made')};`,
    ),
    ...postgresTrigger(
      'person_changed',
      `after update of ${sourcesOf(search)} on person for each row when (${isDistinct(sourcesOf(search))})`,
      `update person_search set ${changesOf(search, 'new', postgresCollation)} where person_id = new.id;`,
    ),
    ...postgresTrigger(
      'person_changed_in_directory',
      `after update of ${listedSourcesOf(listed)} on person for each row when (${isDistinct(listedSourcesOf(listed))})`,
      `delete from person_listed where person_id = new.id;
       insert into person_listed (person_id, ${namesOf(listed)}) select new.id, ${valuesOf(listed, 'new', postgresCollation)} where ${isListed('new')};`,
    ),
  ]
}
