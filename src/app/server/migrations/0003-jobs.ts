import type { Kysely } from 'kysely'
import { createIndex, createTable, idOf, texts } from './tables.ts'

/** Job postings and saved jobs. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'job', {
    id: 'text primary key',
    poster_id: idOf('person'),
    submission_key: 'text unique',
    submission_print: 'text',
    expires_at: 'text',
    approved_at: 'text',
    decided_by: 'text',
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
  })
  await createIndex(db, 'job_by_status', 'job', ['status', 'created_at', 'id'])
  await createIndex(db, 'job_of_poster', 'job', ['poster_id', 'created_at', 'id'])

  await createTable(
    db,
    'saved_job',
    {
      person_id: idOf('person'),
      job_id: idOf('job'),
      saved_at: 'text not null',
      title: 'text not null',
      company_name: 'text not null',
      location: 'text not null',
    },
    { name: 'saved_job_pk', columns: ['person_id', 'job_id'] },
  )
  await createIndex(db, 'saved_job_of_job', 'saved_job', ['job_id'])
}
