import type { Kysely } from 'kysely'

/** The GSTIN, the tax number of a member's business. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('person')
    .addColumn('gstin', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
}
