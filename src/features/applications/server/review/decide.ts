import type { NewMember } from '#features/members/contract.ts'
import { materialIds } from '#features/members/materials.ts'
import { enrol } from '#features/members/server/record/enrol.ts'
import { queueWelcomeMail } from '#features/members/server/record/welcome-mail.ts'
import type { Database } from '#platform/server/database/database.ts'
import { fileNameInUrl, transferFile } from '#platform/server/files/files.ts'
import { recordChange } from '#platform/server/history.ts'
import type { Caller } from '#platform/server/http/http.ts'
import { queueMail } from '#platform/server/mail/outbox.ts'
import type { World } from '#platform/server/world.ts'
import { Refusal } from '#shared/refusal.ts'
import type { Application, applicationDecision } from '../../contract.ts'
import { canDecide, type Decision } from '../../rules.ts'
import { applicationFromRow, dataOf } from '../apply/papers.ts'
import { newLink } from '../apply/submit.ts'
import { changesMail, rejectedMail } from '../mails.ts'
import {
  type ApplicationRecord,
  type ApplicationRow,
  findApplication,
  updateApplication,
  updateMember,
} from '../queries.ts'

type Decided = ReturnType<typeof applicationDecision.parse>

/** The same words for an application that is absent and for an id that cannot be one. */
export const noSuchApplication = () => new Refusal('missing', 'Application not found')

/**
 * Decides an application, with everything that follows from it, in one transaction: of two
 * administrators at once one wins, the other is told who and what. Words that changed after they
 * were read are not decided on.
 */
export async function decideApplication(
  world: World,
  admin: Caller,
  id: string,
  { status, reason, updated_at: read }: Decided,
): Promise<Application> {
  return world.db.transaction().execute(async (db) => {
    const now = world.now()
    const row = await findApplication(db, id)
    if (!row) throw noSuchApplication()
    const isOther = read !== undefined && read !== row.updated_at
    if (!canDecide(row.status, status) || isOther) throw whyNot(admin, row)
    const reopened = status === 'pending'
    const kept = status === 'rejected' || status === 'changes' ? reason : ''
    const changes = {
      status,
      decision_reason: kept,
      decided_by: reopened ? null : admin.id,
      decided_at: reopened ? null : now.toISOString(),
      updated_at: now.toISOString(),
      // Who is rejected may apply again with the same words.
      ...(status === 'rejected' && { submission_key: null }),
    }
    if (!(await updateApplication(db, row, changes)))
      throw whyNot(admin, await findApplication(db, id))
    await recordChange(
      db,
      {
        actor: admin.id,
        subject: 'application',
        subjectId: id,
        act: acts[status],
        before: { status: row.status },
        after: { status, ...(kept !== '' && { reason: kept }) },
      },
      now,
    )
    await follow[status](db, world, admin, row, kept)
    const decided = await findApplication(db, id)
    if (!decided) throw noSuchApplication()
    return applicationFromRow(decided)
  })
}

const acts: Record<Decision, string> = {
  approved: 'approved',
  rejected: 'rejected',
  changes: 'asked for changes',
  pending: 'reopened',
}

type Consequence = (
  db: Database,
  world: World,
  admin: Caller,
  row: ApplicationRow,
  reason: string,
) => Promise<void>

/** What follows from each decision. */
const follow: Record<Decision, Consequence> = {
  approved: makeMember,
  rejected: (db, world, _admin, { email }, reason) =>
    queueMail(db, rejectedMail(world, email, reason), world.now()),
  changes: async (db, world, _admin, row, reason) => {
    const now = world.now()
    await queueMail(db, changesMail(world, row.email, await newLink(db, row, now), reason), now)
  },
  pending: async () => {},
}

/** The application becomes a member, or its address is refused in words that say whose it is. */
async function makeMember(
  db: Database,
  world: World,
  admin: Caller,
  row: ApplicationRow,
): Promise<void> {
  const now = world.now()
  const member = await enrol(db, memberFrom(row), admin.id, now)
  await updateMember(db, row.id, member.id)
  const photo = fileNameInUrl(member.photo_url ?? '')
  if (photo !== undefined) await transferFile(db, photo, 'person', member.id)
  await queueWelcomeMail(db, world, member, now)
}

function memberFrom(row: ApplicationRow): NewMember & { photo_url: string | null } {
  const data = dataOf(row)
  const materials = materialIds.filter((id) => data.materials?.includes(id))
  return {
    name: data.name,
    email: data.email,
    role: row.type,
    company_name: data.companyName,
    whatsapp_number: data.whatsappNumber,
    website_url: data.websiteUrl,
    membership_number: '',
    business_partner: '',
    company_description: data.companyDescription,
    services_products: data.servicesProducts,
    address: data.address,
    factory_address: data.factoryAddress,
    certificate_postal_address: data.certificatePostalAddress,
    additional_info_materials_products: materials,
    materials_other: materials.includes('other') ? (data.otherMaterials ?? '') : '',
    social_links: data.socialMediaLinks,
    remarks: '',
    photo_url: data.memberPhoto ?? null,
  }
}

/** Why an application cannot be decided so any more: who was faster, and with what. */
function whyNot(admin: Caller, row: ApplicationRecord | undefined): Refusal {
  if (!row) return noSuchApplication()
  return new Refusal('conflict', reasons[row.status](deciderOf(admin, row)))
}

const reasons: Record<ApplicationRow['status'], (by: string) => string> = {
  pending: () => 'This application has been changed since you opened it; please read it again',
  changes: (by) => `${by} already asked for changes of this application`,
  approved: (by) => `${by} already approved this application`,
  rejected: (by) => `${by} already rejected this application`,
  withdrawn: () => 'The applicant has withdrawn this application',
}

function deciderOf(admin: Caller, row: ApplicationRecord): string {
  if (row.decided_by === admin.id) return 'You have'
  return `${row.decider_name || row.decider_email || 'Another administrator'} has`
}
