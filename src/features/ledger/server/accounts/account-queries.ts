/** Saves and reads the values of accounts that lists and sums need: days of `person`, open charges, and settlements. */
import { sql } from 'kysely'
import { duesDays } from '#features/members/dues-status.ts'
import type { AccountColumns, PersonRow } from '#features/members/server/queries.ts'
import { chunks, insertRows } from '#platform/server/database/bulk.ts'
import type { Database } from '#platform/server/database/database.ts'
import { isOneOf } from '#platform/server/database/engine-sql.ts'
import { type Day, startOfDay } from '#shared/dates.ts'
import { financialYear } from '#shared/financial-year.ts'
import type { Paise } from '#shared/rupees.ts'
import type { Charge } from '../../charges.ts'
import type { Settlement } from '../../settlements.ts'

declare module '#platform/server/database/database.ts' {
  interface Tables {
    open_charge: OpenChargeRow
    settlement: SettlementRow
  }
}

/** A charge of which something is open. */
interface OpenChargeRow {
  person_id: string
  charge_id: string
  /** The open amount is owed from this day on. */
  counts_from: Day
  due_on: Day
  open_paise: Paise
}

/** A part of a charge that money paid. */
interface SettlementRow {
  person_id: string
  money_id: string
  charge_id: string
  kind: Settlement['kind']
  /** The financial year of the charge. */
  year: string
  /** The day of the money. */
  paid_on: Day
  paise: Paise
}

export interface SavedAccount {
  personId: string
  days: AccountColumns
  open: readonly Charge[]
  settlements: readonly Settlement[]
}

/** Replaces what is saved of these accounts. The members keep their version. */
export async function saveAccounts(db: Database, accounts: readonly SavedAccount[]): Promise<void> {
  for (const batch of chunks(accounts, 250)) {
    const ids = batch.map(({ personId }) => personId)
    await db.deleteFrom('open_charge').where('person_id', 'in', ids).execute()
    await db.deleteFrom('settlement').where('person_id', 'in', ids).execute()
    await saveDays(db, batch)
    await insertAccountRows(db, batch)
  }
}

/** Adds the rows of people who had none. */
export async function insertAccountRows(
  db: Database,
  accounts: readonly SavedAccount[],
): Promise<void> {
  await insertRows(db, 'open_charge', accounts.flatMap(openChargeRows))
  await insertRows(db, 'settlement', accounts.flatMap(settlementRows))
}

const openChargeRows = ({ personId, open }: SavedAccount): OpenChargeRow[] =>
  open.map(({ id, counts_from, due_on, open_paise }) => ({
    person_id: personId,
    charge_id: id,
    counts_from,
    due_on,
    open_paise,
  }))

const settlementRows = ({ personId, settlements }: SavedAccount): SettlementRow[] =>
  settlements.map(({ money_id, kind, charge, paise, paid_on }) => ({
    person_id: personId,
    money_id,
    charge_id: charge.id,
    kind,
    year: charge.year,
    paid_on,
    paise,
  }))

async function saveDays(db: Database, accounts: readonly SavedAccount[]): Promise<void> {
  const rows = accounts.map(({ personId, days }) => {
    const texts = duesDays.map((name) => days[name])
    return sql`(${sql.join([personId, ...texts])}, cast(${days.credit_paise} as bigint),
      cast(${days.has_joining_fee} as boolean))`
  })
  const columns = [...duesDays, 'credit_paise', 'has_joining_fee'].map((name) => sql.raw(name))
  const values = columns.map((column) => sql`${column} = saved.${column}`)
  await sql`
    with saved (id, ${sql.join(columns)}) as (values ${sql.join(rows)})
    update person set ${sql.join(values)}
    from saved where person.id = saved.id`.execute(db)
}

/**
 * Lists the open charges of these people. A refund to return is no entry of the ledger; it counts for the year in
 * which it is due.
 */
export async function listOpenCharges(db: Database, personIds: readonly string[]) {
  const rows = await db
    .selectFrom('open_charge')
    .leftJoin('ledger_entry', 'ledger_entry.id', 'open_charge.charge_id')
    .select(['open_charge.person_id', 'counts_from', 'open_paise', 'open_charge.due_on'])
    .select(['open_charge.charge_id as id', 'year', 'item', 'reference'])
    .where(isOneOf(db, 'open_charge.person_id', personIds))
    .execute()
  return rows.map(({ year, item, reference, ...charge }) => ({
    ...charge,
    item: item ?? 'refund to return',
    label: (item === 'other' && reference) || '',
    year: year ?? financialYear(new Date(startOfDay(charge.due_on))).name,
  }))
}

/** The ids of the people among these who have credit. */
export async function listWithCredit(db: Database, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const people = await db
    .selectFrom('person')
    .select('id')
    .where(isOneOf(db, 'id', ids))
    .where('credit_paise', '>', 0)
    .execute()
  return people.map(({ id }) => id)
}

/** Whether the ledger has entries and no account is saved: the database is older than the saved accounts. */
export async function needsAccounts(db: Database): Promise<boolean> {
  for (const table of ['settlement', 'open_charge'] as const)
    if (await db.selectFrom(table).select('person_id').limit(1).executeTakeFirst()) return false
  return (
    (await db.selectFrom('ledger_entry').select('id').limit(1).executeTakeFirst()) !== undefined
  )
}

/** People with entries in the ledger, by id, after the one with the id `after`. */
export const listMembersWithEntries = (
  db: Database,
  after: string,
  limit: number,
): Promise<PersonRow[]> =>
  db
    .selectFrom('person')
    .selectAll()
    .where('id', '>', after)
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('ledger_entry').select('id').whereRef('person_id', '=', 'person.id')),
    )
    .orderBy('id')
    .limit(limit)
    .execute()

/** The saved accounts of these people as texts of `summaryOf`, by their ids. */
export async function listSavedAccounts(
  db: Database,
  members: readonly PersonRow[],
): Promise<Map<string, string>> {
  const ids = members.map(({ id }) => id)
  const open = await db
    .selectFrom('open_charge')
    .selectAll()
    .where('person_id', 'in', ids)
    .execute()
  const settled = await db
    .selectFrom('settlement')
    .selectAll()
    .where('person_id', 'in', ids)
    .execute()
  const openOf = Map.groupBy(open, ({ person_id }) => person_id)
  const settledOf = Map.groupBy(settled, ({ person_id }) => person_id)
  return new Map(
    members.map((member) => [
      member.id,
      summaryOfRows(member, openOf.get(member.id) ?? [], settledOf.get(member.id) ?? []),
    ]),
  )
}

/** A text that is equal for two accounts with the same saved values. */
export const summaryOf = (account: SavedAccount): string =>
  summaryOfRows(account.days, openChargeRows(account), settlementRows(account))

function summaryOfRows(
  account: AccountColumns,
  open: readonly OpenChargeRow[],
  settled: readonly SettlementRow[],
): string {
  const { credit_paise, has_joining_fee } = account
  const days = [credit_paise, has_joining_fee, ...duesDays.map((name) => account[name])]
  const openTexts = open.map((row) => [row.charge_id, row.counts_from, row.due_on, row.open_paise])
  const settledTexts = settled.map((row) => [row.money_id, row.charge_id, row.paid_on, row.paise])
  return JSON.stringify([days, openTexts.map(String).sort(), settledTexts.map(String).sort()])
}
