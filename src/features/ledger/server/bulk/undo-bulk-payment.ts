/** Undoes a bulk payment: voids its payments and records the payments that they replaced again. */
import type { BulkMember, BulkResult } from '#features/members/bulk.ts'
import { addLeftOut, runBulk } from '#features/members/server/bulk/run.ts'
import { findPeople } from '#features/members/server/list/bulk-queries.ts'
import type { PersonRow } from '#features/members/server/queries.ts'
import { yieldToEventLoop } from '#platform/server/core/event-loop.ts'
import { chunks } from '#platform/server/database/bulk.ts'
import type { Database } from '#platform/server/database/database.ts'
import type { Caller } from '#platform/server/http/request-context.ts'
import type { World } from '#platform/server/world.ts'
import { isoDay } from '#shared/dates.ts'
import { Refusal } from '#shared/refusal.ts'
import { activeEntries, isVoid, overlapsDays } from '../../account-entries.ts'
import type { BulkUndoPreview } from '../../answers.ts'
import { type BooksLimits, dayRefusal, voidRefusal } from '../../payment-days.ts'
import { lockForPayment } from '../lock-for-payment.ts'
import { readBooksLimits } from '../payment-day.ts'
import { isSameMoney } from '../payments/references.ts'
import { restorePayment } from '../payments/write-payment.ts'
import { type LedgerRow, listEntriesOf, listEntriesOfMembers } from '../queries.ts'
import { countReceiptMails } from '../receipts/receipt-mail-queries.ts'
import { maxWarnings, namedWarnings, voidWarnings } from '../receipts/void-warnings.ts'
import { plannedVoids } from '../voids/void-entries.ts'
import { voidPayment } from '../voids/void-payment.ts'
import { listBatchPayments } from './queries.ts'

export const noSuchBatch = () => new Refusal('missing', 'Payments not found')

/** What `undoBulkPayment` would do. */
export async function previewBulkUndo({ db, now }: World, batch: string): Promise<BulkUndoPreview> {
  const { ids, preview } = await readBatch(db, batch)
  const warnings: string[] = []
  for (const chunk of chunks(ids, 250)) {
    const people = await findPeople(db, chunk)
    const ledgers = await listEntriesOfMembers(db, chunk)
    for (const member of people) {
      const entries = ledgers.get(member.id) ?? []
      const voided = paymentsOf(activeEntries(entries), batch)
      const options = { reason: undoReason, now: now() } as const
      const voidingEntries = voided.flatMap((payment) =>
        plannedVoids(member, entries, payment, options),
      )
      const own = await voidWarnings(db, entries, { voided, voidingEntries }, now())
      warnings.push(...namedWarnings(member, own))
    }
    if (warnings.length >= maxWarnings) break
    await yieldToEventLoop()
  }
  return { ...preview, ...(warnings.length > 0 && { notices: warnings.slice(0, maxWarnings) }) }
}

/**
 * Skips members whose payment was reversed or replaced in the meantime, so that a second call changes nothing, and
 * members whose undo is refused.
 */
export async function undoBulkPayment(
  world: World,
  admin: Caller,
  batch: string,
  { key, notifyMember }: { key?: string | undefined; notifyMember?: NotifyMember | undefined } = {},
): Promise<BulkResult> {
  const { ids, refusedIds } = await readBatch(world.db, batch)
  return runBulk(world, {
    admin,
    ids: [...ids, ...refusedIds],
    key,
    readSkipReason: async () => () => undefined,
    change: async (db, id) => {
      const { member, undone } = await undoPayment(db, {
        admin,
        personId: id,
        batch,
        now: world.now(),
      })
      for (const payment of undone) await notifyMember?.(db, member, payment)
    },
  })
}

/** Queues the mail about the reversed payment. */
type NotifyMember = (db: Database, member: PersonRow, payment: LedgerRow) => Promise<unknown>

