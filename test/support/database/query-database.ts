/** Statements on the databases of portals that run as processes. */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'

/** Runs one statement on a new connection; returns its rows. */
export async function queryPostgres(
  url: string,
  statement: string,
): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

/** Runs one statement on the database of a portal with these settings; returns its rows. */
export async function queryDatabase(
  settings: { DATA_DIR: string; DATABASE_URL: string | undefined },
  statement: string,
): Promise<Record<string, unknown>[]> {
  if (settings.DATABASE_URL !== undefined) return queryPostgres(settings.DATABASE_URL, statement)
  const file = new DatabaseSync(join(settings.DATA_DIR, 'portal.sqlite'))
  try {
    return file.prepare(statement).all()
  } finally {
    file.close()
  }
}
