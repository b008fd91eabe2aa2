/** Charges of many members at once: the dues of a run. */
import { findPerson, type PersonRow } from '#features/members/server/queries.ts'
import { nextVersion } from '#features/members/server/record/change-person.ts'
import { noPayment } from '#features/members/server/record/new-person.ts'
import type { Database } from '#platform/server/database/database.ts'
import type { Caller } from '#platform/server/http/request-context.ts'
import { newId } from '#platform/server/ids.ts'
import { accountOf, activeEntries } from '../account.ts'
import type { ChargeItem } from '../contract.ts'
import { amountEntry, savePaymentFields } from './entries.ts'
import { insertEntries, type LedgerRow, listLedgersOf, listRunEntries } from './queries.ts'
import { afterCancelling, settledFromCredit, settleFromCredit } from './settle.ts'

/** Days are yyyy-MM-dd. */
export interface Charge {
  year: string
  item: ChargeItem
  /** Whole paise, positive. */
  amount_paise: number
  due_on: string
  grace_until: string
  valid_from: string
  valid_to: string
}

/**
 * Charges members, and settles from credit what it covers. Call it in a transaction that holds the ledger
 * exclusively, so that no payment is recorded between reading and writing.
 */
export async function raiseCharges(
  db: Database,
  admin: Caller,
  runId: string,
  charged: readonly { member: PersonRow; charges: readonly Charge[] }[],
  now: Date,
): Promise<void> {
  const ledgers = await listLedgersOf(
    db,
    charged.map(({ member }) => member.id),
  )
  const added = charged.map(({ member, charges }) => {
    const rows = ledgers.get(member.id) ?? []
    const at = nextVersion(rows.at(-1)?.recorded_at ?? '', now)
    const entries = charges.map(
      (charge): LedgerRow => ({
        ...amountEntry(admin, member, rows, now),
        // Charges do not change the member, so only the entries before them count.
        recorded_at: at,
        kind: 'charge',
        reference: '',
        on_account: true,
        run_id: runId,
        ...charge,
        amount_paise: -charge.amount_paise,
      }),
    )
    return { member, entries, rows: [...rows, ...entries] }
  })
  await insertEntries(
    db,
    added.flatMap(({ entries }) => entries),
  )
  for (const { member, rows } of added)
    if (settledFromCredit(rows))
      await settleFromCredit(db, admin, await reload(db, member), rows, now, runId)
}

/** The members of a run who have paid something for it, or got a waiver, since it was raised. */
export async function membersWhoPaid(db: Database, runId: string): Promise<string[]> {
  const { ledgers, entries } = await readRun(db, runId)
  const entriesOf = Map.groupBy(entries, ({ person_id }) => person_id)
  return [...ledgers].flatMap(([id, rows]) => {
    const own = entriesOf.get(id) ?? []
    const raisedAt = own.reduce(
      (last, { recorded_at }) => (recorded_at > last ? recorded_at : last),
      '',
    )
    const then = rows.filter(({ recorded_at }) => recorded_at <= raisedAt)
    return paidFor(rows, runId) > paidFor(then, runId) ? [id] : []
  })
}

/** How much of the charges of a run is settled, in paise. */
function paidFor(rows: readonly LedgerRow[], runId: string): number {
  const ofRun = new Set(rows.filter(({ run_id }) => run_id === runId).map(({ id }) => id))
  return accountOf(rows, '')
    .charges.filter(({ id }) => ofRun.has(id))
    .reduce((sum, { amount_paise, open_paise }) => sum + amount_paise - open_paise, 0)
}

/** Cancels what is left of a run: its charges and the settlements from credit. Locks as `raiseCharges`. */
export async function cancelCharges(
  db: Database,
  admin: Caller,
  runId: string,
  now: Date,
): Promise<void> {
  const { ledgers } = await readRun(db, runId)
  const cancelled = [...ledgers].map(([id, rows]) => {
    const at = nextVersion(rows.at(-1)?.recorded_at ?? '', now)
    const active = activeEntries(rows).filter(({ run_id }) => run_id === runId)
    return { id, rows, entries: active.map((entry) => cancellation(admin, entry, at, now)) }
  })
  await insertEntries(
    db,
    cancelled.flatMap(({ entries }) => entries),
  )
  for (const { id, rows, entries } of cancelled) {
    // Most members have no other entry: there is nothing to restore.
    if (!rows.some(({ run_id, kind }) => run_id !== runId || kind === 'settlement')) continue
    const member = await findPerson(db, id)
    if (!member) continue
    const wasCurrent = entries.some(({ reverses_id }) => reverses_id === member.ledger_entry_id)
    await restoreCurrent(db, admin, member, rows, { wasCurrent, now })
  }
}

async function restoreCurrent(
  db: Database,
  admin: Caller,
  member: PersonRow,
  before: readonly LedgerRow[],
  options: { wasCurrent: boolean; now: Date },
): Promise<void> {
  const cleared = options.wasCurrent
    ? await savePaymentFields(db, admin, member, noPayment, {
        action: 'settlement cancelled',
        at: nextVersion(member.updated_at, options.now),
      })
    : member
  await afterCancelling(db, admin, cleared, before, options)
}

const cancellation = (admin: Caller, entry: LedgerRow, at: string, now: Date): LedgerRow => ({
  ...entry,
  id: newId(now),
  recorded_at: at,
  recorded_by: admin.id,
  kind: 'cancellation',
  reverses_id: entry.id,
  amount_paise: 0 - entry.amount_paise,
  paid_at: now.toISOString(),
})

/** The entries of a run, and the full ledgers of its members. */
async function readRun(db: Database, runId: string) {
  const entries = await listRunEntries(db, runId)
  const ids = [...new Set(entries.map(({ person_id }) => person_id))]
  return { entries, ledgers: await listLedgersOf(db, ids.toSorted()) }
}

const reload = async (db: Database, { id }: PersonRow): Promise<PersonRow> => {
  const member = await findPerson(db, id)
  if (!member) throw new Error(`${id} was deleted while dues were raised`)
  return member
}