/** The members whose payment is undone, the members whose undo would be refused, and what undoing does. */
async function readBatch(
  db: Database,
  batch: string,
): Promise<{ ids: string[]; refusedIds: string[]; preview: BulkUndoPreview }> {
  const payments = await listBatchPayments(db, batch)
  if (payments.length === 0) throw noSuchBatch()
  const paymentOf = new Map(payments.map((payment) => [payment.person_id, payment]))
  const ids: string[] = []
  const refusedIds: string[] = []
  const receipts: string[] = []
  const preview: BulkUndoPreview = {
    members: 0,
    paise: 0,
    receipts: 0,
    emailed: 0,
    restored: 0,
    left_out: [],
  }
  const limits = await readBooksLimits(db)
  for (const chunk of chunks([...paymentOf.keys()], 250)) {
    const people = new Set((await findPeople(db, chunk)).map(({ id }) => id))
    for (const [id, entries] of await listEntriesOfMembers(db, chunk)) {
      const active = paymentsOf(activeEntries(entries), batch)
      const refused = undoRefusal(entries, batch, limits)
      const skipped = people.has(id) ? reasonForNoUndo(entries, batch) : 'No longer a member'
      const reason = skipped ?? refused
      if (skipped === undefined && refused !== undefined) refusedIds.push(id)
      const payment = paymentOf.get(id)
      if (reason !== undefined) {
        if (payment) addLeftOut(preview.left_out, reason, memberOf(payment))
        continue
      }
      ids.push(id)
      preview.members += 1
      preview.restored += replacedBy(entries, batch).length
      for (const { id: paymentId, amount_paise, receipt_number } of active) {
        preview.paise += amount_paise
        if (receipt_number !== null) receipts.push(paymentId)
      }
    }
    await yieldToEventLoop()
  }
  const emailed = await countReceiptMails(db, receipts)
  return { ids, refusedIds, preview: { ...preview, receipts: receipts.length, emailed } }
}

/** Why there is nothing to undo for a member: all payments of the batch are void already. */
function reasonForNoUndo(entries: readonly LedgerRow[], batch: string): string | undefined {
  if (paymentsOf(activeEntries(entries), batch).length > 0) return undefined
  const ids = new Set(paymentsOf(entries, batch).map(({ id }) => id))
  const voiding = entries.findLast((entry) => isVoid(entry) && ids.has(entry.reverses_id))
  switch (voiding?.void_reason) {
    case undoReason:
      return 'Undone already'
    case 'replaced':
      return 'Replaced or corrected since'
    default:
      return 'Reversed since'
  }
}

/** Why the undo would be refused: a payment of a closed year would become void, or count again. */
function undoRefusal(
  entries: readonly LedgerRow[],
  batch: string,
  limits: BooksLimits,
): string | undefined {
  const active = activeEntries(entries)
  const undone = paymentsOf(active, batch)
  const others = active.filter((entry) => !undone.includes(entry))
  const reasons = [
    ...undone.map((payment) => voidRefusal(payment, undoReason, limits)),
    ...replacedBy(entries, batch).map(
      (payment) => dayRefusal(isoDay(payment.paid_at), limits) ?? restoreRefusal(others, payment),
    ),
  ]
  return reasons.find((reason) => reason !== undefined)
}

/** Why a replaced payment cannot be recorded again next to these entries; undefined when it can. */
const restoreRefusal = (
  active: readonly LedgerRow[],
  { valid_from: from, valid_to: to }: LedgerRow,
): string | undefined =>
  from !== null && to !== null && active.some((entry) => overlapsDays(entry, { from, to }))
    ? 'The payment that was replaced cannot come back: another one for its days was recorded since'
    : undefined

const undoReason = 'bulk payment undone'

const paymentsOf = (entries: readonly LedgerRow[], batch: string): LedgerRow[] =>
  entries.filter(({ kind, run_id }) => kind === 'payment' && run_id === batch)

/** The payments that the bulk payment replaced, in the order of recording. */
function replacedBy(entries: readonly LedgerRow[], batch: string): LedgerRow[] {
  const ids = new Set(
    entries.flatMap((entry) =>
      entry.kind === 'reversal' && entry.run_id === batch ? [entry.reverses_id] : [],
    ),
  )
  return entries.filter(({ id }) => ids.has(id))
}

const memberOf = (payment: LedgerRow): BulkMember => ({
  id: payment.person_id,
  name: payment.member_name,
  company_name: payment.company_name,
  membership_number: payment.membership_number,
})

async function undoPayment(
  db: Database,
  { admin, personId, batch, now }: { admin: Caller; personId: string; batch: string; now: Date },
): Promise<{ member: PersonRow; undone: LedgerRow[] }> {
  let member = await lockForPayment(db, personId, undefined)
  const ledger = await listEntriesOf(db, personId)
  const skipped = reasonForNoUndo(ledger, batch)
  if (skipped !== undefined) throw new Refusal('conflict', skipped)
  const undone = paymentsOf(activeEntries(ledger), batch)
  for (const { id } of undone)
    ({ member } = await voidPayment(db, { admin, member, id, reason: undoReason, now }))
  for (const restored of replacedBy(ledger, batch)) {
    const reason = restoreRefusal(activeEntries(await listEntriesOf(db, personId)), restored)
    if (reason !== undefined) throw new Refusal('conflict', reason)
    const replacements = undone.filter((payment) => isSameMoney(payment, restored))
    ;({ member } = await restorePayment(db, { admin, member, restored, replacements, now }))
  }
  return { member, undone }
}
