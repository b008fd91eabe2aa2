/** Reads what the members of an exported list owe. */

import type { channels } from '#features/dues/notices/answers.ts'
import { lastNotices } from '#features/dues/server/notices/last-notices.ts'
import { readDues } from '#features/dues/server/read-dues.ts'
import { debtOnDay } from '#features/ledger/receipts/debt-on-day.ts'
import { listOpenCharges } from '#features/ledger/server/accounts/account-queries.ts'
import { listEntriesOfMembers } from '#features/ledger/server/queries.ts'
import type { Debt } from '#features/members/columns/list-columns.ts'
import { yieldToEventLoop } from '#platform/server/core/event-loop.ts'
import { chunks } from '#platform/server/database/bulk.ts'
import type { Database } from '#platform/server/database/database.ts'
import { type Day, daysBetween, isoDay } from '#shared/dates.ts'
import { financialYear } from '#shared/financial-year.ts'
import type { Paise } from '#shared/rupees.ts'

const chunkSize = 100

const channelNames: Record<(typeof channels)[number], string> = {
  email: 'Email',
  whatsapp: 'WhatsApp',
  print: 'Print',
}

/** Reads the debts of those who owe something on the day of `now`, by the ids of members. */
export async function readDebts(
  db: Database,
  ids: readonly string[],
  now: Date,
): Promise<Map<string, Debt>> {
  const debts = new Map<string, Debt>()
  const today = isoDay(now)
  const year = financialYear(now).name
  for (const batch of chunks(ids, chunkSize)) {
    await yieldToEventLoop()
    const notices = await lastNotices(db, batch)
    const charges = await listOpenCharges(db, batch)
    const open = Map.groupBy(charges, ({ person_id }) => person_id)
    for (const [id, dues] of await readDues(db, batch, now, charges)) {
      const { owed_paise, not_raised_paise, is_raised, since } = dues
      if (owed_paise === 0) continue
      const owed = (open.get(id) ?? []).filter(({ counts_from }) => counts_from <= today)
      const notRaised = { year, open_paise: not_raised_paise }
      const dueDays = owed.map((charge) => charge.due_on)
      if (!is_raised && since) dueDays.push(since)
      const due_on = dueDays.sort()[0] ?? null
      const notice = notices.get(id)
      debts.set(id, {
        owed: owed_paise / 100,
        credit: null,
        advance: null,
        by_year: rupeesByYear(is_raised ? owed : [...owed, notRaised]),
        not_raised: is_raised ? null : not_raised_paise / 100,
        due_on,
        days_overdue: due_on && due_on < today ? daysBetween(due_on, today) : null,
        last_notice: notice
          ? { day: isoDay(notice.at), channel: channelNames[notice.channel] }
          : null,
      })
    }
  }
  return debts
}

/** Reads the balances and advances of the books at the end of an earlier day (yyyy-MM-dd), without those that are 0. */
export async function readDebtsOn(
  db: Database,
  ids: readonly string[],
  day: Day,
): Promise<Map<string, Debt>> {
  const debts = new Map<string, Debt>()
  for (const batch of chunks(ids, chunkSize)) {
    await yieldToEventLoop()
    for (const [id, entries] of await listEntriesOfMembers(db, batch)) {
      const { balance_paise, advance_paise, open } = debtOnDay(entries, day)
      if (balance_paise === 0 && advance_paise === 0) continue
      const [due_on = null] = open.flatMap((charge) => charge.due_on ?? []).sort()
      debts.set(id, {
        owed: balance_paise < 0 ? -balance_paise / 100 : null,
        credit: balance_paise > 0 ? balance_paise / 100 : null,
        advance: advance_paise === 0 ? null : advance_paise / 100,
        by_year: rupeesByYear(open),
        not_raised: null,
        due_on,
        days_overdue: due_on && due_on < day ? daysBetween(due_on, day) : null,
        last_notice: null,
      })
    }
  }
  return debts
}

function rupeesByYear(
  charges: readonly { year: string; open_paise: Paise }[],
): Map<string, number> {
  const paise = new Map<string, number>()
  for (const { year, open_paise } of charges) paise.set(year, (paise.get(year) ?? 0) + open_paise)
  return new Map([...paise].map(([year, sum]) => [year, sum / 100]))
}
