import type { Kysely } from 'kysely'

/** Job postings and saved jobs. */
export async function up(db: Kysely<unknown>): Promise<void> {
  let job = db.schema
    .createTable('job')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('poster_id', 'text', (c) => c.notNull().references('person.id').onDelete('cascade'))
    .addColumn('submission_key', 'text', (c) => c.unique())
    .addColumn('submission_print', 'text')
    .addColumn('expires_at', 'text')
    .addColumn('approved_at', 'text')
    .addColumn('decided_by', 'text')
  for (const column of [
    'title',
    'company_name',
    'description',
    'location',
    'location_type',
    'employment_type',
    'how_to_apply',
    'status',
    'decision_reason',
    'search_text',
    'created_at',
    'updated_at',
  ])
    job = job.addColumn(column, 'text', (c) => c.notNull())
  await job.execute()
  await db.schema
    .createIndex('job_by_status')
    .on('job')
    .columns(['status', 'created_at', 'id'])
    .execute()
  await db.schema
    .createIndex('job_of_poster')
    .on('job')
    .columns(['poster_id', 'created_at', 'id'])
    .execute()

  await db.schema
    .createTable('saved_job')
    .addColumn('person_id', 'text', (c) => c.notNull().references('person.id').onDelete('cascade'))
    .addColumn('job_id', 'text', (c) => c.notNull().references('job.id').onDelete('cascade'))
    .addColumn('saved_at', 'text', (c) => c.notNull())
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('company_name', 'text', (c) => c.notNull())
    .addColumn('location', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('saved_job_pk', ['person_id', 'job_id'])
    .execute()
  await db.schema.createIndex('saved_job_of_job').on('saved_job').column('job_id').execute()
}
