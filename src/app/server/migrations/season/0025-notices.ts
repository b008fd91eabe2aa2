import { type Kysely, sql } from 'kysely'
import { createIndex, createTable, idOf, texts } from '../tables.ts'

/** Dues notices, what was sent to whom and why not, and payments that members report. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'dues_notice', {
    id: 'text primary key',
    reference: 'text not null unique',
    person_id: idOf('person'),
    year: 'text not null',
    amount_paise: 'bigint not null',
    made_at: 'text not null',
    made_by: 'text',
  })
  await sql`create unique index dues_notice_of_year on dues_notice (person_id, year)`.execute(db)

  await createTable(db, 'dues_sending', {
    id: 'text primary key',
    ...texts('kind', 'channel', 'request_key', 'made_at'),
    made_by: 'text',
  })
  await sql`create unique index dues_sending_once on dues_sending (request_key)`.execute(db)
  await createIndex(db, 'dues_sending_recent', 'dues_sending', ['made_at'])

  await createTable(
    db,
    'dues_sending_member',
    {
      sending_id: idOf('dues_sending'),
      person_id: idOf('person'),
      at: 'text not null',
      claim: 'text unique',
      mail_id: 'text',
      left_out: 'text',
      amount_paise: 'bigint not null',
    },
    { name: 'dues_sending_member_key', columns: ['sending_id', 'person_id'] },
  )
  await createIndex(db, 'dues_sending_of_person', 'dues_sending_member', ['person_id', 'at'])

  await createTable(db, 'reported_payment', {
    id: 'text primary key',
    notice_id: idOf('dues_notice'),
    person_id: idOf('person'),
    ...texts('reference', 'reference_key', 'paid_on', 'reported_at', 'reason'),
    amount_paise: 'bigint not null',
    screenshot: 'text',
    outcome: 'text',
    decided_at: 'text',
    decided_by: 'text',
    ledger_entry_id: 'text',
  })
  await createIndex(db, 'reported_payment_open', 'reported_payment', ['outcome', 'reported_at'])
  await sql`create unique index reported_payment_once on reported_payment (person_id, reference_key)
    where outcome is null or outcome = 'confirmed'`.execute(db)
}
