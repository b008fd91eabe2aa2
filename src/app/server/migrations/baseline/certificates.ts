import type { Kysely } from 'kysely'
import { isPostgres } from '#platform/server/database/engine-sql.ts'
import { createTable, idOf, optionalTexts, run, texts } from '../tables.ts'
import { refuse } from './append-only.ts'

/** Certificates of membership: revoked once, never changed, and deleted only with their person. */
export async function certificates(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'certificate', {
    id: 'text primary key',
    person_id: idOf('person'),
    number: 'text not null unique',
    code: 'text not null',
    code_hash: 'text not null unique',
    ...texts('name', 'company_name', 'membership_number', 'issued_at'),
    ...optionalTexts('issued_by', 'revoked_at', 'revoked_by', 'revoked_reason'),
  })
  await createTable(db, 'certificate_counter', {
    year: 'text primary key',
    last: 'integer not null',
  })
  await run(db, [
    'create index certificate_of_person on certificate (person_id, issued_at, id)',
    'create unique index certificate_current on certificate (person_id) where revoked_at is null',
    ...onlyRevoked(isPostgres(db)),
  ])
}

const unchanged = [
  'id',
  'person_id',
  'number',
  'code',
  'code_hash',
  'name',
  'company_name',
  'membership_number',
  'issued_at',
  'issued_by',
]

function onlyRevoked(onPostgres: boolean): string[] {
  const differs = onPostgres ? 'is distinct from' : 'is not'
  const kept = {
    name: 'certificate_kept',
    event: 'update on certificate',
    when: [
      'old.revoked_at is not null',
      'new.revoked_at is null',
      ...unchanged.map((column) => `new.${column} ${differs} old.${column}`),
    ].join(' or '),
  }
  // As `notReplaced`, but a revoked certificate leaves its place to the next one of the person.
  const notReplaced = {
    name: 'certificate_not_replaced',
    event: 'insert on certificate',
    when: `exists (select 1 from certificate where id = new.id or rowid = new.rowid
      or number = new.number or code_hash = new.code_hash
      or (person_id = new.person_id and revoked_at is null and new.revoked_at is null))`,
  }
  const message = 'A certificate is only revoked, never changed'
  return refuse(onPostgres, 'keep_certificate', message, onPostgres ? [kept] : [kept, notReplaced])
}
