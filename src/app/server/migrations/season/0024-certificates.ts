import { type Kysely, PostgresAdapter, sql } from 'kysely'
import { createIndex, createTable, idOf, texts } from '../tables.ts'

/** Certificates of membership, and the language in which a member gets documents. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'certificate', {
    id: 'text primary key',
    person_id: idOf('person'),
    number: 'text not null unique',
    code: 'text not null',
    code_hash: 'text not null unique',
    ...texts('name', 'company_name', 'membership_number', 'issued_at'),
    issued_by: 'text',
    revoked_at: 'text',
    revoked_by: 'text',
    revoked_reason: 'text',
  })
  await createIndex(db, 'certificate_of_person', 'certificate', ['person_id', 'issued_at', 'id'])
  await sql`create unique index certificate_current on certificate (person_id)
    where revoked_at is null`.execute(db)
  await createTable(db, 'certificate_counter', {
    year: 'text primary key',
    last: 'integer not null',
  })
  await appendOnly(db)
}

const columns = [
  ...['id', 'person_id', 'number', 'code', 'code_hash', 'name', 'company_name'],
  ...['membership_number', 'issued_at', 'issued_by'],
]
const message = 'A certificate is only revoked, never changed'

/** A certificate can be revoked once; it is deleted only with its person. */
async function appendOnly(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  const differs = isPostgres ? 'is distinct from' : 'is not'
  const isChange = [
    'old.revoked_at is not null',
    'new.revoked_at is null',
    ...columns.map((column) => `new.${column} ${differs} old.${column}`),
  ].join(' or ')
  const steps = isPostgres
    ? [
        `create function keep_certificate() returns trigger language plpgsql as
          'begin raise exception ''${message}''; end'`,
        `create trigger certificate_kept before update on certificate for each row
          when (${isChange}) execute function keep_certificate()`,
      ]
    : [
        `create trigger certificate_kept before update on certificate when ${isChange}
          begin select raise(abort, '${message}'); end`,
        `create trigger certificate_not_replaced before insert on certificate
          when exists (select 1 from certificate where id = new.id or rowid = new.rowid
            or number = new.number or code_hash = new.code_hash
            or (person_id = new.person_id and revoked_at is null and new.revoked_at is null))
          begin select raise(abort, '${message}'); end`,
      ]
  for (const step of steps) await sql.raw(step).execute(db)
}
