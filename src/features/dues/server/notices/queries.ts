import { sql } from 'kysely'
import { byCompanyAndName } from '#features/members/display-name.ts'
import { chunks, insertRows } from '#platform/server/database/bulk.ts'
import type { Database } from '#platform/server/database/database.ts'
import {
  countWhen,
  type MailProgress,
  mailCounts,
  progressOf,
} from '#platform/server/mail/mail-progress.ts'
import type { DocumentLanguage } from '#shared/association-details.ts'
import type { Instant } from '#shared/dates.ts'
import type { Role } from '#shared/roles.ts'
import type { Paise } from '#shared/rupees.ts'
import type { channels, sendingKinds } from '../../notices/answers.ts'
import type { LeftOutReason } from '../../notices/rules.ts'

declare module '#platform/server/database/database.ts' {
  interface Tables {
    dues_notice: NoticeRow
    dues_sending: SendingRow
    dues_sending_member: SendingMemberRow
  }
}

/** The notice of a member for a financial year. */
export interface NoticeRow {
  id: string
  /** Random letters and digits, which payments quote. */
  reference: string
  person_id: string
  year: string
  /** What was owed when it was sent last. */
  amount_paise: Paise
  made_at: Instant
  made_by: string | null
}

export interface SendingRow {
  id: string
  kind: (typeof sendingKinds)[number]
  channel: (typeof channels)[number]
  /** Unique, so that a repeated request or run sends nothing twice. */
  request_key: string
  made_at: Instant
  /** null for the rule of reminders. */
  made_by: string | null
}

/** What a member got in a sending, or why they got nothing. */
export interface SendingMemberRow {
  sending_id: string
  person_id: string
  at: Instant
  /** Unique, so that two processes or sendings never mail the same. */
  claim: string | null
  /** The mail in the outbox. */
  mail_id: string | null
  left_out: LeftOutReason | null
  amount_paise: Paise
}

const idsPerQuery = 500

/** The data of a member in notices. */
export interface MemberRow {
  id: string
  name: string
  company_name: string
  membership_number: string | null
  /** '' for the language of the settings. */
  document_language: DocumentLanguage | ''
  email: string
  whatsapp_number: string
  role: Role | null
  is_active: boolean
  address: string
  certificate_postal_address: string
  factory_address: string
  gstin: string
}

const memberColumns = [
  'id',
  'name',
  'company_name',
  'membership_number',
  'email',
  'whatsapp_number',
  'role',
  'is_active',
  'address',
  'certificate_postal_address',
  'factory_address',
  'gstin',
  'document_language',
] as const

/** The members with these ids, in the order of the ids. */
export async function listMembers(db: Database, ids: readonly string[]): Promise<MemberRow[]> {
  const memberById = new Map<string, MemberRow>()
  for (const chunk of chunks(ids, idsPerQuery))
    for (const row of await db
      .selectFrom('person')
      .select(memberColumns)
      .where('id', 'in', chunk)
      .execute())
      memberById.set(row.id, row)
  return ids.flatMap((id) => memberById.get(id) ?? [])
}

/** When each member was last sent something on a channel, ISO UTC. */
export async function readLastSentAt(
  db: Database,
  ids: readonly string[],
  channel: SendingRow['channel'],
): Promise<Map<string, Instant>> {
  const sent = new Map<string, Instant>()
  for (const chunk of chunks(ids, idsPerQuery))
    for (const { person_id, at } of await db
      .selectFrom('dues_sending_member')
      .innerJoin('dues_sending', 'dues_sending.id', 'dues_sending_member.sending_id')
      .select((eb) => [
        'dues_sending_member.person_id',
        eb.fn.max('dues_sending_member.at').as('at'),
      ])
      .where('dues_sending_member.person_id', 'in', chunk)
      .where('dues_sending_member.left_out', 'is', null)
      .where('dues_sending.channel', '=', channel)
      .groupBy('dues_sending_member.person_id')
      .execute())
      sent.set(person_id, at)
  return sent
}

/** Inserts the notices, or sets the amount of those that exist; returns them all by the id of their person. */
export async function upsertNotices(
  db: Database,
  rows: readonly NoticeRow[],
): Promise<Map<string, NoticeRow>> {
  const stored = new Map<string, NoticeRow>()
  for (const chunk of chunks(rows, 100))
    for (const row of await db
      .insertInto('dues_notice')
      .values(chunk)
      .onConflict((conflict) =>
        conflict
          .columns(['person_id', 'year'])
          .doUpdateSet({ amount_paise: sql<number>`excluded.amount_paise` }),
      )
      .returningAll()
      .execute())
      stored.set(row.person_id, row)
  return stored
}

