import { emptyMember, type NewMember } from '#features/members/contract.ts'
import { fieldNames, fieldOf } from '#features/members/fields/fields.ts'
import { materialIds } from '#features/members/materials.ts'
import { enrol } from '#features/members/server/record/enrol.ts'
import { queueWelcomeMail } from '#features/members/server/record/mails.ts'
import type { Database } from '#platform/server/database/database.ts'
import { fileNameInUrl, leavePool, transferFile } from '#platform/server/files/stored-files.ts'
import { deciderHas, editConflict, isStale } from '#platform/server/http/conflicts.ts'
import type { Caller } from '#platform/server/http/request-context.ts'
import { queueMail } from '#platform/server/mail/outbox.ts'
import type { World } from '#platform/server/world.ts'
import { Refusal } from '#shared/refusal.ts'
import type { Application } from '../../answers.ts'
import type { applicationDecision } from '../../contract.ts'
import { canDecide, type Decision } from '../../rules.ts'
import { createLink } from '../applicant/private-link.ts'
import { type ApplicationAction, recordApplicationChange } from '../application-history.ts'
import { applicationFromRow, storedData } from '../application-row.ts'
import { changesMail, rejectedMail } from '../mails.ts'
import {
  type ApplicationRecord,
  type ApplicationRow,
  findApplication,
  setMember,
  updateApplication,
} from '../queries.ts'
import { findDuplicates } from './duplicates.ts'

type DecisionInput = ReturnType<typeof applicationDecision.parse>

export const noSuchApplication = () => new Refusal('missing', 'Application not found')

export const applicationChanged = () =>
  editConflict('This application has changed since you opened it. Please read it again.')

/**
 * Decides an application and applies the consequences in one transaction. Throws Refusal 'conflict'
 * when the status no longer allows the decision, naming who decided, or when the application has
 * changed since the caller read it, or when it is approved and has possible duplicates that the caller
 * has not seen.
 */
export async function decideApplication(
  world: World,
  admin: Caller,
  id: string,
  { status, reason, updated_at: expectedVersion, seen_duplicates: seenDuplicates }: DecisionInput,
): Promise<Application> {
  return world.db.transaction().execute(async (db) => {
    const now = world.now()
    const row = await findApplication(db, id)
    if (!row) throw noSuchApplication()
    if (!canDecide(row.status, status) || isStale(row, expectedVersion))
      throw decisionConflict(admin, row)
    if (status === 'approved' && seenDuplicates !== undefined)
      await requireSeen(db, row, seenDuplicates)
    const isReopened = status === 'pending'
    const storedReason = status === 'rejected' || status === 'changes' ? reason : ''
    const changes = {
      status,
      decision_reason: storedReason,
      decided_by: isReopened ? null : admin.id,
      decided_at: isReopened ? null : now.toISOString(),
      updated_at: now.toISOString(),
      // Allows a rejected applicant to send the same form again.
      ...(status === 'rejected' && { submission_key: null }),
    }
    if (!(await updateApplication(db, row, changes)))
      throw decisionConflict(admin, await findApplication(db, id))
    await recordApplicationChange(
      db,
      id,
      {
        actor: admin.id,
        action: decisionActions[status],
        before: { status: row.status },
        after: { status, ...(storedReason !== '' && { reason: storedReason }) },
      },
      now,
    )
    await consequences[status](world, db, { admin, row, reason: storedReason })
    const decided = await findApplication(db, id)
    if (!decided) throw noSuchApplication()
    return applicationFromRow(decided)
  })
}

export const decisionActions = {
  approved: 'approved',
  rejected: 'rejected',
  changes: 'changes-requested',
  pending: 'reopened',
} as const satisfies Record<Decision, ApplicationAction>

type Consequence = (
  world: World,
  db: Database,
  decision: { admin: Caller; row: ApplicationRow; reason: string },
) => Promise<void>

/** The effects of each decision in addition to changing the status. */
const consequences: Record<Decision, Consequence> = {
  approved: enrolApplicant,
  rejected: (world, db, { row, reason }) =>
    queueMail(db, rejectedMail(world, row, reason), world.now()),
  changes: async (world, db, { row, reason }) => {
    const now = world.now()
    await queueMail(db, changesMail(world, row, await createLink(db, row, now), reason), now)
  },
  pending: async () => {},
}

/** Makes the applicant a member. `enrol` refuses an address that belongs to a member. */
async function enrolApplicant(
  world: World,
  db: Database,
  { admin, row }: { admin: Caller; row: ApplicationRow },
): Promise<void> {
  const now = world.now()
  const member = await enrol(db, memberFrom(row), admin.id, now)
  await setMember(db, row.id, member.id)
  await leavePool(db, 'application', row.id)
  const photo = fileNameInUrl(member.photo_url ?? '')
  if (photo !== undefined) await transferFile(db, photo, 'person', member.id)
  await queueWelcomeMail(db, world, member, now)
}

/** Copies every member field that has an `applicationField`; the others get their empty values. */
function memberFrom(row: ApplicationRow): NewMember & { photo_url: string | null } {
  const data = storedData(row)
  const sent = new Map<string, unknown>(Object.entries(data))
  const values = fieldNames.flatMap((name) => {
    const { applicationField, empty } = fieldOf(name)
    return applicationField === undefined ? [] : [[name, sent.get(applicationField) ?? empty]]
  })
  const materials = materialIds.filter((id) => data.materials?.includes(id))
  // The form of applications has validated the values (contract 5.8).
  return {
    ...emptyMember,
    ...Object.fromEntries(values),
    role: row.type,
    additional_info_materials_products: materials,
    materials_other: materials.includes('other') ? (data.otherMaterials ?? '') : '',
  }
}

/** Refuses an approval with a possible duplicate that is not among those the caller has seen. */
async function requireSeen(
  db: Database,
  row: ApplicationRecord,
  seenIds: readonly string[],
): Promise<void> {
  const duplicates = await findDuplicates(db, row)
  if (duplicates.every(({ id }) => seenIds.includes(id))) return
  throw new Refusal('conflict', 'Please check the possible duplicates: another one was found', {
    code: 'duplicates-found',
  })
}

/** Why the decision is no longer possible: the status, and who set it. */
function decisionConflict(admin: Caller, row: ApplicationRecord | undefined): Refusal {
  if (!row) return noSuchApplication()
  if (row.status === 'pending') return applicationChanged()
  const { decided_by: id, decider_name: name, decider_email: email } = row
  return new Refusal('conflict', decided[row.status](deciderHas(admin, { id, name, email })))
}

const decided: Record<Exclude<ApplicationRow['status'], 'pending'>, (by: string) => string> = {
  changes: (by) => `${by} already requested changes to this application`,
  approved: (by) => `${by} already approved this application`,
  rejected: (by) => `${by} already rejected this application`,
  withdrawn: () => 'The applicant has withdrawn this application',
}
