/** Issues and revokes certificates. */
import type { BulkResult } from '#features/members/bulk.ts'
import { memberDisplayName } from '#features/members/display-name.ts'
import { runBulk } from '#features/members/server/bulk/run.ts'
import { resolveSelection } from '#features/members/server/list/selection.ts'
import type { MemberRow } from '#features/members/server/queries.ts'
import { lockMember } from '#features/members/server/record/load-member.ts'
import { hashSecret, newId, randomCode } from '#platform/server/core/ids.ts'
import type { Database } from '#platform/server/database/database.ts'
import { requireDrawable } from '#platform/server/documents/undrawable.ts'
import { recordChange } from '#platform/server/history/history.ts'
import type { Caller } from '#platform/server/http/request-context.ts'
import type { World } from '#platform/server/world.ts'
import { isoDay } from '#shared/dates.ts'
import { financialYear } from '#shared/financial-year.ts'
import { Refusal } from '#shared/refusal.ts'
import { codeAlphabet, codeLength } from '../code.ts'
import type { CertificatesRequest } from '../contract.ts'
import { certificateNumber, reasonForNoCertificate } from '../rules.ts'
import {
  type CertificateRow,
  findCertificate,
  findNewest,
  insertCertificate,
  revokeRow,
  takeCertificateSerial,
} from './queries.ts'

export const noSuchCertificate = () => new Refusal('missing', 'Certificate not found')

/** The reason stored with a certificate that a new one replaces. */
const replaced = 'Replaced by a new certificate'

/**
 * Issues a certificate to every selected member whose membership is valid and who has none; with
 * `reissue` also to the others, whose certificate is revoked in the same transaction.
 */
export async function issueCertificates(
  world: World,
  admin: Caller,
  { selection, reissue, key }: CertificatesRequest,
): Promise<BulkResult> {
  const now = world.now()
  const { ids } = await resolveSelection(world.db, selection, isoDay(now))
  let unchanged = 0
  const result = await runBulk(world, {
    admin,
    ids,
    key,
    readSkipReason: async () => (person) => reasonForNoCertificate(person, now),
    change: async (db, id) => {
      const member = await lockMember(db, id)
      if (!(await issueIn(db, member, { issuedBy: admin.id, now, reissue }))) unchanged += 1
    },
  })
  return { ...result, changed: result.changed - unchanged }
}

/**
 * Issues a certificate to a locked member. Throws a Refusal when letters of it cannot be drawn. Without `reissue`, it
 * returns undefined when the member has a certificate that is not revoked.
 */
async function issueIn(
  db: Database,
  member: MemberRow,
  { issuedBy, now, reissue }: { issuedBy: string; now: Date; reissue: boolean },
): Promise<CertificateRow | undefined> {
  const newest = await findNewest(db, member.id)
  const current = newest?.revoked_at === null ? newest : undefined
  if (current && !reissue) return undefined
  await requireDrawable([
    { where: `the name of ${memberDisplayName(member)}`, text: member.name },
    { where: `the company name of ${memberDisplayName(member)}`, text: member.company_name },
    { where: 'the membership number', text: member.membership_number ?? '' },
  ])
  if (current) await revokeIn(db, current, { revokedBy: issuedBy, reason: replaced, now })
  const code = randomCode(codeAlphabet, codeLength)
  const year = financialYear(now).name
  const row: CertificateRow = {
    id: newId(now),
    person_id: member.id,
    number: certificateNumber(year, await takeCertificateSerial(db, year)),
    code,
    code_hash: hashSecret(code),
    name: member.name,
    company_name: member.company_name,
    membership_number: member.membership_number ?? '',
    issued_at: now.toISOString(),
    issued_by: issuedBy,
    revoked_at: null,
    revoked_by: null,
    revoked_reason: null,
  }
  await insertCertificate(db, row)
  await recordCertificate(db, row, { action: 'certificate issued', actor: issuedBy, now })
  return row
}

/** The member's certificate; the first call issues it. Refused when the member is not entitled to one. */
export async function certificateOfCaller(world: World, id: string): Promise<CertificateRow> {
  return world.db.transaction().execute(async (db) => {
    const now = world.now()
    const member = await lockMember(db, id)
    if (reasonForNoCertificate(member, now) !== undefined)
      throw new Refusal('conflict', 'Your membership is not valid today')
    const newest = await findNewest(db, id)
    if (newest && newest.revoked_at !== null)
      throw new Refusal(
        'conflict',
        'Your certificate has been revoked. Please contact the association',
      )
    const row = newest ?? (await issueIn(db, member, { issuedBy: id, now, reissue: false }))
    if (!row) throw new Error('no certificate was issued')
    return row
  })
}

/** Revokes a certificate, which cannot be undone. Refused with 409 when it is revoked already. */
export async function revokeCertificate(
  world: World,
  admin: Caller,
  id: string,
  reason: string,
): Promise<{ id: string }> {
  return world.db.transaction().execute(async (db) => {
    const row = await findCertificate(db, id)
    if (!row) throw noSuchCertificate()
    await revokeIn(db, row, { revokedBy: admin.id, reason, now: world.now() })
    return { id }
  })
}

async function revokeIn(
  db: Database,
  row: CertificateRow,
  { revokedBy, reason, now }: { revokedBy: string; reason: string; now: Date },
): Promise<void> {
  const revocation = {
    revoked_at: now.toISOString(),
    revoked_by: revokedBy,
    revoked_reason: reason,
  }
  if (!(await revokeRow(db, row.id, revocation)))
    throw new Refusal('conflict', 'This certificate has been revoked already')
  await recordCertificate(db, row, {
    action: 'certificate revoked',
    actor: revokedBy,
    now,
    details: { reason },
  })
}

const recordCertificate = (
  db: Database,
  { person_id, number }: CertificateRow,
  {
    action,
    actor,
    now,
    details = {},
  }: { action: string; actor: string; now: Date; details?: Record<string, string> },
): Promise<void> =>
  recordChange(
    db,
    {
      actor,
      subject: 'person',
      subjectId: person_id,
      action,
      after: { certificate: number, ...details },
    },
    now,
  )
