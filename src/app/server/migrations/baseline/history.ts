import type { Kysely } from 'kysely'
import { isPostgres } from '#platform/server/database/engine-sql.ts'
import { createTable, optionalTexts, run, texts } from '../tables.ts'
import { notReplaced, refuse } from './append-only.ts'

/** The history, sealed in a chain of hashes. Entries and seals are never changed or deleted; values can be erased. */
export async function history(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'history', {
    id: 'text primary key',
    at: 'text not null',
    actor_id: 'text',
    ...texts('subject', 'subject_id', 'act'),
    ...optionalTexts('before', 'after', 'salt'),
    digest: "text not null default ''",
    is_erasure: 'boolean not null default false',
  })
  await createTable(db, 'history_seal', {
    sequence: 'integer primary key',
    ...texts('sealed_at', 'entries', 'previous', 'hash'),
  })
  await createTable(db, 'history_unsealed', { first_id: 'text primary key', ids: 'text not null' })
  await createTable(db, 'exported_people', {
    digest: 'text primary key',
    count: 'integer not null',
    ids: 'text not null',
  })
  await run(db, [
    'create index history_of_subject on history (subject, subject_id, at)',
    ...appendOnly(isPostgres(db)),
  ])
}

const appendOnly = (onPostgres: boolean): string[] =>
  refuse(onPostgres, 'keep_history', 'The history is append-only', [
    {
      name: 'history_kept',
      event: 'update on history',
      when: `not (${isErasure(onPostgres ? 'is distinct from' : 'is not')})`,
    },
    { name: 'history_not_deleted', event: 'delete on history' },
    ...(onPostgres
      ? [
          { name: 'history_seal_kept', event: 'update or delete on history_seal' },
          { name: 'history_not_truncated', event: 'truncate on history' },
          { name: 'history_seal_not_truncated', event: 'truncate on history_seal' },
        ]
      : [
          { name: 'history_seal_no_update', event: 'update on history_seal' },
          { name: 'history_seal_no_delete', event: 'delete on history_seal' },
          notReplaced('history', ['id', 'rowid']),
          notReplaced('history_seal', ['sequence']),
        ]),
  ])

/** An erased entry has no values and no salt; all else stays. */
const isErasure = (differs: string): string =>
  `new."before" is null and new."after" is null and new.salt is null and new.digest = old.digest
    and new.id = old.id and new.at = old.at and not (new.actor_id ${differs} old.actor_id)
    and new.subject = old.subject and new.subject_id = old.subject_id and new.act = old.act
    and new.is_erasure = old.is_erasure`
