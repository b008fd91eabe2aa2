import type { Kysely } from 'kysely'
import { createIndex, createTable } from './tables.ts'

/** Tables of the platform: outbox, rate limits, settings, history. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'outbox', {
    id: 'text primary key',
    created_at: 'text not null',
    kind: 'text not null',
    recipient: 'text not null',
    subject: 'text not null',
    body_text: 'text',
    body_html: 'text',
    expires_at: 'text',
    attempts: 'integer not null',
    next_try_at: 'text not null',
    leased_until: 'text',
    sent_at: 'text',
    failed_at: 'text',
    last_error: 'text',
  })
  await createIndex(db, 'outbox_due', 'outbox', ['sent_at', 'failed_at', 'next_try_at'])

  await createTable(db, 'rate_count', {
    key: 'text primary key',
    hits: 'integer not null',
    ends_at: 'text not null',
  })

  await createTable(db, 'setting', { name: 'text primary key', value: 'text not null' })

  await createTable(db, 'history', {
    id: 'text primary key',
    at: 'text not null',
    actor_id: 'text',
    subject: 'text not null',
    subject_id: 'text not null',
    act: 'text not null',
    before: 'text',
    after: 'text',
  })
  await createIndex(db, 'history_of_subject', 'history', ['subject', 'subject_id', 'at'])
}
