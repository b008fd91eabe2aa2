import type { Kysely } from 'kysely'
import { run } from './tables.ts'

/**
 * What money has paid stays paid: the saved accounts are computed again, as
 * after an upgrade from before there were any.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(db, ['delete from settlement', 'delete from open_charge'])
}
