import { lockLedger } from '#features/members/server/lock-queries.ts'
import { newId } from '#platform/server/core/ids.ts'
import { recordChange } from '#platform/server/history/history.ts'
import { editConflict } from '#platform/server/http/conflicts.ts'
import type { Caller } from '#platform/server/http/request-context.ts'
import type { World } from '#platform/server/world.ts'
import type { Instant } from '#shared/dates.ts'
import type { DuesRate } from '../answers.ts'
import type { DuesRateEdit } from '../contract.ts'
import { insertRate, listRates } from './queries.ts'

/** Sets the dues of a year and a type, unless they have changed since `seen`. Earlier rates stay stored. */
export async function saveRate(
  { db: database, now: clock }: World,
  admin: Caller,
  { seen, amount: amount_paise, joining_fee: joining_fee_paise, ...values }: DuesRateEdit,
): Promise<DuesRate> {
  return database.transaction().execute(async (db) => {
    await lockLedger(db, 'exclusive')
    const now = clock()
    const current = await findRate()
    if (seen !== undefined && seen !== (current?.recorded_at ?? null))
      throw editConflict(
        'These dues have been changed since you opened them. Please reload the page and try again.',
      )
    const rate = { ...values, amount_paise, joining_fee_paise }
    await insertRate(db, {
      ...rate,
      id: newId(now),
      recorded_at: timestampAfter(current?.recorded_at, now),
      recorded_by: admin.id,
    })
    await recordChange(
      db,
      {
        actor: admin.id,
        subject: 'dues rate',
        subjectId: `${rate.year} ${rate.role}`,
        action: 'edited',
        before: current ? valuesOf(current) : {},
        after: rate,
      },
      now,
    )
    const saved = await findRate()
    if (!saved) throw new Error('The rate was not saved')
    return saved

    async function findRate(): Promise<DuesRate | undefined> {
      return (await listRates(db, values.year)).find(({ role }) => role === values.role)
    }
  })
}

const valuesOf = ({ recorded_at: _at, recorded_by: _by, ...values }: DuesRate) => values

/** The current time, or a moment after the previous rate if the clock was set back. */
const timestampAfter = (before: string | undefined, now: Date): Instant => {
  const at = now.toISOString()
  return before === undefined || at > before ? at : new Date(Date.parse(before) + 1).toISOString()
}
