/** `duesStatusOn` (members/dues-status.ts) as conditions on the days of `person`. */
import { type RawBuilder, sql } from 'kysely'
import { addDays } from '#shared/dates.ts'
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

/**
 * Condition: members who lapsed on one of these days, as of the last of them. Days are yyyy-MM-dd; without the first
 * one, whenever they lapsed.
 */
export function lapsedWithin(from: string | undefined, to: string): RawBuilder<boolean> {
  const last = addDays(to, -1)
  const ended = (day: RawBuilder<unknown>) =>
    sql`(${day} <> '' and ${day} >= ${from ? addDays(from, -1) : ''} and ${day} <= ${last})`
  const owes = owesCharge(to)
  const isWithin = sql`case when ${owes} then ${ended(sql`person.grace_until`)}
    else ${ended(sql`person.paid_until`)} end`
  return sql<boolean>`(person.role in ('oem', 'vendor') and ${isWithin})`
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
