/** Triggers that refuse changes of tables to which rows are only added. */

interface Refused {
  name: string
  /** 'delete on history' */
  event: string
  /** The condition of the changes that are refused; all of them without it. */
  when?: string
}

/** Statements for triggers that refuse the events with `message`. On PostgreSQL they call the function `name`. */
export function refuse(
  onPostgres: boolean,
  name: string,
  message: string,
  refused: readonly Refused[],
): string[] {
  if (!onPostgres)
    return refused.map(
      (trigger) => `create trigger ${trigger.name} before ${trigger.event}
        ${trigger.when ? `when ${trigger.when}` : ''} begin select raise(abort, '${message}'); end`,
    )
  return [
    `create function ${name}() returns trigger language plpgsql as
      $$begin raise exception '${message}'; end$$`,
    ...refused.map(
      (trigger) => `create trigger ${trigger.name} before ${trigger.event}
        for each ${trigger.event.startsWith('truncate') ? 'statement' : 'row'}
        ${trigger.when ? `when (${trigger.when})` : ''} execute function ${name}()`,
    ),
  ]
}

/**
 * On SQLite, INSERT OR REPLACE deletes the row that it replaces without calling the triggers that refuse
 * to delete it. `unique`: what no two rows share; `rowid` is the number that SQLite itself gives each row.
 */
export const notReplaced = (table: string, unique: readonly string[]): Refused => ({
  name: `${table}_not_replaced`,
  event: `insert on ${table}`,
  when: unique
    .map((column) => `exists (select 1 from ${table} where ${column} = new.${column})`)
    .join(' or '),
})
