import type { MemberRole } from '#shared/roles.ts'
import type { Proration } from '../contract.ts'

declare module '#platform/server/database/database.ts' {
  interface Tables {
    dues_rate: DuesRateRow
    dues_run: DuesRunRow
  }
}

/** The dues of a year and a type of member; of several, the newest counts. Rows are never changed. */
export interface DuesRateRow {
  id: string
  /** Like '2026-27'. */
  year: string
  role: MemberRole
  amount_paise: number
  /** Charged to those who joined within the year; 0 for none. */
  joining_fee_paise: number
  proration: Proration
  /** yyyy-MM-dd. */
  due_on: string
  grace_days: number
  /** ISO UTC. */
  recorded_at: string
  recorded_by: string
}

/** Dues of a year that were raised for a selection of members in one transaction. */
export interface DuesRunRow {
  id: string
  year: string
  raised_at: string
  raised_by: string
  /** How many members were charged, and how much in all. */
  members: number
  amount_paise: number
  undone_at: string | null
  undone_by: string | null
}
