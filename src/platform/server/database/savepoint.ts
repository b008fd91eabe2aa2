import { sql } from 'kysely'
import { Refusal } from '#shared/refusal.ts'
import type { Database } from './database.ts'

/**
 * Runs a part of a transaction. When it is refused, nothing of it is left and the Refusal is returned, so that
 * the transaction can go on; any other error ends it.
 */
export async function refusalOf(
  db: Database,
  change: () => Promise<unknown>,
): Promise<Refusal | undefined> {
  await sql`savepoint part`.execute(db)
  let refusal: Refusal | undefined
  try {
    await change()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    refusal = error
    await sql`rollback to savepoint part`.execute(db)
  }
  await sql`release savepoint part`.execute(db)
  return refusal
}
