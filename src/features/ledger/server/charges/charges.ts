/** Raises charges: the dues of a run, whose charges can be cancelled together, and those of one member. */

import { findPeople } from '#features/members/server/list/bulk-queries.ts'
import type { PersonRow } from '#features/members/server/queries.ts'
import { nextVersion } from '#features/members/server/record/change-person.ts'
import type { Database } from '#platform/server/database/database.ts'
import type { Caller } from '#platform/server/http/request-context.ts'
import type { LateRenewal } from '#shared/association-details.ts'
import { formatRupees, negative } from '#shared/rupees.ts'
import { countOf } from '#shared/sentences.ts'
import { sum } from '#shared/sum.ts'
import { accountOf } from '../../account.ts'
import { activeEntries, type ChargeEntry, type PlannedCharge } from '../../account-entries.ts'
import { moneyWithCharge } from '../../receipts/paid-charges.ts'
import type { TaxTreatment } from '../../receipts/tax.ts'
import { entryWithoutMoney, type LockedMember } from '../entries.ts'
import {
  type LedgerRow,
  listEntriesOf,
  listEntriesOfMembers,
  listRunEntries,
  readLedgerSettings,
  withoutDues,
} from '../queries.ts'
import { chargesWithPapers } from '../receipts/credit-papers.ts'
import { voidingEntry } from '../voids/void-entries.ts'
import { writeEntriesOfMany, writeEntry } from '../write.ts'

interface ChargedMember {
  member: PersonRow
  charges: readonly PlannedCharge[]
}

interface ChargeRun {
  admin: Pick<Caller, 'id'>
  /** Null before the run is stored. */
  runId: string | null
  charged: readonly ChargedMember[]
  now: Date
}

/**
 * Charges members; credit pays what it covers. Call it in a transaction that holds the ledger
 * exclusively, so that no payment is recorded between reading and writing.
 */
export async function raiseCharges(
  db: Database,
  run: ChargeRun & { admin: Caller },
): Promise<void> {
  const { admin, now } = run
  const changes = await planEntries(db, run)
  const isNothing = ({ entries }: (typeof changes)[number]) =>
    entries.every(({ amount_paise }) => amount_paise === 0)
  const owed = changes.filter((change) => !isNothing(change))
  const waived = changes.filter(isNothing)
  await writeEntriesOfMany(db, admin, owed, { action: 'dues settled', now })
  await writeEntriesOfMany(db, admin, waived, { action: 'dues of nothing raised', now })
}

async function planEntries(
  db: Database,
  { admin, runId, charged, now }: ChargeRun,
): Promise<{ member: PersonRow; entries: LedgerRow[] }[]> {
  const { late_renewal } = await readLedgerSettings(db)
  const ledgers = await listEntriesOfMembers(
    db,
    charged.map(({ member }) => member.id),
  )
  return charged.map(({ member, charges }) => {
    const before = ledgers.get(member.id) ?? []
    const at = nextVersion(before.at(-1)?.recorded_at ?? '', now)
    const entries = charges.map((charge) =>
      chargeEntry(
        charge,
        { ...entryWithoutMoney(admin, member, before, now), recorded_at: at },
        runId,
        late_renewal,
      ),
    )
    return { member, entries }
  })
}

/** Warnings shown before `raiseCharges`: the papers of charges that credit pays (decision 109). */
export async function paperWarnings(
  db: Database,
  charged: readonly ChargedMember[],
  now: Date,
): Promise<string[]> {
  const planned = await planEntries(db, { admin: { id: '' }, runId: null, charged, now })
  const papers = await chargesWithPapers(
    db,
    planned.flatMap(({ entries }) => entries),
  )
  return [...Map.groupBy(papers, ({ tax }) => tax.kind)].map(([kind, own]) => {
    const members = new Set(own.map(({ charge }) => charge.person_id)).size
    const paise = own.reduce((total, { charge }) => total - charge.amount_paise, 0)
    return `For ${countOf(members, 'member', 'members')}, credit with another tax pays a part of these dues, or all. ${countOf(own.length, ...issued[kind])} issued now for all of them, also for what is not paid yet: ${formatRupees(paise)}.`
  })
}

const issued: Record<TaxTreatment['kind'], [one: string, several: string]> = {
  invoice: ['tax invoice is', 'tax invoices are'],
  exempt: ['bill of supply is', 'bills of supply are'],
  receipt: ['receipt is', 'receipts are'],
}

