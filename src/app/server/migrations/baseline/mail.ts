import type { Kysely } from 'kysely'
import { createTable, idOf, optionalTexts, run, texts } from '../tables.ts'

/** Emails that wait or were sent, and what administrators are notified of. */
export async function mail(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'outbox', {
    id: 'text primary key',
    ...texts('created_at', 'kind', 'recipient', 'subject'),
    ...optionalTexts('body_text', 'body_html', 'expires_at'),
    attempts: 'integer not null',
    next_try_at: 'text not null',
    ...optionalTexts('leased_until', 'sent_at', 'failed_at', 'last_error', 'attachment'),
  })
  await createTable(db, 'mail_pause', {
    id: 'integer primary key',
    ...texts('kind', 'reason', 'since'),
    tries: 'integer not null',
    next_try_at: 'text not null',
  })
  await createTable(db, 'notification_event', {
    id: 'text primary key',
    ...texts('at', 'kind', 'subject_id'),
    mailed_at: 'text',
  })
  await createTable(
    db,
    'notification_choice',
    { person_id: idOf('person'), ...texts('kind', 'delivery') },
    { name: 'notification_choice_pk', columns: ['person_id', 'kind'] },
  )
  await createTable(db, 'notification_run', { name: 'text primary key', at: 'text not null' })
  await run(db, [
    'create index outbox_due on outbox (sent_at, failed_at, next_try_at)',
    'create index outbox_by_attachment on outbox (attachment) where attachment is not null',
    'create index notification_event_waiting on notification_event (mailed_at, kind)',
    'create index notification_event_recent on notification_event (kind, at)',
  ])
}
