/** `duesStatusOn` (members/dues-status.ts) as conditions on the days of `person`. */
import { type RawBuilder, sql } from 'kysely'
import type { AccountStatus, DuesFilter } from '../../dues-status.ts'

/** Condition: members of whom a charge is open that counts on a day, yyyy-MM-dd. */
export const owesCharge = (today: string): RawBuilder<boolean> =>
  sql<boolean>`(person.counts_from <> '' and person.counts_from <= ${today})`

/** Condition: the members in a status of the season on a day, yyyy-MM-dd. */
export function hasAccountStatus(status: AccountStatus, today: string): RawBuilder<boolean> {
  const owes = owesCharge(today)
  return {
    paid: sql<boolean>`(not ${owes} and person.paid_until >= ${today})`,
    'not due': sql<boolean>`(not ${owes} and person.paid_until < ${today})`,
    due: sql<boolean>`(${owes} and person.grace_until >= ${today} and person.due_on >= ${today})`,
    grace: sql<boolean>`(${owes} and person.grace_until >= ${today} and person.due_on < ${today})`,
    lapsed: sql<boolean>`(${owes} and person.grace_until < ${today})`,
  }[status]
}

/** Condition: members whose dues a filter matches on a day; others have none. */
export function hasDues(filter: DuesFilter, today: string): RawBuilder<boolean> {
  const is = (status: AccountStatus) => hasAccountStatus(status, today)
  const matches = {
    paid: is('paid'),
    owes: sql`not ${is('paid')}`,
    due: sql`(${is('due')} or ${is('grace')} or (${is('not due')} and person.paid_until = ''))`,
    lapsed: sql`(${is('lapsed')} or (${is('not due')} and person.paid_until <> ''))`,
  }[filter]
  return sql<boolean>`(person.role in ('oem', 'vendor') and ${matches})`
}
