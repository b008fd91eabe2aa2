import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import { personName } from '#features/members/server/queries.ts'
import { chunks, inSteps, insertRows } from '#platform/server/database/bulk.ts'
import type { Database, Tables } from '#platform/server/database/database.ts'
import { readSettings } from '#platform/server/database/stored-settings.ts'
import { type AssociationDetails, lateRenewals } from '#shared/association-details.ts'
import type { Instant } from '#shared/dates.ts'
import { day, paise } from '#shared/fields.ts'
import { idsOnAccount } from '../account.ts'
import {
  type AccountEntry,
  type EntryColumns,
  entryOfColumns,
  type ImpliedCharge,
  type YearAmounts,
} from '../account-entries.ts'
import type { LedgerEntry } from '../answers.ts'
import { chargeItems, reversalReasons } from '../contract.ts'
import type { PaymentMode } from '../payment-modes.ts'
import { type TaxTreatment, taxKinds } from '../receipts/tax.ts'

declare module '#platform/server/database/database.ts' {
  interface Tables {
    ledger_entry: StoredEntry
  }
}

/** An entry is never changed or deleted, even when its member is deleted. */
export type LedgerRow<Entry extends AccountEntry = AccountEntry> = Entry & RowColumns

/** The columns that accounts are not computed from. */
interface RowColumns {
  person_id: string
  /** Of a charge, the run of dues that raised it; of a payment or its void, the batch of its bulk payment. */
  run_id: string | null
  mode: PaymentMode | null
  recorded_by: string | null
  /** The date used in reports: `paid_at`; for a reversal the `paid_at` of the reversed payment. */
  dues_at: Instant
  /** The member as named when the entry was made. */
  member_name: string
  company_name: string
  membership_number: string | null
  /**
   * The office's own receipt number of an imported payment, which other payments may have too. `receipt_number` is
   * null then.
   */
  office_receipt_number: string | null
}

/** An entry as stored, with JSON texts. */
interface StoredEntry extends Omit<EntryColumns, keyof StoredTexts>, RowColumns, StoredTexts {}

interface StoredTexts {
  year_amounts: string | null
  tax_treatment: string | null
}

/** The empty values of the columns that only charges and payments of dues use. */
export const withoutDues = {
  late_renewal: null,
  year_amounts: null,
  void_reason: null,
  tax_treatment: null,
  paid_with: null,
  charge_id: null,
  year: null,
  item: null,
  due_on: null,
  grace_until: null,
  run_id: null,
} as const satisfies Partial<LedgerRow>

/** The receipt number that is shown for an entry. */
export const shownReceipt = sql<
  string | null
>`coalesce(ledger_entry.receipt_number, ledger_entry.office_receipt_number)`

export const insertEntries = (db: Database, entries: readonly LedgerRow[]): Promise<void> =>
  insertRows(
    db,
    'ledger_entry',
    entries.map((entry) => ({
      ...entry,
      year_amounts: entry.year_amounts && JSON.stringify(entry.year_amounts),
      tax_treatment: entry.tax_treatment && JSON.stringify(entry.tax_treatment),
    })),
  )

const yearAmounts: z.ZodType<YearAmounts | ImpliedCharge[]> = z.union([
  z.array(
    z.object({
      year: z.string(),
      item: z.enum(chargeItems),
      amount_paise: paise,
      valid_from: day,
      valid_to: day,
    }),
  ),
  z.record(z.string(), paise),
])

const taxTreatment: z.ZodType<TaxTreatment> = z.object({
  kind: z.enum(taxKinds),
  rate: z.int(),
  sac: z.string(),
  legend: z.string(),
  place: z.string().optional(),
})

/** Reads the entry of a row, which may have further columns. */
export const toEntry = <Row extends Omit<EntryColumns, keyof StoredTexts> & StoredTexts>({
  year_amounts,
  tax_treatment,
  ...row
}: Row): AccountEntry & Omit<Row, keyof StoredTexts> =>
  entryOfColumns({
    ...row,
    year_amounts: year_amounts === null ? null : yearAmounts.parse(JSON.parse(year_amounts)),
    tax_treatment: tax_treatment === null ? null : taxTreatment.parse(JSON.parse(tax_treatment)),
  })

export async function findEntry(db: Database, id: string): Promise<LedgerRow | undefined> {
  const [entry] = await findEntries(db, [id])
  return entry
}

export async function findEntries(db: Database, ids: readonly string[]): Promise<LedgerRow[]> {
  const entries: LedgerRow[] = []
  for (const batch of chunks(ids, 250)) {
    const rows = await db.selectFrom('ledger_entry').selectAll().where('id', 'in', batch).execute()
    entries.push(...rows.map(toEntry))
  }
  return entries
}

