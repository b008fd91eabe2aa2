import { expect, test } from 'vitest'
import type { OpenDatabase } from '#platform/server/database/database.ts'
import { invoice, openPapers } from '#test/support/money/taxed-papers.ts'
import type { DataNeeds } from './check.ts'
import { ledgerCheck } from './ledger.ts'

test('nothing is wrong with a ledger whose entries of each kind were voided by ordinary calls', async () => {
  const { portal, tax, pay, charge, refund, cancel, entryOf } = await openPapers('SQLite')
  await tax(invoice)
  const paid_at = '2025-01-05T09:00:00.000Z'
  const stall = await charge('Stall', '3000')
  await cancel(await entryOf('waivers', { amount: '500', reason: 'Hardship' }))
  await cancel(await entryOf('tds', { amount: '100', paid_at, certificate_number: '' }))
  await cancel(await pay('1180', { tds: '20' }))
  const payment = await pay('6000')
  await cancel(await refund('590'))
  await cancel(payment)
  await cancel(stall)
  const voids = await portal.db
    .selectFrom('ledger_entry as voiding')
    .innerJoin('ledger_entry as voided', 'voided.id', 'voiding.reverses_id')
    .select(['voiding.kind as by', 'voided.kind'])
    .execute()
  expect(new Set(voids.map(({ by, kind }) => `${by} of ${kind}`))).toEqual(
    new Set([
      'cancellation of waiver',
      'cancellation of tds',
      'reversal of payment',
      'cancellation of refund',
      'cancellation of charge',
    ]),
  )
  const database = { db: portal.db } as OpenDatabase
  expect(await ledgerCheck.problems?.({ database } as DataNeeds)).toEqual([])
})
