/** A portal with members and their ledgers, for the tests of the renewals. */
import fc from 'fast-check'
import { expect } from 'vitest'
import { type EntryColumns, entryOfColumns } from '#features/ledger/account-entries.ts'
import { type LedgerRow, withoutDues } from '#features/ledger/server/queries.ts'
import { addMember } from '#features/members/server/record/enrol.ts'
import type { Renewal, RenewalSummary } from '#features/register/renewals/answers.ts'
import type { Day, Instant } from '#shared/dates.ts'
import type { MemberRole } from '#shared/roles.ts'
import type { Engine } from '../engines.ts'
import { testPortal } from '../portal/test-portal.ts'
import { newMemberOf } from '../samples.ts'
import { insertLedger } from './ledger-entries.ts'

/** 5 January 2025, 14:30 in India. */
export const now: Instant = '2025-01-05T09:00:00.000Z'
export const today: Day = '2025-01-05'

/** Some columns of an entry. */
type RowValues = Partial<EntryColumns & Omit<LedgerRow, keyof EntryColumns>>

const yearOf = (start: number) => `${start}-${(start + 1) % 100}`

export const charge = (
  start: number,
  amount: number,
  due_on: Day = `${start}-04-30`,
): RowValues => ({
  kind: 'charge',
  amount_paise: -amount,
  late_renewal: 'continues',
  year: yearOf(start),
  item: 'dues',
  due_on,
  grace_until: `${start}-06-30`,
  valid_from: `${start}-04-01`,
  valid_to: `${start + 1}-03-31`,
})
export const payment = (amount: number, at = now): RowValues => ({
  amount_paise: amount,
  item: 'dues',
  paid_at: at,
  dues_at: at,
})
export const waiver = (amount: number, at = now): RowValues => ({
  ...payment(amount, at),
  kind: 'waiver',
})
export const ownPayment = (amount: number, validTo: Day): RowValues => ({
  amount_paise: amount,
  valid_from: '2024-04-01',
  valid_to: validTo,
})

/** An entry, or what cancels the one at an earlier position. */
export type Written = RowValues | { cancelled: number }

/** A stall or the fee of a bank, without grace. */
const otherCharge = (start: number, amount: number, day: Day): RowValues => ({
  ...charge(start, amount, day),
  item: 'other',
  reference: 'Stall',
  grace_until: day,
  valid_from: day,
  valid_to: day,
})

/**
 * A random history: charges of dues and others, payments, waivers, and entries
 * that cancel the one at an earlier position.
 */
export const ledgerHistory = fc.array(
  fc.oneof(
    fc
      .record({
        start: fc.integer({ min: 2022, max: 2025 }),
        amount: fc.integer({ min: 1, max: 900 }),
        day: fc.integer({ min: 10, max: 28 }),
      })
      .map(({ start, amount, day }) => charge(start, amount, `${start}-05-${day}`)),
    fc
      .record({
        start: fc.integer({ min: 2023, max: 2025 }),
        amount: fc.integer({ min: 1, max: 900 }),
        month: fc.constantFrom('04', '05', '06', '07', '08', '09'),
      })
      .map(({ start, amount, month }) => otherCharge(start, amount, `${start}-${month}-15`)),
    fc.integer({ min: 1, max: 900 }).map((amount) => payment(amount)),
    fc.integer({ min: 1, max: 900 }).map(waiver),
    fc.constantFrom<Day>('2024-12-31', '2025-03-31').map((day) => ownPayment(500, day)),
    fc.nat({ max: 9 }).map((cancelled) => ({ cancelled })),
  ),
  { maxLength: 10 },
)

export async function openRenewals(engine: Engine) {
  const portal = await testPortal(engine)
  const admin = await portal.as('admin')
  let count = 0
  const add = async (company: string, entries: readonly Written[], role: MemberRole = 'oem') => {
    count += 1
    const form = newMemberOf(role, `m${count}@ply.example`)
    const { id } = await addMember(portal.world, 'nobody', { ...form, company_name: company })
    const rows = ledgerOf(id, entries)
    await insertLedger(portal.db, rows)
    return { id, rows }
  }
  const list = (query = ''): Promise<Renewal[]> => admin.get(`/api/admin/renewals?${query}`)
  /** The ids on all pages, and the total that the first one has. */
  const pages = async (query: string) => {
    const ids: string[] = []
    let total: number | undefined
    for (let next: string | undefined = query; next !== undefined; ) {
      const response = await admin.request('GET', `/api/admin/renewals?${next}`)
      total ??= Number(response.headers.get('X-Total-Count'))
      ids.push(...((await response.json()) as Renewal[]).map(({ id }) => id))
      next = response.headers.get('Link')?.match(/<[^?]*\?([^>]*)>/)?.[1]
    }
    return { ids, total }
  }
  const companies = async (query: string) => (await list(query)).map((row) => row.company_name)
  /** The summary, which has the totals of the same query. */
  const summary = async (query = ''): Promise<RenewalSummary> => {
    const sums: RenewalSummary = await admin.get(`/api/admin/renewals/summary?${query}`)
    expect(sums).toMatchObject(await admin.get(`/api/admin/renewals/totals?${query}`))
    return sums
  }
  return { portal, admin, add, list, pages, companies, summary }
}

/** An entry of a member, recorded after those of lower indexes. */
export function entryOf(personId: string, index: number, entry: RowValues): LedgerRow {
  const key = String(index).padStart(3, '0')
  return entryOfColumns({
    kind: 'payment',
    receipt_number: null,
    reverses_id: null,
    amount_paise: 0,
    ...withoutDues,
    mode: null,
    reference: '',
    valid_from: null,
    valid_to: null,
    paid_at: now,
    dues_at: now,
    recorded_at: `2025-01-01T00:00:00.${key}Z`,
    recorded_by: null,
    member_name: '',
    company_name: '',
    membership_number: null,
    office_receipt_number: null,
    ...entry,
    id: `${personId}-${key}`,
    person_id: personId,
  })
}

/** The rows of a member's ledger. */
export const ledgerOf = (personId: string, entries: readonly Written[]): LedgerRow[] =>
  withCancellations(personId, entries).map((entry, index) => entryOf(personId, index, entry))

/** The entries with each `cancelled` replaced by what cancels that entry, or left out when there is none. */
function withCancellations(personId: string, written: readonly Written[]): RowValues[] {
  const entries: RowValues[] = []
  const cancelled = new Set<number>()
  for (const entry of written) {
    if (!('cancelled' in entry)) entries.push(entry)
    else {
      const { kind = 'payment', ...target } = entries[entry.cancelled] ?? { kind: 'reversal' }
      if (kind === 'reversal' || kind === 'cancellation' || cancelled.has(entry.cancelled)) continue
      cancelled.add(entry.cancelled)
      entries.push({
        ...target,
        kind: kind === 'payment' ? 'reversal' : 'cancellation',
        amount_paise: -(target.amount_paise ?? 0),
        reverses_id: `${personId}-${String(entry.cancelled).padStart(3, '0')}`,
      })
    }
  }
  return entries
}
