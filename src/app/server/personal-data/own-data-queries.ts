/** What the portal stores about one person outside of the features' own lists. */
import { sql } from 'kysely'
import type { Database } from '#platform/server/database/database.ts'

/** The applications of a person's address and the one that the membership came from, oldest first. */
export const listApplicationsOf = (db: Database, { id, email }: { id: string; email: string }) =>
  db
    .selectFrom('application')
    .select([
      'id',
      'type',
      'status',
      'form_data',
      'created_at',
      'email_confirmed_at',
      'notice_version',
      'consented_at',
      'decided_at',
      'decision_reason',
      'papers_removed_at',
    ])
    .where((eb) =>
      email === ''
        ? eb('member_id', '=', id)
        : eb.or([eb('member_id', '=', id), eb('email', '=', email)]),
    )
    .orderBy('created_at')
    .execute()

/** Files that belong to a person, to their applications, or that they have uploaded. */
export const listFilesOf = (db: Database, id: string, applications: readonly string[]) =>
  db
    .selectFrom('stored_file')
    .select(['kind', 'original_name', 'size', 'created_at'])
    .where((eb) =>
      eb.or([
        eb.and([eb('owner', '=', 'person'), eb('owner_id', '=', id)]),
        eb.and([eb('owner', '=', 'application'), eb('owner_id', 'in', ['', ...applications])]),
        eb.and([eb('owner', 'is', null), eb('uploaded_by', '=', id)]),
      ]),
    )
    .orderBy('created_at')
    .execute()

/** The mails that are still in the outbox, sent or not. */
export const listMailsTo = (db: Database, email: string) =>
  db
    .selectFrom('outbox')
    .select(['subject', 'created_at', 'sent_at'])
    .where('recipient', '=', email)
    .where('recipient', '<>', '')
    .orderBy('created_at')
    .execute()

export const listBrowsersOf = (db: Database, id: string) =>
  db
    .selectFrom('known_browser')
    .select(['created_at', 'used_at'])
    .where('person_id', '=', id)
    .orderBy('created_at')
    .execute()

export const listInvitationsOf = (db: Database, id: string) =>
  db
    .selectFrom('invitation')
    .select('invited_at')
    .where('person_id', '=', id)
    .orderBy('invited_at')
    .execute()

export const listCertificatesOf = (db: Database, id: string) =>
  db
    .selectFrom('certificate')
    .select([
      'number',
      'code',
      'name',
      'company_name',
      'membership_number',
      'issued_at',
      'revoked_at',
      'revoked_reason',
    ])
    .where('person_id', '=', id)
    .orderBy('issued_at')
    .execute()

export const listNoticesOf = (db: Database, id: string) =>
  db
    .selectFrom('dues_notice')
    .select(['reference', 'year', 'amount_paise', 'made_at'])
    .where('person_id', '=', id)
    .orderBy('made_at')
    .execute()

/** When the person was sent something about dues, or why not. */
export const listDuesMailsOf = (db: Database, id: string) =>
  db
    .selectFrom('dues_sending_member')
    .innerJoin('dues_sending', 'dues_sending.id', 'dues_sending_member.sending_id')
    .select([
      'dues_sending.kind',
      'dues_sending.channel',
      'dues_sending_member.at',
      'dues_sending_member.left_out',
    ])
    .where('dues_sending_member.person_id', '=', id)
    .orderBy('dues_sending_member.at')
    .execute()

export const listReportedPaymentsOf = (db: Database, id: string) =>
  db
    .selectFrom('reported_payment')
    .select([
      'reference',
      'amount_paise',
      'paid_on',
      'reported_at',
      'outcome',
      'decided_at',
      'reason',
    ])
    .where('person_id', '=', id)
    .orderBy('reported_at')
    .execute()

/** The lines of bank statements that are matched to payments of the person. */
export const listBankLinesOf = (db: Database, id: string) =>
  db
    .selectFrom('bank_line')
    .innerJoin('bank_line_entry', 'bank_line_entry.line_id', 'bank_line.id')
    .innerJoin('ledger_entry', 'ledger_entry.id', 'bank_line_entry.entry_id')
    .select([
      'bank_line.day',
      // When a line is split, this is the person's part of it.
      'ledger_entry.amount_paise',
      // The text of a split line may name the other members.
      sql<string>`case when exists (select 1 from bank_line_entry other
        where other.line_id = bank_line.id and other.entry_id <> bank_line_entry.entry_id)
        then '' else bank_line.narration end`.as('narration'),
      'bank_line.reference',
      'bank_line.decided_at',
    ])
    .where('ledger_entry.person_id', '=', id)
    .orderBy('bank_line.day')
    .orderBy('bank_line.id')
    .execute()

export const listFiltersOf = (db: Database, id: string) =>
  db
    .selectFrom('saved_filter')
    .select(['name', 'query', 'created_at'])
    .where('admin_id', '=', id)
    .orderBy('created_at')
    .execute()

export const countCodesOf = async (db: Database, id: string): Promise<number> => {
  const rows = await db
    .selectFrom('recovery_code')
    .select('id')
    .where('person_id', '=', id)
    .where('used_at', 'is', null)
    .execute()
  return rows.length
}
