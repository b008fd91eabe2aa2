/** Whom a reminder of a day concerns, read from what is saved of the accounts. */
import { sql } from 'kysely'
import { hasMemberRole } from '#features/members/server/member-role-queries.ts'
import { hasEmail } from '#features/members/server/queries.ts'
import { inSteps, rowsPerRead } from '#platform/server/database/bulk.ts'
import type { Database } from '#platform/server/database/database.ts'
import { isOneOf } from '#platform/server/database/engine-sql.ts'
import { type Day, type Instant, startOfDay } from '#shared/dates.ts'
import type { NoticePerson } from '../../notices/answers.ts'
import { type DueReminder, reminderClaim } from '../../notices/rules.ts'
import { existingClaims } from './queries.ts'

/** The people with an open charge that is due on a day, by id, some at a time. */
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

/** The people for whom a charge was raised that is due on a day, by id, some at a time. */
export const peopleCharged = (db: Database, dueOn: Day) =>
  inSteps<{ person_id: string }>((after) =>
    db
      .selectFrom('ledger_entry')
      .select('person_id')
      .distinct()
      .where('due_on', '=', dueOn)
      .where('kind', '=', 'charge')
      .where('person_id', '>', after?.person_id ?? '')
      .orderBy('person_id')
      .limit(rowsPerRead)
      .execute(),
  )

/** The due day that reminders go by: that of the newest charge that is open or, when all is paid, of the newest one. */
const newestDueDay = sql<Day>`coalesce(
  (select max(open_charge.due_on) from open_charge where open_charge.person_id = person.id),
  (select max(charge.due_on) from ledger_entry charge
    where charge.person_id = person.id and charge.kind = 'charge'
      and not exists (select 1 from ledger_entry voiding where voiding.reverses_id = charge.id)))`

/**
 * Those of these people to whom the reminder is still due today, by id: active members who have no row in the sending
 * of the day (`sendingKey`). Who cannot be mailed is left out of the log when the reminder is late.
 */
export async function listStillDue(
  db: Database,
  ids: readonly string[],
  { dueOn, offset, isOnTime }: DueReminder,
  { today, sendingKey }: { today: Day; sendingKey: string },
): Promise<string[]> {
  const people = await db
    .selectFrom('person')
    .select('person.id')
    .where(isOneOf(db, 'person.id', ids))
    .where('is_active', '=', true)
    .where(hasMemberRole)
    .where(newestDueDay, '=', dueOn)
    .where(
      sql<boolean>`not exists (select 1 from dues_sending_member sent
        join dues_sending sending on sending.id = sent.sending_id
        where sent.person_id = person.id and sending.request_key = ${sendingKey})`,
    )
    .$if(!isOnTime, (late) =>
      late.where(hasEmail).where(
        sql<boolean>`exists (select 1 from open_charge where open_charge.person_id = person.id)
          and not exists (select 1 from dues_sending_member sent
            join dues_sending sending on sending.id = sent.sending_id
            where sent.person_id = person.id and sent.at >= ${startOfDay(today)}
              and sent.left_out is null and sending.channel = 'email')`,
      ),
    )
    .orderBy('person.id')
    .execute()
  const claimOf = (id: string) => reminderClaim(id, dueOn, offset)
  const sent = await existingClaims(
    db,
    people.map(({ id }) => claimOf(id)),
  )
  return people.flatMap(({ id }) => (sent.has(claimOf(id)) ? [] : id))
}

/** An active member who owes something. */
export interface OwingMember extends NoticePerson {
  /** The due day of the newest open charge. */
  due_on: Day
}

/** Up to `rowsPerRead` active members who owe something, by id after `after`. */
export async function listOwingMembers(db: Database, after: string): Promise<OwingMember[]> {
  const rows = await db
    .selectFrom('open_charge')
    .innerJoin('person', 'person.id', 'open_charge.person_id')
    .select(['person.id', 'person.name', 'person.company_name', 'person.email'])
    .select(({ fn }) => [
      fn.sum('open_charge.open_paise').as('owed_paise'),
      fn.max('open_charge.due_on').as('due_on'),
    ])
    .where('person.is_active', '=', true)
    .where(hasMemberRole)
    .where('person.id', '>', after)
    .groupBy('person.id')
    .orderBy('person.id')
    .limit(rowsPerRead)
    .execute()
  return rows.map(({ owed_paise, ...row }) => ({ ...row, owed_paise: Number(owed_paise) }))
}

/** The ids of those who were mailed about dues since a moment of today. */
export async function listMailedSince(db: Database, since: Instant): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('dues_sending')
    .innerJoin('dues_sending_member', 'dues_sending_member.sending_id', 'dues_sending.id')
    .select('person_id')
    .where('channel', '=', 'email')
    .where('made_at', '>=', since)
    .where('left_out', 'is', null)
    .execute()
  return new Set(rows.map(({ person_id }) => person_id))
}