export const findNotice = (db: Database, id: string): Promise<NoticeRow | undefined> =>
  db.selectFrom('dues_notice').selectAll().where('id', '=', id).executeTakeFirst()

/** The newest notice of a member. */
export const findNoticeOf = (db: Database, personId: string): Promise<NoticeRow | undefined> =>
  db
    .selectFrom('dues_notice')
    .selectAll()
    .where('person_id', '=', personId)
    .orderBy('year', 'desc')
    .executeTakeFirst()

/** Inserts a sending; false when its key was used before. */
export async function insertSending(db: Database, row: SendingRow): Promise<boolean> {
  const inserted = await db
    .insertInto('dues_sending')
    .values(row)
    .onConflict((conflict) => conflict.column('request_key').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

export const findSendingByKey = (db: Database, key: string): Promise<SendingRow | undefined> =>
  db.selectFrom('dues_sending').selectAll().where('request_key', '=', key).executeTakeFirst()

export const insertSendingMembers = (
  db: Database,
  rows: readonly SendingMemberRow[],
): Promise<void> => insertRows(db, 'dues_sending_member', rows)

/** Claims a mail to a member; false when it was claimed before, or the member is in this sending. */
export async function claimSending(db: Database, row: SendingMemberRow): Promise<boolean> {
  const inserted = await db
    .insertInto('dues_sending_member')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('person_id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** Adds the rows of those members who are not in the sending yet. */
export async function insertLeftOut(
  db: Database,
  rows: readonly SendingMemberRow[],
): Promise<void> {
  await db
    .insertInto('dues_sending_member')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Stores the id of the mail of a claimed row. */
export async function setMail(
  db: Database,
  { sending_id, person_id }: Pick<SendingMemberRow, 'sending_id' | 'person_id'>,
  mailId: string,
): Promise<void> {
  await db
    .updateTable('dues_sending_member')
    .set({ mail_id: mailId })
    .where('sending_id', '=', sending_id)
    .where('person_id', '=', person_id)
    .execute()
}

const isRecipient = sql`dues_sending_member.left_out is null and dues_sending_member.person_id is not null`

/** The newest sendings with their counts. */
export async function listSendings(
  db: Database,
  filter: { id?: string; limit: number },
): Promise<SendingWithCounts[]> {
  const rows = await db
    .selectFrom('dues_sending')
    .leftJoin('person', 'person.id', 'dues_sending.made_by')
    .leftJoin('dues_sending_member', 'dues_sending_member.sending_id', 'dues_sending.id')
    .leftJoin('outbox', 'outbox.id', 'dues_sending_member.mail_id')
    .selectAll('dues_sending')
    .select('person.name as made_by_name')
    .select(mailCounts(isRecipient))
    .select(countWhen(sql`dues_sending_member.left_out is not null`).as('left_out'))
    .$if(filter.id !== undefined, (sendings) =>
      sendings.where('dues_sending.id', '=', filter.id ?? ''),
    )
    .groupBy(['dues_sending.id', 'person.name'])
    .orderBy('dues_sending.made_at', 'desc')
    .orderBy('dues_sending.id', 'desc')
    .limit(filter.limit)
    .execute()
  return rows.map((row) => ({
    ...row,
    ...progressOf(row),
    left_out: Number(row.left_out),
  }))
}

export interface SendingWithCounts extends SendingRow, MailProgress {
  made_by_name: string | null
  left_out: number
}

/** The members of a sending, by company and name. */
export async function listSendingMembers(db: Database, sendingId: string) {
  const rows = await db
    .selectFrom('dues_sending_member')
    .innerJoin('person', 'person.id', 'dues_sending_member.person_id')
    .leftJoin('outbox', 'outbox.id', 'dues_sending_member.mail_id')
    .select([
      'person.id',
      'person.name',
      'person.company_name',
      'dues_sending_member.at',
      'dues_sending_member.left_out',
      'dues_sending_member.mail_id',
      'dues_sending_member.amount_paise',
      'outbox.id as outbox_id',
      'outbox.sent_at',
      'outbox.failed_at',
    ])
    .where('dues_sending_member.sending_id', '=', sendingId)
    .execute()
  return rows.toSorted(byCompanyAndName)
}
