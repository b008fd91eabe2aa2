import { findPerson, type PersonRow, updatePayment } from '#features/members/server/queries.ts'
import type { Database } from '#platform/server/database/database.ts'
import { recordChange } from '#platform/server/history.ts'
import { newId } from '#platform/server/ids.ts'
import { addDays, days, isoDay } from '#shared/dates.ts'
import { paymentModes } from '../contract.ts'
import { financialYear, receiptNumber } from '../rules.ts'
import { insertEntry, type LedgerRow, reserveReceipts } from './queries.ts'

/**
 * Pays the dues of the given members: of five, two have paid for this financial year and the last
 * one, one for a year of their own that ends within the next weeks, one for the last financial year
 * only (and is EXPIRED), one never (PENDING). Nobody pays for years before they joined.
 */
export async function addSamplePayments(
  db: Database,
  members: readonly PersonRow[],
  recordedBy: string,
  now: Date,
): Promise<void> {
  const [thisYear, lastYear] = [financialYear(now), financialYear(before(now))]
  for (const [index, member] of members.entries()) {
    const way = index % 5
    if (way === 4) continue
    const years = way === 3 ? [lastYear] : way === 2 ? [ownYear(index, now)] : [lastYear, thisYear]
    for (const year of years)
      if (member.created_at.slice(0, 10) <= year.to)
        await pay(db, member, { index, year, recordedBy }, now)
  }
}

type Year = Pick<ReturnType<typeof financialYear>, 'from' | 'to'>

/** A moment in the financial year before. */
const before = (now: Date): Date => new Date(now.getTime() - days(366))

/** Twelve months that end some day of the next twelve weeks. */
function ownYear(index: number, now: Date): Year {
  const to = addDays(isoDay(now), 3 + ((index * 13) % 80))
  return { from: addDays(to, -364), to }
}

async function pay(
  db: Database,
  member: PersonRow,
  sample: { index: number; year: Year; recordedBy: string },
  now: Date,
): Promise<void> {
  const { index, year, recordedBy } = sample
  const at = paidAt(member, index, year.from, now)
  const series = financialYear(new Date(at)).name
  const mode = paymentModes[index % paymentModes.length] ?? 'Bank'
  const entry: LedgerRow = {
    id: newId(now),
    person_id: member.id,
    kind: 'payment',
    receipt_number: receiptNumber(series, await reserveReceipts(db, series)),
    reverses_id: null,
    amount_paise: (member.role === 'oem' ? 10_000 : 7_500) * 100,
    mode,
    reference: references[mode](index),
    valid_from: year.from,
    valid_to: year.to,
    paid_at: at,
    dues_at: at,
    recorded_at: at,
    recorded_by: recordedBy,
    member_name: member.name,
    company_name: member.company_name,
    membership_number: member.membership_number,
  }
  await insertEntry(db, entry)
  const fields = {
    ledger_entry_id: entry.id,
    payment_amount: entry.amount_paise,
    payment_mode: entry.mode,
    payment_reference: entry.reference,
    payment_date: at,
    membership_valid_from: entry.valid_from,
    membership_valid_to: entry.valid_to,
  }
  // Hidden ones have a newer version than the one they were made with.
  const read = (await findPerson(db, member.id)) ?? member
  if (!(await updatePayment(db, read, fields, read.updated_at)))
    throw new Error(`The sample member ${member.name} changes while it is made`)
  await recordChange(
    db,
    {
      actor: recordedBy,
      subject: 'person',
      subjectId: member.id,
      act: 'marked paid',
      after: fields,
    },
    new Date(at),
  )
}

/** Some day of the first months of the year; never before they joined, never after now. */
function paidAt(member: PersonRow, index: number, from: string, now: Date): string {
  const wanted = new Date(
    Date.parse(`${from}T05:30:00.000Z`) + days(((index * 7) % 16) ** 2),
  ).toISOString()
  const joined = wanted < member.created_at ? member.created_at : wanted
  return joined > now.toISOString() ? now.toISOString() : joined
}

const references: Record<(typeof paymentModes)[number], (index: number) => string> = {
  Bank: (index) => `NEFT N${180_000 + index * 271}`,
  Cash: () => '',
  Cheque: (index) => `Cheque ${412_300 + index * 17}`,
  GPay: (index) => `UPI ${6_041_180_000 + index * 7_919}`,
}