/** Charges one member, who is locked, in the caller's transaction. */
export async function raiseCharge(
  db: Database,
  {
    admin,
    member,
    charge,
    now,
  }: { admin: Caller; member: PersonRow; charge: PlannedCharge; now: Date },
): Promise<PersonRow> {
  const entries = await listEntriesOf(db, member.id)
  const entry = await plannedChargeEntry(db, { admin, member, entries, charge, now })
  const details = { amount_paise: charge.amount_paise }
  const action = charge.item === 'arrears' ? 'arrears brought forward' : 'dues charged'
  return writeEntry(db, { admin, member, entry, action, details })
}

/** Like `raiseCharge`, for several charges. */
export async function raiseChargesOf(
  db: Database,
  {
    admin,
    member,
    charges,
    now,
  }: { admin: Caller; member: PersonRow; charges: readonly PlannedCharge[]; now: Date },
): Promise<PersonRow> {
  let current = member
  for (const charge of charges)
    current = await raiseCharge(db, { admin, member: current, charge, now })
  return current
}

/** The entry that `raiseCharge` adds, also for a preview. `entries` are all of the member's entries. */
export async function plannedChargeEntry(
  db: Database,
  {
    admin,
    member,
    entries,
    charge,
    now,
  }: LockedMember & { admin: Pick<Caller, 'id'>; charge: PlannedCharge; now: Date },
): Promise<LedgerRow<ChargeEntry>> {
  const { late_renewal } = await readLedgerSettings(db)
  return chargeEntry(charge, entryWithoutMoney(admin, member, entries, now), null, late_renewal)
}

/** A charge before it is written; `run_id` is null for one of a single member. */
export const chargeEntry = (
  charge: PlannedCharge,
  entry: ReturnType<typeof entryWithoutMoney>,
  runId: string | null,
  late_renewal: LateRenewal,
): LedgerRow<ChargeEntry> => ({
  ...entry,
  ...withoutDues,
  kind: 'charge',
  reference: '',
  run_id: runId,
  late_renewal,
  ...charge,
  amount_paise: negative(charge.amount_paise),
})

/** The ids of a run's members who have paid something for it, or got a waiver, since it was raised. */
export async function membersWhoPaid(db: Database, runId: string): Promise<string[]> {
  const { ledgers, entries } = await readRun(db, runId)
  const entriesOf = Map.groupBy(entries, ({ person_id }) => person_id)
  return [...ledgers].flatMap(([id, ledger]) => {
    const own = entriesOf.get(id) ?? []
    const raisedAt = own.reduce(
      (last, { recorded_at }) => (recorded_at > last ? recorded_at : last),
      '',
    )
    const then = ledger.filter(({ recorded_at }) => recorded_at <= raisedAt)
    // Even if the money pays other charges now, its paper still states these charges.
    const isOnPaper = own.some((charge) => moneyWithCharge(ledger, charge.id).length > 0)
    return isOnPaper || paidFor(ledger, runId) > paidFor(then, runId) ? [id] : []
  })
}

/** How much of a run's charges is settled, in paise. */
function paidFor(entries: readonly LedgerRow[], runId: string): number {
  const ofRun = new Set(entries.filter(({ run_id }) => run_id === runId).map(({ id }) => id))
  return sum(
    accountOf(entries).charges.filter(({ id }) => ofRun.has(id)),
    ({ amount_paise, open_paise }) => amount_paise - open_paise,
  )
}

/** Cancels the charges of a run that are not cancelled yet. Locks as `raiseCharges`. */
export async function cancelCharges(
  db: Database,
  admin: Caller,
  runId: string,
  now: Date,
): Promise<void> {
  const { ledgers } = await readRun(db, runId)
  const people = new Map(
    (await findPeople(db, [...ledgers.keys()])).map((person) => [person.id, person]),
  )
  const changes: { member: PersonRow; entries: LedgerRow[] }[] = []
  for (const [id, ledger] of ledgers) {
    const member = people.get(id)
    if (!member) continue
    const own = { admin, member, entries: ledger, reason: null, now }
    const entries: LedgerRow[] = []
    for (const voided of activeEntries(ledger))
      if (voided.run_id === runId) entries.push(await voidingEntry(db, { ...own, voided }))
    changes.push({ member, entries })
  }
  await writeEntriesOfMany(db, admin, changes, { action: 'settlement cancelled', now })
}

/** The entries of a run, and the full ledgers of its members. */
async function readRun(db: Database, runId: string) {
  const entries = await listRunEntries(db, runId)
  const ids = [...new Set(entries.map(({ person_id }) => person_id))]
  return { entries, ledgers: await listEntriesOfMembers(db, ids.toSorted()) }
}
