import { sql } from 'kysely'
import { isFeeOfYear } from '#features/ledger/server/charges/own-fee-queries.ts'
import type { Proration } from '#features/ledger/year-charges.ts'
import { duesDays } from '#features/members/dues-status.ts'
import { personName } from '#features/members/server/queries.ts'
import type { Database } from '#platform/server/database/database.ts'
import { isOneOf, isPostgres } from '#platform/server/database/engine-sql.ts'
import type { Day, Instant } from '#shared/dates.ts'
import type { MemberRole } from '#shared/roles.ts'
import type { Paise } from '#shared/rupees.ts'
import type { DuesRate, DuesRun } from '../answers.ts'

declare module '#platform/server/database/database.ts' {
  interface Tables {
    dues_rate: DuesRateRow
    dues_run: DuesRunRow
  }
}

/** The dues that were set for a year and a type of member. Rows are never changed: the newest one counts. */
export interface DuesRateRow {
  id: string
  /** Like '2026-27'. */
  year: string
  role: MemberRole
  amount_paise: Paise
  /** Charged to those who joined within the year; 0 for none. */
  joining_fee_paise: Paise
  proration: Proration
  due_on: Day
  grace_days: number
  recorded_at: Instant
  recorded_by: string
}

/** Dues of a year that were raised for a selection of members in one transaction. */
export interface DuesRunRow {
  id: string
  year: string
  raised_at: Instant
  raised_by: string
  /** How many members were charged, and how much in all. */
  members: number
  amount_paise: Paise
  undone_at: Instant | null
  undone_by: string | null
}

/** The rates in force, the latest year first; with `year` only those of that year. */
export function listRates(db: Database, year?: string): Promise<DuesRate[]> {
  return db
    .selectFrom('dues_rate')
    .leftJoin('person', 'person.id', 'dues_rate.recorded_by')
    .select([
      'year',
      'dues_rate.role',
      'amount_paise',
      'joining_fee_paise',
      'proration',
      'dues_rate.due_on',
      'grace_days',
      'recorded_at',
      personName('person').as('recorded_by'),
    ])
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('dues_rate as newer')
            .select('newer.id')
            .whereRef('newer.year', '=', 'dues_rate.year')
            .whereRef('newer.role', '=', 'dues_rate.role')
            .where(
              sql<boolean>`(newer.recorded_at, newer.id) > (dues_rate.recorded_at, dues_rate.id)`,
            ),
        ),
      ),
    )
    .$if(year !== undefined, (rates) => rates.where('year', '=', year ?? ''))
    .orderBy('year', 'desc')
    .orderBy('dues_rate.role')
    .execute()
}

/** The columns of these people that `duesOf` reads, with their own fee for a year. */
export function listDuesMembers(db: Database, ids: readonly string[], year: string) {
  return db
    .selectFrom('person')
    .leftJoin('own_fee', (join) =>
      join.onRef('own_fee.person_id', '=', 'person.id').on(isFeeOfYear(year)),
    )
    .select(['id', 'role', 'created_at', 'credit_paise', 'has_joining_fee', ...duesDays])
    .select('own_fee.amount_paise as own_fee_paise')
    .where(isOneOf(db, 'person.id', ids))
    .execute()
}

export async function insertRate(db: Database, rate: DuesRateRow): Promise<void> {
  await db.insertInto('dues_rate').values(rate).execute()
}

export async function insertRun(db: Database, run: DuesRunRow): Promise<void> {
  await db.insertInto('dues_run').values(run).execute()
}

/** The runs, newest first, with the names of their administrators. */
export function listRuns(db: Database, id?: string): Promise<DuesRun[]> {
  return db
    .selectFrom('dues_run')
    .leftJoin('person as raised_person', 'raised_person.id', 'dues_run.raised_by')
    .leftJoin('person as undone_person', 'undone_person.id', 'dues_run.undone_by')
    .select([
      'dues_run.id',
      'year',
      'raised_at',
      sql<string>`coalesce(${personName('raised_person')}, 'Someone')`.as('raised_by'),
      'members',
      'amount_paise',
      'undone_at',
      personName('undone_person').as('undone_by'),
    ])
    .$if(id !== undefined, (runs) => runs.where('dues_run.id', '=', id ?? ''))
    .orderBy('raised_at', 'desc')
    .orderBy('dues_run.id', 'desc')
    .execute()
}

/** A run, locked until the transaction ends. */
export function lockRun(db: Database, id: string): Promise<DuesRunRow | undefined> {
  return db
    .selectFrom('dues_run')
    .selectAll()
    .where('id', '=', id)
    .$if(isPostgres(db), (runs) => runs.forUpdate())
    .executeTakeFirst()
}

export async function markRunUndone(
  db: Database,
  id: string,
  undone: Pick<DuesRunRow, 'undone_at' | 'undone_by'>,
): Promise<void> {
  await db.updateTable('dues_run').set(undone).where('id', '=', id).execute()
}
