import type { Kysely } from 'kysely'
import { isPostgres } from '#platform/server/database/engine-sql.ts'
import { createTable, idOf, optionalTexts, run, texts } from '../tables.ts'

/** Applications for membership, and the private links of applicants. */
export async function applications(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'application', {
    id: 'text primary key',
    submission_key: 'text unique',
    submission_print: 'text not null',
    ...optionalTexts('decided_at', 'decided_by', 'member_id', 'notice_version', 'consented_at'),
    ...optionalTexts('email_confirmed_at', 'papers_removed_at'),
    ...texts(
      'type',
      'status',
      'name',
      'email',
      'company_name',
      'phone_key',
      'company_key',
      'form_data',
      'decision_reason',
      'search_text',
      'created_at',
      'updated_at',
    ),
    ...optionalTexts('reminded_at', 'deletion_announced_at', 'kept_at', 'kept_by'),
  })
  await createTable(db, 'application_link', {
    token_hash: 'text primary key',
    application_id: idOf('application'),
    ...texts('email', 'created_at'),
  })
  // PostgreSQL limits the length of text in an index.
  const searched = isPostgres(db) ? '' : ', search_text'
  await run(db, [
    'create index application_by_status on application (status, created_at, id)',
    'create index application_by_age on application (created_at, id)',
    'create index application_by_email on application (email)',
    'create index application_by_phone on application (phone_key)',
    'create index application_by_company on application (company_key)',
    'create index application_counted on application (status, type)',
    `create index application_searched on application (created_at, id, status, type${searched})`,
    'create index application_link_of_application on application_link (application_id)',
  ])
}
