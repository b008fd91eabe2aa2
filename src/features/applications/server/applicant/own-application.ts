/** What applicants do with their own application through its private link: view it, withdraw it. */
import { editConflict } from '#platform/server/http/conflicts.ts'
import type { World } from '#platform/server/world.ts'
import { Refusal } from '#shared/refusal.ts'
import type { OwnApplication } from '../../answers.ts'
import { applicationNumber } from '../../rules.ts'
import { recordApplicationChange } from '../application-history.ts'
import { applicationFromRow } from '../application-row.ts'
import { type ApplicationRecord, updateApplication } from '../queries.ts'
import { confirmEmail } from './link-queries.ts'
import { findByToken } from './private-link.ts'

/** The applicant's application. Opening a link confirms the e-mail address it was mailed to. */
export async function viewOwnApplication(world: World, token: string): Promise<OwnApplication> {
  const row = await findByToken(world.db, world, token)
  if (row.email_confirmed_at === null)
    await world.db.transaction().execute(async (db) => {
      const now = world.now()
      if (await confirmEmail(db, row.id, row.link_email, now))
        await recordApplicationChange(db, row.id, { action: 'email-confirmed' }, now)
    })
  return ownApplicationFromRow(row)
}

/** Withdraws an open application; its papers are deleted after the retention time. */
export async function withdrawApplication(world: World, token: string): Promise<OwnApplication> {
  return world.db.transaction().execute(async (db) => {
    const now = world.now()
    const row = await findByToken(db, world, token)
    if (row.status !== 'pending' && row.status !== 'changes')
      throw new Refusal('conflict', cannotWithdraw[row.status])
    const changes = {
      status: 'withdrawn',
      decided_at: now.toISOString(),
      decided_by: null,
      updated_at: now.toISOString(),
      submission_key: null,
    } as const
    if (!(await updateApplication(db, row, changes))) throw applicationConflict()
    await recordApplicationChange(db, row.id, { action: 'withdrawn' }, now)
    return ownApplicationFromRow(await findByToken(db, world, token))
  })
}

const cannotWithdraw = {
  approved: 'Your application has already been approved. Please contact the association.',
  rejected: 'Your application has already been rejected',
  withdrawn: 'Your application has already been withdrawn',
} as const

export const applicationConflict = () =>
  editConflict('Your application has just changed. Please reload it.')

export function ownApplicationFromRow(row: ApplicationRecord): OwnApplication {
  const { id, type, status, created_at, updated_at, formData, decision_reason } =
    applicationFromRow(row)
  const number = applicationNumber(id)
  return { number, type, status, created_at, updated_at, formData, decision_reason }
}
