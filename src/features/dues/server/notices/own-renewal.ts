/** Reminds signed-in members that their membership ends. */
import { findPerson } from '#features/members/server/queries.ts'
import type { World } from '#platform/server/world.ts'
import { isoDay } from '#shared/dates.ts'
import { vpaPattern } from '#shared/dues/upi.ts'
import type { OwnRenewal } from '../../notices/answers.ts'
import { isEndingSoon, noticeName } from '../../notices/rules.ts'
import { bankOf, readOwnNotice } from './notice.ts'

/** Returns null unless the membership ends within 30 days; a payment of the next year extends it. */
export async function readOwnRenewal(world: World, personId: string): Promise<OwnRenewal | null> {
  const person = await findPerson(world.db, personId)
  if (!person?.paid_until || !isEndingSoon(person.paid_until, isoDay(world.now()))) return null
  const own = await readOwnNotice(world, personId)
  const owed = own?.notice.owed_paise ?? 0
  const details = world.association()
  return {
    ends_on: person.paid_until,
    owed_paise: owed,
    owed_name: own && owed > 0 ? noticeName(own.notice) : '',
    token: own && owed > 0 ? own.token : null,
    upi_id: vpaPattern.test(details.upi_id) ? details.upi_id : '',
    bank: bankOf(details),
    office_email: details.office_email,
  }
}
