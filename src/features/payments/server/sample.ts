/** What the members of the sample association have paid: most for this year, some not any more. */
import { findPerson, type PersonRow, updatePayment } from '#features/members/server/actions.ts'
import type { Database } from '#platform/server/database.ts'
import { recordChange } from '#platform/server/history.ts'
import { newId } from '#platform/server/ids.ts'
import { days } from '#shared/dates.ts'
import { paymentModes } from '../contract.ts'
import { financialYear, receiptNumber } from '../rules.ts'
import { insertEntry, type LedgerRow, takeReceipt } from './queries.ts'

/**
 * Pays the dues of the given members: of five, three have paid for this financial year, one for the
 * last one only (and is EXPIRED), one never (PENDING). Whoever joined this year has no last year.
 */
export async function addSamplePayments(
  db: Database,
  members: readonly PersonRow[],
  recordedBy: string,
  now: Date,
): Promise<void> {
  for (const [index, member] of members.entries()) {
    const way = index % 5
    if (way === 4) continue
    const year = way === 3 ? financialYear(before(now)) : financialYear(now)
    if (member.created_at.slice(0, 10) > year.to) continue
    await pay(db, member, { index, year, recordedBy }, now)
  }
}

/** A moment in the financial year before. */
const before = (now: Date): Date => new Date(now.getTime() - days(366))

async function pay(
  db: Database,
  member: PersonRow,
  sample: { index: number; year: ReturnType<typeof financialYear>; recordedBy: string },
  now: Date,
): Promise<void> {
  const { index, year, recordedBy } = sample
  const at = paidAt(member, index, year.from, now)
  const mode = paymentModes[index % paymentModes.length] ?? 'Bank'
  const entry: LedgerRow = {
    id: newId(now),
    person_id: member.id,
    kind: 'payment',
    receipt_number: receiptNumber(year.name, await takeReceipt(db, year.name)),
    reverses_id: null,
    amount_paise: (member.role === 'oem' ? 10_000 : 7_500) * 100,
    mode,
    reference: references[mode](index),
    valid_from: year.from,
    valid_to: year.to,
    paid_at: at,
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
    Date.parse(`${from}T05:30:00.000Z`) + days((index * 7) % 75),
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
