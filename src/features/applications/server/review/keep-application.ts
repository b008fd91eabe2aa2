import { isStale } from '#platform/server/http/conflicts.ts'
import type { Caller } from '#platform/server/http/request-context.ts'
import type { World } from '#platform/server/world.ts'
import { Refusal } from '#shared/refusal.ts'
import type { Application } from '../../answers.ts'
import type { applicationKeeping } from '../../contract.ts'
import { isUnconfirmed } from '../../rules.ts'
import { recordApplicationChange } from '../application-history.ts'
import { applicationFromRow } from '../application-row.ts'
import { findApplication, updateApplication } from '../queries.ts'
import { applicationChanged, noSuchApplication } from './decide-application.ts'

type Keeping = ReturnType<typeof applicationKeeping.parse>

/** Keeps an application without a confirmed email address, or lets its days begin again (contract 12.13). */
export function keepApplication(
  world: World,
  admin: Caller,
  id: string,
  { keep, updated_at: expectedVersion }: Keeping,
): Promise<Application> {
  return world.db.transaction().execute(async (db) => {
    const now = world.now()
    const row = await findApplication(db, id)
    if (!row) throw noSuchApplication()
    if ((row.kept_at !== null) === keep) return applicationFromRow(row)
    if (isStale(row, expectedVersion)) throw applicationChanged()
    if (!isUnconfirmed(row))
      throw new Refusal(
        'conflict',
        'This application is not going to be deleted: its email address is confirmed, or it is decided',
      )
    const at = now.toISOString()
    const changes = { kept_at: keep ? at : null, kept_by: keep ? admin.id : null, updated_at: at }
    if (!(await updateApplication(db, row, changes))) throw applicationChanged()
    const action = keep ? 'kept' : 'not-kept'
    await recordApplicationChange(db, id, { actor: admin.id, action }, now)
    const updated = await findApplication(db, id)
    if (!updated) throw noSuchApplication()
    return applicationFromRow(updated)
  })
}
