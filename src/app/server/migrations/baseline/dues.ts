import type { Kysely } from 'kysely'
import { createTable, idOf, optionalTexts, run, texts } from '../tables.ts'

/** Rates and runs of dues, notices and what was sent, payments that members report, bank statements. */
export async function dues(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'dues_rate', {
    id: 'text primary key',
    ...texts('year', 'role'),
    amount_paise: 'bigint not null',
    joining_fee_paise: 'bigint not null',
    ...texts('proration', 'due_on'),
    grace_days: 'integer not null',
    ...texts('recorded_at', 'recorded_by'),
  })
  await createTable(db, 'dues_run', {
    id: 'text primary key',
    ...texts('year', 'raised_at', 'raised_by'),
    members: 'integer not null',
    amount_paise: 'bigint not null',
    ...optionalTexts('undone_at', 'undone_by'),
  })
  await run(db, ['create index dues_rate_of_year on dues_rate (year, role, recorded_at, id)'])
  await notices(db)
  await reports(db)
  await bankStatements(db)
}

async function notices(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'dues_notice', {
    id: 'text primary key',
    reference: 'text not null unique',
    person_id: idOf('person'),
    year: 'text not null',
    amount_paise: 'bigint not null',
    made_at: 'text not null',
    made_by: 'text',
  })
  await createTable(db, 'dues_sending', {
    id: 'text primary key',
    ...texts('kind', 'channel', 'request_key', 'made_at'),
    made_by: 'text',
  })
  await createTable(
    db,
    'dues_sending_member',
    {
      sending_id: idOf('dues_sending'),
      person_id: idOf('person'),
      at: 'text not null',
      claim: 'text unique',
      ...optionalTexts('mail_id', 'left_out'),
      amount_paise: 'bigint not null',
    },
    { name: 'dues_sending_member_key', columns: ['sending_id', 'person_id'] },
  )
  await run(db, [
    'create unique index dues_notice_of_year on dues_notice (person_id, year)',
    'create unique index dues_sending_once on dues_sending (request_key)',
    'create index dues_sending_recent on dues_sending (made_at)',
    'create index dues_sending_of_person on dues_sending_member (person_id, at)',
  ])
}

async function reports(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'reported_payment', {
    id: 'text primary key',
    notice_id: idOf('dues_notice'),
    person_id: idOf('person'),
    ...texts('reference', 'reference_key', 'paid_on', 'reported_at', 'reason'),
    amount_paise: 'bigint not null',
    ...optionalTexts('screenshot', 'outcome', 'decided_at', 'decided_by', 'ledger_entry_id'),
  })
  await run(db, [
    'create index reported_payment_open on reported_payment (outcome, reported_at)',
    `create unique index reported_payment_once on reported_payment (person_id, reference_key)
      where outcome is null or outcome = 'confirmed'`,
  ])
}

async function bankStatements(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'bank_statement', {
    id: 'text primary key',
    ...texts('file_name', 'file_hash'),
    account: 'text',
    ...texts('from_day', 'to_day', 'imported_at'),
    imported_by: 'text',
    lines: 'integer not null',
  })
  await createTable(db, 'bank_line', {
    id: 'text primary key',
    statement_id: idOf('bank_statement'),
    row_number: 'integer not null',
    ...texts('line_hash', 'day'),
    amount_paise: 'bigint not null',
    ...texts('narration', 'reference', 'state'),
    ...optionalTexts('entry_id', 'decided_at', 'decided_by'),
  })
  await run(db, [
    'create unique index bank_line_once on bank_line (line_hash)',
    'create index bank_line_of_statement on bank_line (statement_id, row_number)',
    'create index bank_line_by_entry on bank_line (entry_id)',
  ])
}
