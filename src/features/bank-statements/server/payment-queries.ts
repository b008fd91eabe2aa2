import { isNotReversed, shownReceipt } from '#features/ledger/server/queries.ts'
import { readInSteps, rowsPerRead } from '#platform/server/database/bulk.ts'
import type { Database } from '#platform/server/database/database.ts'
import type { Instant } from '#shared/dates.ts'
import { matchedLine } from './match-queries.ts'

/** The references of dues notices made since a moment. */
export const listNoticeReferences = (db: Database, since: Instant) =>
  db
    .selectFrom('dues_notice')
    .select(['reference', 'person_id'])
    .where('made_at', '>=', since)
    .execute()

/** Payments that members, or one member, have reported and that wait for a decision. */
export const listOpenReportedPayments = (db: Database, personId?: string) =>
  db
    .selectFrom('reported_payment')
    .innerJoin('person', 'person.id', 'reported_payment.person_id')
    .select(['reported_payment.id', 'reference', 'person_id', 'amount_paise', 'paid_on'])
    .select(['person.name', 'person.company_name'])
    .where('outcome', 'is', null)
    .$if(personId !== undefined, (rows) => rows.where('person_id', '=', personId ?? ''))
    .orderBy('reported_at')
    .execute()

/** The active payments paid since a moment; `line_id` is the bank line that one is matched to. */
export const listPaymentsSince = (db: Database, since: Instant) =>
  readInSteps<Awaited<ReturnType<typeof paymentsAfter>>[number]>((after) =>
    paymentsAfter(db, since, after),
  )

const paymentsAfter = (
  db: Database,
  since: Instant,
  after: { paid_at: Instant | null; id: string } | undefined,
) =>
  db
    .selectFrom('ledger_entry')
    .select([
      'ledger_entry.id',
      'person_id',
      'member_name',
      'company_name',
      'amount_paise',
      'mode',
      'reference',
      'paid_at',
      shownReceipt.as('receipt_number'),
      matchedLine,
    ])
    .where('kind', '=', 'payment')
    .where('paid_at', '>=', after?.paid_at ?? since)
    .$if(after !== undefined, (rows) =>
      rows.where(({ or, eb }) =>
        or([
          eb('paid_at', '>', after?.paid_at ?? since),
          eb('ledger_entry.id', '>', after?.id ?? ''),
        ]),
      ),
    )
    .where(isNotReversed)
    .orderBy('paid_at')
    .orderBy('ledger_entry.id')
    .limit(rowsPerRead)
    .execute()

/** The refunds of credit that are not reversed, paid between two moments. */
export const listRefunds = (db: Database, since: Instant, until: Instant) =>
  db
    .selectFrom('ledger_entry')
    .select(['id', 'person_id', 'member_name', 'company_name'])
    .select(['amount_paise', 'reference', 'paid_at'])
    .where('kind', '=', 'refund')
    .where('paid_at', '>=', since)
    .where('paid_at', '<', until)
    .where(isNotReversed)
    .orderBy('paid_at')
    .orderBy('id')
    .execute()

/** The payments paid since a moment that were reversed because the bank took them back. */
export const listBouncedSince = (db: Database, since: Instant) =>
  db
    .selectFrom('ledger_entry')
    .innerJoin('ledger_entry as reversal', 'reversal.reverses_id', 'ledger_entry.id')
    .select([
      'ledger_entry.id',
      'ledger_entry.person_id',
      'ledger_entry.amount_paise',
      'ledger_entry.reference',
      'ledger_entry.paid_at',
      'ledger_entry.receipt_number',
      matchedLine,
    ])
    .where('ledger_entry.kind', '=', 'payment')
    .where('ledger_entry.paid_at', '>=', since)
    .where('reversal.void_reason', '=', 'bounced')
    .orderBy('ledger_entry.id')
    .execute()

export async function isActivePayment(db: Database, id: string): Promise<boolean> {
  const payment = await db
    .selectFrom('ledger_entry')
    .select('id')
    .where('id', '=', id)
    .where('kind', '=', 'payment')
    .where(isNotReversed)
    .executeTakeFirst()
  return payment !== undefined
}

/** Opens the report that a payment had confirmed. */
export async function reopenReportedPayment(db: Database, entryId: string): Promise<void> {
  await db
    .updateTable('reported_payment')
    .set({ outcome: null, decided_at: null, decided_by: null, ledger_entry_id: null })
    .where('ledger_entry_id', '=', entryId)
    .where('outcome', '=', 'confirmed')
    .execute()
}
