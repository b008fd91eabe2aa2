import {
  cancelCharges,
  membersWhoPaid,
  raiseCharges,
} from '#features/ledger/server/charges/charges.ts'
import { refuseClosedYear } from '#features/ledger/server/payment-day.ts'
import { lockLedger } from '#features/members/server/lock-queries.ts'
import { newId } from '#platform/server/core/ids.ts'
import type { Database } from '#platform/server/database/database.ts'
import { refreshStatistics } from '#platform/server/database/refresh-statistics.ts'
import { recordChange } from '#platform/server/history/history.ts'
import type { Caller } from '#platform/server/http/request-context.ts'
import type { World } from '#platform/server/world.ts'
import { Refusal } from '#shared/refusal.ts'
import { countOf } from '#shared/sentences.ts'
import type { DuesRun } from '../answers.ts'
import type { DuesRunRequest } from '../contract.ts'
import { amountOf, planRun } from './plan-dues-run.ts'
import { insertRun, listRuns, lockRun, markRunUndone } from './queries.ts'

export const noSuchRun = () => new Refusal('missing', 'Dues not found')

/**
 * Raises the dues of a year in one transaction. Refuses with 409 when the members or amounts differ from those of the
 * preview (`token`), and when no member would be charged.
 */
export async function raiseDues(
  world: World,
  admin: Caller,
  request: DuesRunRequest,
): Promise<DuesRun> {
  const run = await raiseInTransaction(world, admin, request)
  await refreshStatistics(
    world,
    ['ledger_entry', 'open_charge', 'settlement', 'person'],
    run.members,
  )
  return run
}

const raiseInTransaction = (
  { db: database, now: clock }: World,
  admin: Caller,
  { token, ...request }: DuesRunRequest,
): Promise<DuesRun> =>
  database.transaction().execute(async (db) => {
    await lockLedger(db, 'exclusive')
    const now = clock()
    await refuseClosedYear(db, request.year)
    const plan = await planRun(db, request, now)
    if (plan.token !== token)
      throw new Refusal(
        'conflict',
        'What would be raised has changed since the preview. Please check and try again',
      )
    if (plan.charged.length === 0)
      throw new Refusal('conflict', `No member owes dues for ${request.year} that are not raised`)
    const run = {
      id: newId(now),
      year: request.year,
      members: plan.charged.length,
      amount_paise: amountOf(plan.charged),
    }
    const raised = { raised_at: now.toISOString(), raised_by: admin.id }
    await insertRun(db, { ...run, ...raised, undone_at: null, undone_by: null })
    await raiseCharges(db, { admin, runId: run.id, charged: plan.charged, now })
    const { id: subjectId, ...after } = run
    const change = { actor: admin.id, subject: 'dues run', subjectId, action: 'raised', after }
    await recordChange(db, change, now)
    return requireRun(db, run.id)
  })

/**
 * Cancels the charges of a run in one transaction. Refuses with 409 once something was paid or waived on them.
 */
export async function undoRun(
  { db: database, now: clock }: World,
  admin: Caller,
  id: string,
): Promise<DuesRun> {
  return database.transaction().execute(async (db) => {
    await lockLedger(db, 'exclusive')
    const run = await lockRun(db, id)
    if (!run) throw noSuchRun()
    if (run.undone_at !== null) throw new Refusal('conflict', 'These dues have been undone already')
    const paid = await membersWhoPaid(db, id)
    if (paid.length > 0)
      throw new Refusal(
        'conflict',
        `${countOf(paid.length, 'member has', 'members have')} paid on these dues, or got a waiver, so they can no longer be undone`,
      )
    const now = clock()
    await cancelCharges(db, admin, id, now)
    await markRunUndone(db, id, { undone_at: now.toISOString(), undone_by: admin.id })
    const change = { actor: admin.id, subject: 'dues run', subjectId: id, action: 'undone' }
    await recordChange(db, change, now)
    return requireRun(db, id)
  })
}

async function requireRun(db: Database, id: string): Promise<DuesRun> {
  const [run] = await listRuns(db, id)
  if (!run) throw noSuchRun()
  return run
}
