import { activeEntries } from '#features/ledger/account-entries.ts'
import { adjustedBy, taxesOf } from '#features/ledger/receipts/content.ts'
import { noTax, type TaxTreatment } from '#features/ledger/receipts/tax.ts'
import { listEntriesOfMembers } from '#features/ledger/server/queries.ts'
import { readPapersOf } from '#features/ledger/server/receipts/receipt-content.ts'
import { listTreatments } from '#features/ledger/server/receipts/treatment-queries.ts'
import { applyEntries } from '#features/ledger/settlements.ts'
import type { Database } from '#platform/server/database/database.ts'
import { comparison } from './comparison.ts'

/**
 * Whether the papers say each supply once, with its tax, where the association's does not change: together they have
 * what was paid of each charge, or all of one with a paper of its own. Credit has the tax of what it was paid for, so
 * members who have any do not count, nor do those to whom some was paid back.
 */
export async function supplyFaults(db: Database, ids: readonly string[]): Promise<string[]> {
  const { faults, equal } = comparison()
  const treatments = await listTreatments(db)
  const papers = await readPapersOf(db, ids)
  for (const [id, entries] of await listEntriesOfMembers(db, ids)) {
    const { charges, settlements, credit_paise } = applyEntries(entries)
    if (credit_paise > 0 || entries.some(({ kind }) => kind === 'refund')) continue
    const sums = new Map<string, number>()
    const add = (tax: Pick<TaxTreatment, 'kind' | 'rate' | 'sac'>, paise: number) => {
      const key = `${tax.kind} ${tax.rate} ${tax.sac}`
      if (tax.kind !== 'receipt') sums.set(key, (sums.get(key) ?? 0) + paise)
    }
    for (const row of entries) {
      const paper = papers.get(row.id)
      if (!paper) continue
      const sign = paper.cancels === null ? 1 : -1
      for (const tax of taxesOf(paper)) add(tax, sign * tax.amount_paise)
      for (const tax of adjustedBy(paper).flatMap(({ taxes }) => taxes))
        add(tax, -sign * tax.amount_paise)
    }
    const active = activeEntries(entries)
    for (const charge of charges) {
      const tax = charge.tax ?? treatments[0] ?? noTax
      if (charge.paper !== null) {
        add(tax, -charge.amount_paise)
        continue
      }
      for (const { money_id, charge: paid, paise } of settlements) {
        const money = entries.find((row) => row.id === money_id)
        if (paid === charge && papers.has(money?.paid_with ?? money_id)) add(tax, -paise)
      }
      for (const { id: paperId, kind, charge_id, paid_with } of active)
        if (kind === 'paper' && charge_id === charge.id && !papers.has(paid_with ?? ''))
          add(tax, -(papers.get(paperId)?.amount_paise ?? 0))
    }
    for (const [tax, paise] of sums)
      equal(`what the papers of ${id} have too much of ${tax}`, paise, 0)
  }
  return faults
}
