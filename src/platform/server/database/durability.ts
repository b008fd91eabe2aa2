/** Refuses a PostgreSQL server that may lose acknowledged commits (contract 10.8). */
import { type QueryExecutorProvider, sql } from 'kysely'
import { StartupError } from '../core/startup-error.ts'

/** With any of these off, a power failure can lose commits or whole tables. */
const needed = ['fsync', 'full_page_writes', 'synchronous_commit']

/**
 * StartupError for a server with an unsafe setting, and for a standby; `setting` is the portal's, for
 * messages. A server for tests, whose data can be lost, declares that itself:
 * `members_portal.throwaway = on` in its own configuration.
 */
export async function assertDurable(db: QueryExecutorProvider, setting: string): Promise<void> {
  const { rows } = await sql<{ off: string[]; is_throwaway: boolean; is_standby: boolean }>`
    select array(select name from pg_settings where name = any(${needed}) and setting = 'off') as off,
      coalesce(current_setting('members_portal.throwaway', true), '') = 'on' as is_throwaway,
      pg_is_in_recovery() as is_standby`.execute(db)
  const [server] = rows
  if (server?.is_standby)
    throw new StartupError(
      `The PostgreSQL at ${setting} is a standby, which accepts no writes; name the primary server.`,
    )
  const [first] = server?.off ?? []
  if (first === undefined || server?.is_throwaway) return
  throw new StartupError(
    `The PostgreSQL at ${setting} can lose what it has acknowledged, because its setting ${first} is off; switch it on and start again.`,
  )
}
