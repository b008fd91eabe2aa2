/** Ledger entries, for tests of the rule of money. */
import {
  type AccountEntry,
  activeEntries,
  type EntryColumns,
  entryOfColumns,
  type VoidReason,
} from '#features/ledger/account-entries.ts'
import type { ChargeItem } from '#features/ledger/contract.ts'
import { insertEntries, type LedgerRow } from '#features/ledger/server/queries.ts'
import { rebuildAccountsOf } from '#features/ledger/server/write.ts'
import { findPeople } from '#features/members/server/list/bulk-queries.ts'
import { chunks } from '#platform/server/database/bulk.ts'
import type { Database } from '#platform/server/database/database.ts'
import type { LateRenewal } from '#shared/association-details.ts'
import { type Day, type Instant, startOfDay } from '#shared/dates.ts'
import { financialYearFrom } from '#shared/financial-year.ts'

const empty: Omit<EntryColumns, 'id' | 'kind' | 'amount_paise' | 'paid_at' | 'recorded_at'> = {
  reverses_id: null,
  year: null,
  item: null,
  due_on: null,
  grace_until: null,
  valid_from: null,
  valid_to: null,
  late_renewal: null,
  year_amounts: null,
  void_reason: null,
  tax_treatment: null,
  paid_with: null,
  charge_id: null,
  receipt_number: null,
  reference: '',
}

interface Raised {
  on?: Day
  rupees?: number
  item?: ChargeItem
  /** What the charge is for, unless it is dues. */
  label?: string
  /** null: of a charge from before charges had a policy. */
  late?: LateRenewal | null
  due_on?: Day
  valid_from?: Day
}

/**
 * The ledger of one member, written down as it happens. Amounts are rupees; days yyyy-MM-dd. Each entry is recorded
 * after the one before it, on its day or, when that is over, on the day of the one before.
 */
export function ledgerBook() {
  const entries: AccountEntry[] = []
  let today: Day = '2000-01-01'
  const add = (entry: Partial<EntryColumns> & Pick<EntryColumns, 'kind'>, day: Day): string => {
    const id = String(entries.length).padStart(3, '0')
    if (day > today) today = day
    const momentOf = (on: Day): Instant => startOfDay(on).replace('000Z', `${id}Z`) as Instant
    const at = { paid_at: momentOf(day), recorded_at: momentOf(today) }
    entries.push(entryOfColumns({ ...empty, amount_paise: 0, ...entry, ...at, id }))
    return id
  }
  return {
    entries,
    raise: (start: number, raised: Raised = {}) => {
      const { name, from, to } = financialYearFrom(start)
      const { on = `${start}-04-10`, rupees = 5000, due_on = `${start}-06-30` } = raised
      return add(
        {
          kind: 'charge',
          amount_paise: -rupees * 100,
          year: name,
          due_on,
          item: raised.item ?? 'dues',
          reference: raised.label ?? '',
          grace_until: due_on.endsWith('-06-30') ? `${start}-07-30` : due_on,
          valid_from: raised.valid_from ?? from,
          valid_to: to,
          late_renewal: raised.late === undefined ? 'continues' : raised.late,
        },
        on,
      )
    },
    /** Money that names no days: of Record payment, a report or a bank line. */
    pay: (rupees: number, on: Day, charge_id: string | null = null) =>
      add({ kind: 'payment', amount_paise: rupees * 100, item: 'dues', charge_id }, on),
    /** Mark Paid, or an import with days. */
    name: (
      rupees: number,
      on: Day,
      [valid_from = '2026-04-01', valid_to = '2027-03-31']: readonly Day[] = [],
      year_amounts: AccountEntry['year_amounts'] = null,
    ) =>
      add({ kind: 'payment', amount_paise: rupees * 100, valid_from, valid_to, year_amounts }, on),
    /** An import or Member Data without days. */
    importWithoutDays: (rupees: number, on: Day) =>
      add({ kind: 'payment', amount_paise: rupees * 100 }, on),
    deduct: (rupees: number, on: Day) => add({ kind: 'tds', amount_paise: rupees * 100 }, on),
    /** Waives a part of one charge; older waivers name none. */
    waive: (rupees: number, on: Day, charge_id: string | null = null) =>
      add({ kind: 'waiver', amount_paise: rupees * 100, charge_id }, on),
    refund: (rupees: number, on: Day) => add({ kind: 'refund', amount_paise: -rupees * 100 }, on),
    /** `in_books` is the day on which it takes money back. */
    void: (reverses_id: string, on: Day, void_reason: VoidReason | null = null, in_books = on) => {
      const voided = entries.find(({ id }) => id === reverses_id)
      if (!voided) throw new Error(`No entry ${reverses_id}`)
      const ends = (entry: AccountEntry) =>
        add(
          {
            ...entry,
            kind: entry.kind === 'payment' ? 'reversal' : 'cancellation',
            reverses_id: entry.id,
            void_reason,
            amount_paise: 0 - entry.amount_paise,
          },
          in_books,
        )
      if (on > today) today = on
      const id = ends(voided)
      // What was waived of a charge ends with it.
      for (const entry of activeEntries(entries))
        if (entry.kind === 'waiver' && entry.charge_id === reverses_id) ends(entry)
      return id
    },
  }
}

/** Writes entries as they are, and saves the accounts of their people. */
export async function insertLedger(db: Database, entries: readonly LedgerRow[]): Promise<void> {
  await insertEntries(db, entries)
  const ids = [...new Set(entries.map(({ person_id }) => person_id))]
  for (const chunk of chunks(ids, 250)) await rebuildAccountsOf(db, await findPeople(db, chunk))
}

export type LedgerBook = ReturnType<typeof ledgerBook>

/** What happens to a member, in order. */
export type Story = (book: LedgerBook) => unknown

export const bothYears: readonly Day[] = ['2025-04-01', '2027-03-31']
export const halfYear: readonly Day[] = ['2026-04-01', '2026-09-30']

/** Mark Paid for 2026-27. */
export const named = ({ name }: LedgerBook): string => name(5000, '2026-05-10')

/** An import of a payment for 2025-26. */
export const imported = ({ name }: LedgerBook): string =>
  name(5000, '2025-04-05', ['2025-04-01', '2026-03-31'])
