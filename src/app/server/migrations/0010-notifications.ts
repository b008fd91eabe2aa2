import { type Kysely, sql } from 'kysely'
import { createIndex, createTable, idOf, texts } from './tables.ts'

/** What administrators are notified of, who was invited to sign in, and who has signed in when. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'notification_event', {
    id: 'text primary key',
    ...texts('at', 'kind', 'subject_id'),
    mailed_at: 'text',
  })
  await createIndex(db, 'notification_event_waiting', 'notification_event', ['mailed_at', 'kind'])
  await createIndex(db, 'notification_event_recent', 'notification_event', ['kind', 'at'])

  await createTable(
    db,
    'notification_choice',
    { person_id: idOf('person'), ...texts('kind', 'delivery') },
    { name: 'notification_choice_pk', columns: ['person_id', 'kind'] },
  )
  await createTable(db, 'notification_run', { name: 'text primary key', at: 'text not null' })

  await createTable(db, 'invitation', {
    id: 'text primary key',
    batch_id: 'text not null',
    person_id: idOf('person'),
    mail_id: 'text not null',
    invited_at: 'text not null',
    invited_by: 'text',
  })
  await createIndex(db, 'invitation_of_batch', 'invitation', ['batch_id'])
  await createIndex(db, 'invitation_of_person', 'invitation', ['person_id', 'invited_at'])

  for (const column of ['invited_at', 'last_sign_in_at'])
    await db.schema.alterTable('person').addColumn(column, 'text').execute()
  await createIndex(db, 'person_by_sign_in', 'person', ['last_sign_in_at', 'id'])
  await createIndex(db, 'person_by_invitation', 'person', ['invited_at', 'id'])
  // Sessions that ended earlier are deleted: for those people the portal does not know the time.
  await sql`update person set last_sign_in_at =
    (select max(created_at) from session where session.person_id = person.id)`.execute(db)
}
