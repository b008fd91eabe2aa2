import { sql } from 'kysely'
import { personName } from '#features/members/server/queries.ts'
import type { Database } from '#platform/server/database/database.ts'
import type { BulkPaymentBatch } from '../../answers.ts'
import { type LedgerRow, toEntry } from '../queries.ts'

const maxBatches = 20

/** The payments of a bulk action, including void ones. */
export async function listBatchPayments(db: Database, batch: string): Promise<LedgerRow[]> {
  const rows = await db
    .selectFrom('ledger_entry')
    .selectAll()
    .where('run_id', '=', batch)
    .where('kind', '=', 'payment')
    .orderBy('person_id')
    .orderBy('id')
    .execute()
  return rows.map(toEntry)
}

/** The latest bulk payments, newest first. A member whose payment was restored counts once. */
export async function listBulkPayments(db: Database): Promise<BulkPaymentBatch[]> {
  const batches = await db
    .selectFrom('ledger_entry as payment')
    .leftJoin('ledger_entry as reversal', 'reversal.reverses_id', 'payment.id')
    .select(({ fn, ref }) => [
      ref('payment.run_id').$notNull().as('run_id'),
      fn.min<string>('payment.id').as('first_id'),
      sql<number>`count(distinct payment.person_id)`.as('members'),
      sql<number>`count(distinct case when reversal.id is null then payment.person_id end)`.as(
        'active',
      ),
      sql<
        string | null
      >`max(case when reversal.void_reason = 'bulk payment undone' then reversal.id end)`.as(
        'undo_id',
      ),
    ])
    .where('payment.run_id', 'is not', null)
    .where('payment.kind', '=', 'payment')
    .groupBy('payment.run_id')
    .orderBy('payment.run_id', 'desc')
    .limit(maxBatches)
    .execute()
  if (batches.length === 0) return []
  const entries = await db
    .selectFrom('ledger_entry')
    .leftJoin('person', 'person.id', 'ledger_entry.recorded_by')
    .select(['ledger_entry.id', 'recorded_at', 'amount_paise', 'mode', 'reference'])
    .select(['valid_from', 'valid_to', personName('person').as('recorded_by')])
    .where(
      'ledger_entry.id',
      'in',
      batches.flatMap(({ first_id, undo_id }) => (undo_id ? [first_id, undo_id] : [first_id])),
    )
    .execute()
  const entryOf = new Map(entries.map(({ id, ...entry }) => [id, entry]))
  return batches.flatMap(({ run_id, first_id, undo_id, members, active }) => {
    const first = entryOf.get(first_id)
    const undo = entryOf.get(undo_id ?? '')
    if (!first) return []
    const undone = { undone_at: undo?.recorded_at ?? null, undone_by: undo?.recorded_by ?? null }
    return [{ id: run_id, ...first, ...undone, members: Number(members), active: Number(active) }]
  })
}
