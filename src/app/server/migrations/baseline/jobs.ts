import type { Kysely } from 'kysely'
import { createTable, idOf, optionalTexts, run, texts } from '../tables.ts'

/** Job postings and saved jobs. */
export async function jobs(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'job', {
    id: 'text primary key',
    poster_id: idOf('person'),
    submission_key: 'text unique',
    ...optionalTexts('submission_print', 'expires_at', 'approved_at', 'decided_by'),
    ...texts(
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
    ),
    pay_min: 'bigint',
    pay_max: 'bigint',
    openings: 'bigint',
    pay_period: 'text',
  })
  await createTable(
    db,
    'saved_job',
    {
      person_id: idOf('person'),
      job_id: idOf('job'),
      ...texts('saved_at', 'title', 'company_name', 'location'),
    },
    { name: 'saved_job_pk', columns: ['person_id', 'job_id'] },
  )
  await run(db, [
    'create index job_by_status on job (status, created_at, id)',
    'create index job_of_poster on job (poster_id, created_at, id)',
    'create index saved_job_of_job on saved_job (job_id)',
  ])
}
