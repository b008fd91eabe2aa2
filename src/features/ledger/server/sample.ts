import { findPerson, type PersonRow } from '#features/members/server/queries.ts'
import type { Database } from '#platform/server/database/database.ts'
import { compare } from '#shared/compare.ts'
import { addDays, type Day, type Instant, isoDay } from '#shared/dates.ts'
import { days } from '#shared/durations.ts'
import {
  type FinancialYear,
  financialStartYear,
  financialYearFrom,
} from '#shared/financial-year.ts'
import { paymentModes } from '../payment-modes.ts'
import { type Payment, paymentEntry } from './entries.ts'
import { claimFreeReferences } from './payments/references.ts'
import type { LedgerRow } from './queries.ts'
import { takeReceiptNumber } from './receipt-numbers.ts'
import { writeEntry } from './write.ts'

/**
 * Adds sample payments. In each group of five members, two have paid for this and the last financial year, one for
 * twelve months that end within twelve weeks, one for the last financial year only (EXPIRED), and one has not paid
 * (PENDING). There are no payments for years before a member joined.
 */
export async function addSamplePayments(
  db: Database,
  members: readonly PersonRow[],
  recordedBy: string,
  now: Date,
): Promise<void> {
  const start = financialStartYear(now)
  const [thisYear, lastYear] = [financialYearFrom(start), financialYearFrom(start - 1)]
  const planned: PlannedPayment[] = []
  for (const [index, member] of members.entries()) {
    const pattern = index % 5
    if (pattern === 4) continue
    const years =
      pattern === 3 ? [lastYear] : pattern === 2 ? [endingYear(index, now)] : [lastYear, thisYear]
    for (const year of years)
      if (member.created_at.slice(0, 10) <= year.to)
        planned.push({ member, index, year, at: paidAt(member, index, year.from, now) })
  }
  // In the order of time, as receipts are numbered.
  for (const payment of planned.toSorted((a, b) => compare(a.at, b.at)))
    await addPayment(db, payment, recordedBy, now)
}

interface PlannedPayment {
  member: PersonRow
  index: number
  year: Year
  at: Instant
}

type Year = Pick<FinancialYear, 'from' | 'to'>

/** Twelve months that end within the next twelve weeks. */
function endingYear(index: number, now: Date): Year {
  const to = addDays(isoDay(now), 3 + ((index * 13) % 80))
  return { from: addDays(to, -364), to }
}

async function addPayment(
  db: Database,
  { member, index, year, at }: PlannedPayment,
  recordedBy: string,
  now: Date,
): Promise<void> {
  const receipt = await takeReceiptNumber(db, new Date(at))
  const joined = isoDay(member.created_at)
  const mode = paymentModes[index % paymentModes.length] ?? 'Bank'
  // Hidden members have a newer version than the one in the list.
  const current = (await findPerson(db, member.id)) ?? member
  const payment: Payment = {
    amount_paise: (member.role === 'oem' ? 10_000 : 7_500) * 100,
    mode,
    reference: references[mode](index),
    valid_from: joined > year.from ? joined : year.from,
    valid_to: year.to,
    paid_at: at,
  }
  const admin = { id: recordedBy }
  const numbered = { receipt_number: receipt, office_receipt_number: null }
  const entry: LedgerRow = {
    ...paymentEntry({ admin, member: current, payment, receipt: numbered, now }),
    recorded_at: at,
  }
  await claimFreeReferences(db, [entry])
  await writeEntry(db, { admin, member: current, entry, action: 'marked paid' })
}

/**
 * A time in the first months of the year, or in the five weeks before now when that time has not come yet; never before
 * the member joined.
 */
function paidAt(member: PersonRow, index: number, from: Day, now: Date): Instant {
  const step = (index * 7) % 16
  const planned = new Date(Date.parse(`${from}T05:30:00.000Z`) + days(step ** 2))
  const early = new Date(now.getTime() - days(step * 2.3))
  const at = (planned > now ? early : planned).toISOString()
  return at < member.created_at ? member.created_at : at
}

const references: Record<(typeof paymentModes)[number], (index: number) => string> = {
  Bank: (index) => `NEFT N${180_000 + index * 271}`,
  Cash: () => '',
  Cheque: (index) => `Cheque ${412_300 + index * 17}`,
  GPay: (index) => `UPI ${6_041_180_000 + index * 7_919}`,
}
