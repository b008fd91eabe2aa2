import type { Kysely } from 'kysely'

/** The optional pay of a job in whole rupees, its period, and the number of openings. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const name of ['pay_min', 'pay_max', 'openings'])
    await db.schema.alterTable('job').addColumn(name, 'bigint').execute()
  await db.schema.alterTable('job').addColumn('pay_period', 'text').execute()
}
