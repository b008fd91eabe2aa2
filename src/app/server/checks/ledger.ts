import { sql } from 'kysely'
import { countLinesWithoutPayment } from '#features/bank-statements/server/match-queries.ts'
import { findStaleAccounts } from '#features/ledger/server/accounts/rebuild.ts'
import { countMissingReferences } from '#features/ledger/server/payments/references.ts'
import { issuesPapersOfGst } from '#features/ledger/server/receipts/invoice-numbers.ts'
import { readReceiptSettings } from '#features/ledger/server/receipts/queries.ts'
import type { Database } from '#platform/server/database/database.ts'
import { longPrefixMessage, maxInvoicePrefix } from '#shared/dues/receipt-number.ts'
import { countOf } from '#shared/sentences.ts'
import type { Check, DataNeeds } from './check.ts'

export const ledgerCheck: Check<DataNeeds> = {
  title: 'Ledger',
  problems: async ({ database: { db } }) => {
    const stale = await findStaleAccounts(db)
    const missing = await countMissingReferences(db)
    const problems = (await impossibleEntries(db)).map(
      (entries) =>
        `${entries}. The ledger was changed behind the portal’s back; compare it with a backup.`,
    )
    const rebuild = 'Run npm run portal -- doctor --rebuild.'
    if (stale.length > 0)
      problems.push(
        `What is saved of ${countOf(stale.length, 'account', 'accounts')} is not what the ledger says. ${rebuild}`,
      )
    if (missing > 0)
      problems.push(
        `${countOf(missing, 'payment has', 'payments have')} a reference that is not protected against a second use. ${rebuild}`,
      )
    return problems
  },
}

/**
 * Reports a prefix that is too long for GST papers: it was saved before the association
 * issued them, or before the portal checked it.
 */
export const receiptNumbersCheck: Check<DataNeeds> = {
  title: 'Receipt numbers',
  problems: async ({ database: { db }, now }) => {
    const settings = await readReceiptSettings(db)
    const prefix = settings.get('receipt_prefix') ?? ''
    const hasShortYear = settings.get('receipt_short_year') === 'yes'
    if (prefix.length <= maxInvoicePrefix(hasShortYear)) return []
    if (!(await issuesPapersOfGst(db, settings.get('association_gstin') ?? '', now()))) return []
    const text = `${longPrefixMessage(hasShortYear)}. Shorten it in Settings, Receipts.`
    return [text]
  },
}

/** The portal writes entries and their exact opposites: a reversal of a payment, a cancellation of anything else. */
async function impossibleEntries(db: Database): Promise<string[]> {
  const { rows } = await sql<Record<string, number>>`
    select
      (select count(*) from ledger_entry where kind = 'payment' and amount_paise <= 0) as amounts,
      (select count(*) from ledger_entry where kind = 'charge'
        and (amount_paise > 0 or year is null or due_on is null)) as charges,
      (select count(*) from ledger_entry c
        left join ledger_entry e on e.id = c.reverses_id and e.kind not in ('payment', 'reversal', 'cancellation')
        where c.kind = 'cancellation'
          and (e.id is null or e.person_id <> c.person_id or e.amount_paise + c.amount_paise <> 0)) as cancellations,
      (select count(*) from ledger_entry r
        left join ledger_entry p on p.id = r.reverses_id and p.kind = 'payment'
        where r.kind = 'reversal'
          and (p.id is null or p.person_id <> r.person_id or p.amount_paise + r.amount_paise <> 0)) as reversals,
      (select count(*) from (select reverses_id from ledger_entry
        where reverses_id is not null group by reverses_id having count(*) > 1) doubles) as twice,
      (select count(*) from (select receipt_number from ledger_entry
        where receipt_number is not null group by receipt_number having count(*) > 1) doubles) as receipts`.execute(
    db,
  )
  const {
    amounts = 0,
    charges = 0,
    reversals = 0,
    cancellations = 0,
    twice = 0,
    receipts = 0,
  } = rows[0] ?? {}
  const lines = await countLinesWithoutPayment(db)
  const faults: [count: number, one: string, many: string][] = [
    [amounts, 'payment has no amount', 'payments have no amount'],
    [charges, 'charge is incomplete', 'charges are incomplete'],
    [cancellations, 'cancellation does not match an entry', 'cancellations do not match an entry'],
    [reversals, 'reversal does not match a payment', 'reversals do not match a payment'],
    [twice, 'payment is reversed twice', 'payments are reversed twice'],
    [receipts, 'receipt number is used twice', 'receipt numbers are used twice'],
    [lines, 'confirmed bank line has no payment', 'confirmed bank lines have no payment'],
  ]
  return faults.flatMap(([count, one, many]) =>
    Number(count) > 0 ? [countOf(Number(count), one, many)] : [],
  )
}
