/**
 * The rules of members/dues-status.ts as conditions on the days of `person`: `hasDues` and `lapsedWithin` are
 * `duesStatusOn`, `hasSeasonStatus` is `seasonStatusOn`, `hasShownStatus` is `shownSeasonStatus`.
 */

import { type RawBuilder, sql } from 'kysely'
import { addDays, type Day } from '#shared/dates.ts'
import type { DuesFilter, SeasonStatus } from '../../dues-status.ts'
import { hasMemberRole } from '../member-role-queries.ts'

/** Condition: members with an open charge that counts on a day, yyyy-MM-dd. */
export const owesCharge = (today: Day): RawBuilder<boolean> =>
  sql<boolean>`(person.counts_from <> '' and person.counts_from <= ${today})`

/** Condition: members with open dues, of any year, that count on a day. */
const owesDues = (today: Day): RawBuilder<boolean> =>
  sql<boolean>`(person.dues_open_from <> '' and person.dues_open_from <= ${today})`

/** Condition: members whose dues of a day are neither paid nor raised. */
export const isNotRaised = (today: Day): RawBuilder<boolean> =>
  sql<boolean>`(person.paid_until < ${today} and not (${owesDues(today)} and person.dues_open_to >= ${today}))`

/** Condition: the members in a status of the season on a day, yyyy-MM-dd. */
export function hasSeasonStatus(status: SeasonStatus, today: Day): RawBuilder<boolean> {
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
 * The last day before a member lapsed, by a charge or by dues that are not raised (the earlier day); '' if the member
 * has not lapsed by `today`.
 */
function lastDay(today: Day): RawBuilder<string> {
  const hasChargeLapsed = hasSeasonStatus('lapsed', today)
  const hasEnded = sql`(${isNotRaised(today)} and not ${owesDues(today)} and person.paid_until <> '')`
  return sql<string>`case
    when ${hasChargeLapsed} and not (${hasEnded} and person.paid_until < person.grace_until) then person.grace_until
    when ${hasEnded} then person.paid_until else '' end`
}

/** Condition: the members that Renewals shows in a status on a day, yyyy-MM-dd; each has one status. */
export function hasShownStatus(status: SeasonStatus, today: Day): RawBuilder<boolean> {
  const hasLapsed = sql`${lastDay(today)} <> ''`
  return status === 'lapsed'
    ? sql<boolean>`(${hasLapsed})`
    : sql<boolean>`(${hasSeasonStatus(status, today)} and not ${hasLapsed})`
}

/**
 * Condition: members who lapsed on one of these days, as of the last of them. Days are yyyy-MM-dd; without the first
 * one, whenever they lapsed.
 */
export function lapsedWithin(from: Day | undefined, to: Day): RawBuilder<boolean> {
  const first = from ? addDays(from, -1) : ''
  return sql<boolean>`(${hasMemberRole} and ${lastDay(to)} <> '' and ${lastDay(to)} >= ${first})`
}

/** Condition: members whose dues a filter matches on a day; others have none. */
export function hasDues(filter: DuesFilter, today: Day): RawBuilder<boolean> {
  const isPaid = hasSeasonStatus('paid', today)
  const matches = {
    paid: isPaid,
    owes: sql`not ${isPaid}`,
    due: sql`(not ${isPaid} and ${lastDay(today)} = '')`,
    lapsed: sql`${lastDay(today)} <> ''`,
  }[filter]
  return sql<boolean>`(${hasMemberRole} and ${matches})`
}