/** All entries of a member in the order in which they were recorded. */
export async function listEntriesOf(db: Database, personId: string): Promise<LedgerRow[]> {
  const ledgers = await listEntriesOfMembers(db, [personId])
  return ledgers.get(personId) ?? []
}

/** The entries of a run, cancelled ones included, without the cancellations. */
export async function listRunEntries(db: Database, runId: string): Promise<LedgerRow[]> {
  const rows = await db
    .selectFrom('ledger_entry')
    .selectAll()
    .where('run_id', '=', runId)
    .where('kind', '!=', 'cancellation')
    .orderBy('id')
    .execute()
  return rows.map(toEntry)
}

/** All entries of these members, of each in the order in which they were recorded. */
export async function listEntriesOfMembers(
  db: Database,
  personIds: readonly string[],
): Promise<Map<string, LedgerRow[]>> {
  const ledgers = new Map(personIds.map((id): [string, LedgerRow[]] => [id, []]))
  for (const ids of chunks(personIds, 250)) {
    const rows = await db
      .selectFrom('ledger_entry')
      .selectAll()
      .where('person_id', 'in', ids)
      .orderBy('recorded_at')
      .orderBy('id')
      .execute()
    for (const row of rows) ledgers.get(row.person_id)?.push(toEntry(row))
  }
  return ledgers
}

const membersPerRead = 250

/**
 * Yields the ledgers of the members who have such entries, some members at a time, in the order of their ids. Other
 * requests are served between them.
 */
export async function* readLedgersWith(
  db: Database,
  matches: Expression<SqlBool>,
): AsyncGenerator<Map<string, LedgerRow[]>> {
  const members = inSteps<{ person_id: string }>(
    (after) =>
      db
        .selectFrom('ledger_entry')
        .select('person_id')
        .distinct()
        .where(matches)
        .where('person_id', '>', after?.person_id ?? '')
        .orderBy('person_id')
        .limit(membersPerRead)
        .execute(),
    membersPerRead,
  )
  for await (const rows of members)
    yield await listEntriesOfMembers(
      db,
      rows.map(({ person_id: id }) => id),
    )
}

/** The settings of the association that the ledger follows, as stored: the same in every process. */
export async function readLedgerSettings(
  db: Database,
): Promise<Pick<AssociationDetails, 'receipt_prefix' | 'receipt_short_year' | 'late_renewal'>> {
  const values = await readSettings(db, ['receipt_prefix', 'receipt_short_year', 'late_renewal'])
  return {
    receipt_prefix: values.get('receipt_prefix') ?? '',
    receipt_short_year: values.get('receipt_short_year') === 'yes' ? 'yes' : '',
    late_renewal:
      lateRenewals.find((policy) => policy === values.get('late_renewal')) ?? 'continues',
  }
}

/** A payment is active while no reversal of it exists. */
export const isNotReversed = (eb: ExpressionBuilder<Tables, 'ledger_entry'>): Expression<SqlBool> =>
  eb.not(
    eb.exists(
      eb
        .selectFrom('ledger_entry as reversal')
        .select('reversal.id')
        .whereRef('reversal.reverses_id', '=', 'ledger_entry.id'),
    ),
  )

/** All entries of a member, newest first; `recorded_by` is a name. */
export async function listEntryAnswers(db: Database, personId: string): Promise<LedgerEntry[]> {
  const rows = await db
    .selectFrom('ledger_entry')
    .leftJoin('person', 'person.id', 'ledger_entry.recorded_by')
    .leftJoin('tds_certificate', 'tds_certificate.entry_id', 'ledger_entry.id')
    .select([
      'ledger_entry.id',
      'kind',
      shownReceipt.as('receipt_number'),
      'reverses_id',
      'amount_paise',
      'year',
      'item',
      'ledger_entry.due_on',
      'ledger_entry.grace_until',
      'run_id',
      'mode',
      sql<string>`coalesce(tds_certificate.number, ledger_entry.reference)`.as('reference'),
      'valid_from',
      'valid_to',
      'paid_at',
      'ledger_entry.recorded_at',
      'late_renewal',
      'year_amounts',
      'void_reason',
      'tax_treatment',
      'paid_with',
      'charge_id',
      personName('person').as('recorded_by'),
    ])
    .where('person_id', '=', personId)
    .orderBy('ledger_entry.recorded_at', 'desc')
    .orderBy('ledger_entry.id', 'desc')
    .execute()
  const entries = rows.map(toEntry)
  const onAccount = idsOnAccount(entries)
  return entries.map(
    ({
      late_renewal: _late,
      year_amounts: _years,
      tax_treatment: _tax,
      paid_with: _payment,
      charge_id: _charge,
      void_reason,
      ...entry
    }) => ({
      ...entry,
      void_reason: reversalReasons.find((reason) => reason === void_reason) ?? null,
      on_account: onAccount.has(entry.id),
    }),
  )
}
