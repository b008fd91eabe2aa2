import type { Kysely } from 'kysely'
import { createTable, idOf, optionalTexts, run, texts } from '../tables.ts'

/** Sessions, links and codes, known browsers, administrators' addresses and second factors. */
export async function signIn(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'session', {
    id_hash: 'text primary key',
    id: 'text not null unique',
    person_id: idOf('person'),
    ...texts('created_at', 'seen_at', 'device'),
    epoch: 'integer not null',
    confirmed_at: 'text',
  })
  await createTable(db, 'sign_in_request', {
    id: 'text primary key',
    token_hash: 'text not null unique',
    code_hash: 'text not null',
    pending_hash: 'text',
    ...texts('email', 'purpose'),
    reusable: 'boolean not null',
    tries: 'integer not null',
    ...texts('created_at', 'expires_at'),
    ...optionalTexts('used_at', 'closed_at'),
    type: "text not null default 'member'",
    link_tries: 'integer not null default 0',
    code_kind: "text not null default 'digits'",
    known_id: 'text',
  })
  await createTable(db, 'known_browser', {
    id: 'text primary key',
    secret_hash: 'text not null',
    person_id: idOf('person'),
    epoch: 'integer not null',
    ...texts('created_at', 'used_at'),
    confirmed_at: 'text',
  })
  await createTable(db, 'admin_address', {
    address_hash: 'text primary key',
    at: 'text not null',
  })
  await run(db, [
    'create index session_of_person on session (person_id, created_at)',
    'create index sign_in_request_of_address on sign_in_request (email, expires_at)',
    'create index known_browser_of_person on known_browser (person_id, used_at)',
    'create unique index known_browser_by_secret on known_browser (secret_hash, person_id)',
  ])
  await secondFactors(db)
}

async function secondFactors(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'second_factor', {
    id: 'text primary key',
    person_id: idOf('person'),
    ...texts('kind', 'name', 'created_at'),
    ...optionalTexts('last_used_at', 'secret'),
    last_step: 'bigint',
    credential_id: 'text unique',
    public_key: 'text',
    sign_count: 'bigint',
    transports: 'text',
  })
  await createTable(db, 'recovery_code', {
    id: 'text primary key',
    person_id: idOf('person'),
    ...texts('mac', 'created_at'),
    used_at: 'text',
  })
  await createTable(
    db,
    'second_factor_challenge',
    {
      ...texts('session_id', 'purpose'),
      person_id: idOf('person'),
      ...texts('value', 'expires_at'),
    },
    { name: 'second_factor_challenge_key', columns: ['session_id', 'purpose'] },
  )
  await run(db, [
    'create index second_factor_of_person on second_factor (person_id, created_at)',
    `create unique index second_factor_app on second_factor (person_id) where kind = 'app'`,
    'create index recovery_code_of_person on recovery_code (person_id)',
  ])
}
