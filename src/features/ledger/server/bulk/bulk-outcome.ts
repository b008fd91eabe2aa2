import { maxListed, toNamedMember } from '#features/members/server/bulk/run.ts'
import type { PersonRow } from '#features/members/server/queries.ts'
import { yieldToEventLoop } from '#platform/server/core/event-loop.ts'
import { chunks } from '#platform/server/database/bulk.ts'
import type { Database } from '#platform/server/database/database.ts'
import type { BulkOutcome, MarkPreview } from '../../answers.ts'
import type { PaidMark } from '../../contract.ts'
import { voidRefusal } from '../../payment-days.ts'
import { readRatesOf } from '../charges/rates-queries.ts'
import { readBooksLimits } from '../payment-day.ts'
import { previewMarkPaid } from '../payments/mark-paid.ts'
import type { RatesReader } from '../payments/payment-for-days.ts'
import { listEntriesOfMembers } from '../queries.ts'
import { maxWarnings, namedWarnings, voidWarnings } from '../receipts/void-warnings.ts'

/** Members per step: computing them takes a few milliseconds, after which other requests are served. */
const stepSize = 25

/** Adds up what a payment would do to many members; `count` adds some of them, reading their entries in one query. */
export function outcomeCounter(db: Database, mark: PaidMark, now: Date) {
  const outcome: BulkOutcome = {
    unchanged: 0,
    settled: 0,
    owing: { members: 0, paise: 0 },
    credit: { members: 0, paise: 0 },
    replaces: { payments: 0, paise: 0, receipts: 0, first: [] },
  }
  const count = async (affected: readonly PersonRow[]): Promise<void> => {
    const ledgers = await listEntriesOfMembers(
      db,
      affected.map(({ id }) => id),
    )
    const ratesOf = ratesReaderOf(db, affected)
    const limits = await readBooksLimits(db)
    for (const batch of chunks(affected, stepSize)) {
      for (const member of batch) {
        const entries = ledgers.get(member.id) ?? []
        const marked = await previewMarkPaid(ratesOf, { member, entries, mark, now })
        if (marked.isRecorded) outcome.unchanged += 1
        add(outcome, member, marked.preview)
        const { notices: warnings = [] } = outcome
        if (marked.voided.length === 0 || warnings.length >= maxWarnings) continue
        const refused = marked.voided.flatMap(
          (entry) => voidRefusal(entry, 'replaced', limits) ?? [],
        )
        const own = [...refused, ...(await voidWarnings(db, entries, marked, now))]
        if (own.length === 0) continue
        outcome.notices = [...warnings, ...namedWarnings(member, own)].slice(0, maxWarnings)
      }
      await yieldToEventLoop()
    }
  }
  return { outcome, count }
}

function add(outcome: BulkOutcome, member: PersonRow, preview: MarkPreview): void {
  const { settles, remaining_paise, credit_paise, replaces } = preview
  if (settles.some(({ open_paise }) => open_paise === 0)) outcome.settled += 1
  for (const [sum, paise] of [
    [outcome.owing, remaining_paise],
    [outcome.credit, credit_paise],
  ] as const) {
    if (paise === 0) continue
    sum.members += 1
    sum.paise += paise
  }
  for (const { receipt_number, amount_paise } of replaces) {
    outcome.replaces.payments += 1
    outcome.replaces.paise += amount_paise
    if (receipt_number !== null) outcome.replaces.receipts += 1
    if (outcome.replaces.first.length < maxListed)
      outcome.replaces.first.push({ ...toNamedMember(member), receipt_number, amount_paise })
  }
}

/** A reader of the rates of these members that reads those of the same years only once. */
function ratesReaderOf(db: Database, members: readonly PersonRow[]): RatesReader {
  const read = new Map<string, ReturnType<typeof readRatesOf>>()
  return async (member, years) => {
    const key = years.join(' ')
    const rates = read.get(key) ?? readRatesOf(db, members, years)
    read.set(key, rates)
    return (await rates)(member)
  }
}
