/** Finds the members that a reminder of a day may concern, by the saved accounts. */
import { sql } from 'kysely'
import { hasMemberRole } from '#features/members/server/member-role-queries.ts'
import { hasEmail } from '#features/members/server/queries.ts'
import { inSteps, rowsPerRead } from '#platform/server/database/bulk.ts'
import type { Database } from '#platform/server/database/database.ts'
import { isOneOf } from '#platform/server/database/engine-sql.ts'
import { addDays, type Day, type Instant, startOfDay } from '#shared/dates.ts'
import type { NoticePerson } from '../../notices/answers.ts'
import type { DueReminder } from '../../notices/rules.ts'

/** The people with an open charge that is due on a day, by id, in parts. */
export const peopleWhoOwe = (db: Database, dueOn: Day) =>
  inSteps<{ person_id: string }>((after) =>
    db
      .selectFrom('open_charge')
      .select('person_id')
      .distinct()
      .where('due_on', '=', dueOn)
      .where('person_id', '>', after?.person_id ?? '')
      .orderBy('person_id')
      .limit(rowsPerRead)
      .execute(),
  )

/** The people with a raised charge that is due on a day, by id, in parts. */
export const peopleCharged = (db: Database, dueOn: Day) =>
  inSteps<{ person_id: string }>((after) =>
    db
      .selectFrom('ledger_entry as charge')
      .select('person_id')
      .distinct()
      .where('due_on', '=', dueOn)
      .where('kind', '=', 'charge')
      .where(
        sql<boolean>`not exists (select 1 from ledger_entry voiding where voiding.reverses_id = charge.id)`,
      )
      .where('person_id', '>', after?.person_id ?? '')
      .orderBy('person_id')
      .limit(rowsPerRead)
      .execute(),
  )

const owesSomething = sql<boolean>`exists (select 1 from open_charge
  where open_charge.person_id = person.id)`

const owesWhatIsDueOn = (day: Day) => sql<boolean>`exists (select 1 from open_charge
  where open_charge.person_id = person.id and open_charge.due_on = ${day})`

/** Whether somebody was mailed about dues on a day or later. */
const isMailedSince = (day: Day) => sql<boolean>`exists (select 1 from dues_sending_member sent
  join dues_sending sending on sending.id = sent.sending_id
  where sent.person_id = person.id and sent.at >= ${startOfDay(day)}
    and sent.left_out is null and sending.channel = 'email')`

/**
 * The ids of the people among these who still get the reminder today: active members who owe a charge with this due day
 * and have no row in the sending of the day (`sendingKey`). A reminder on time includes members who owe nothing, so
 * that they are recorded as left out. A late reminder includes only members who have an email address and got no email
 * about dues since the day of the reminder.
 */
export async function listStillDue(
  db: Database,
  ids: readonly string[],
  { dueOn, offset, isOnTime }: DueReminder,
  sendingKey: string,
): Promise<string[]> {
  const people = await db
    .selectFrom('person')
    .select('person.id')
    .where(isOneOf(db, 'person.id', ids))
    .where('is_active', '=', true)
    .where(hasMemberRole)
    .where((eb) =>
      isOnTime
        ? eb.or([owesWhatIsDueOn(dueOn), eb.not(owesSomething)])
        : eb.and([owesWhatIsDueOn(dueOn), eb.not(isMailedSince(addDays(dueOn, offset)))]),
    )
    .$if(!isOnTime, (late) => late.where(hasEmail))
    .where(
      sql<boolean>`not exists (select 1 from dues_sending_member sent
        join dues_sending sending on sending.id = sent.sending_id
        where sent.person_id = person.id and sending.request_key = ${sendingKey})`,
    )
    .orderBy('person.id')
    .execute()
  return people.map(({ id }) => id)
}

/** An active member with the due day of an open charge. */
export interface MemberWithDueDay extends NoticePerson {
  due_on: Day
}

/** Up to `rowsPerRead` active members with the due days of their open charges, after `after`, by member and day. */
export async function listOwingMembers(
  db: Database,
  after: MemberWithDueDay | undefined,
): Promise<MemberWithDueDay[]> {
  const rows = await db
    .selectFrom('open_charge')
    .innerJoin('person', 'person.id', 'open_charge.person_id')
    .select(['person.id', 'person.name', 'person.company_name', 'person.email'])
    .select('open_charge.due_on')
    .select(
      sql<number>`(select sum(open_paise) from open_charge every_charge
        where every_charge.person_id = person.id)`.as('owed_paise'),
    )
    .where('person.is_active', '=', true)
    .where(hasMemberRole)
    .where(
      sql<boolean>`(person.id, open_charge.due_on) > (${after?.id ?? ''}, ${after?.due_on ?? ''})`,
    )
    .groupBy(['person.id', 'open_charge.due_on'])
    .orderBy('person.id')
    .orderBy('open_charge.due_on')
    .limit(rowsPerRead)
    .execute()
  return rows.map((row) => ({ ...row, owed_paise: Number(row.owed_paise) }))
}

/** The time of the last email about dues of everybody who got one since the beginning of a day, by id. */
export async function listMailedSince(
  db: Database,
  day: Day,
): Promise<ReadonlyMap<string, Instant>> {
  const rows = await db
    .selectFrom('dues_sending')
    .innerJoin('dues_sending_member', 'dues_sending_member.sending_id', 'dues_sending.id')
    .select(({ fn }) => ['person_id', fn.max('dues_sending_member.at').as('at')])
    .where('channel', '=', 'email')
    .where('dues_sending_member.at', '>=', startOfDay(day))
    .where('left_out', 'is', null)
    .groupBy('person_id')
    .execute()
  return new Map(rows.flatMap(({ person_id, at }) => (person_id ? [[person_id, at]] : [])))
}
