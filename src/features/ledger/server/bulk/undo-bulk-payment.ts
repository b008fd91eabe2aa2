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
  const payments = await listPaymentsToUndo(db, batch)
  const paymentOf = new Map(payments.map((payment) => [payment.person_id, payment]))
  const receipts: string[] = []
  const warnings: string[] = []
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
    const people = new Map((await findPeople(db, chunk)).map((person) => [person.id, person]))
    for (const [id, entries] of await listEntriesOfMembers(db, chunk)) {
      const member = people.get(id)
      const reason = member
        ? (reasonForNoUndo(entries, batch) ?? undoRefusal(entries, batch, limits))
        : 'No longer a member'
      const payment = paymentOf.get(id)
      if (reason !== undefined && payment) addLeftOut(preview.left_out, reason, memberOf(payment))
      if (reason !== undefined || !member) continue
      const voided = paymentsOf(activeEntries(entries), batch)
      preview.members += 1
      preview.restored += replacedBy(entries, batch).length
      for (const { id: paymentId, amount_paise, receipt_number } of voided) {
        preview.paise += amount_paise
        if (receipt_number !== null) receipts.push(paymentId)
      }
      if (warnings.length >= maxWarnings) continue
      const options = { reason: undoReason, now: now() } as const
      const voidingEntries = plannedVoids(member, entries, voided, options)
      const own = await voidWarnings(db, entries, { voided, voidingEntries }, now())
      warnings.push(...namedWarnings(member, own))
    }
    await yieldToEventLoop()
  }
  const emailed = await countReceiptMails(db, receipts)
  return {
    ...preview,
    receipts: receipts.length,
    emailed,
    ...(warnings.length > 0 && { notices: warnings.slice(0, maxWarnings) }),
  }
}

/**
 * Skips members whose payment was reversed or replaced in the meantime, so that a second call changes nothing; of
 * others the undo may be refused.
 */
export async function undoBulkPayment(
  world: World,
  admin: Caller,
  batch: string,
  { key, notifyMember }: { key?: string | undefined; notifyMember?: NotifyMember | undefined } = {},
): Promise<BulkResult> {
  const payments = await listPaymentsToUndo(world.db, batch)
  return runBulk(world, {
    admin,
    ids: [...new Set(payments.map(({ person_id }) => person_id))],
    key,
    readSkipReason: async (db, people) => {
      const ids = people.map(({ id }) => id)
      const ledgers = await listEntriesOfMembers(db, ids)
      return ({ id }) => reasonForNoUndo(ledgers.get(id) ?? [], batch)
    },
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

async function listPaymentsToUndo(db: Database, batch: string): Promise<LedgerRow[]> {
  const payments = await listBatchPayments(db, batch)
  if (payments.length === 0) throw noSuchBatch()
  return payments
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
