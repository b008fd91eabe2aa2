import { sql } from 'kysely'
import { Refusal } from '#shared/refusal.ts'
import type { Database } from './database.ts'

/**
 * Runs a part of a transaction. If it is refused, the part is rolled back and the Refusal is returned, so that the
 * transaction can continue; any other error is thrown.
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
