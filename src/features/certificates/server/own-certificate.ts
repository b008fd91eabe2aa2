/** The state of a certificate as its member or an administrator sees it. */
import { type MemberRow, readDisplayNames } from '#features/members/server/queries.ts'
import { requireMember } from '#features/members/server/record/load-member.ts'
import type { World } from '#platform/server/world.ts'
import type { Certificate, OwnCertificate } from '../answers.ts'
import { certificateStatus, isMembershipValid } from '../rules.ts'
import { findNewest, listCertificates } from './queries.ts'

export async function ownCertificate({ db, now }: World, id: string): Promise<OwnCertificate> {
  const member = await requireMember(db, id)
  const newest = await findNewest(db, id)
  const isValid = isMembershipValid(member, now())
  const isRevoked = newest !== undefined && newest.revoked_at !== null
  return {
    status: isRevoked ? 'revoked' : isValid ? 'ready' : 'not-valid',
    number: newest?.number ?? null,
    issued_at: newest?.issued_at ?? null,
    valid_until: (isValid && member.paid_until) || null,
  }
}

export async function readMemberCertificates(
  { db, now }: World,
  member: MemberRow,
): Promise<Certificate[]> {
  const rows = await listCertificates(db, member.id)
  const names = await readDisplayNames(
    db,
    rows.flatMap(({ issued_by, revoked_by }) => [issued_by ?? '', revoked_by ?? '']),
  )
  const at = now()
  return rows.map(({ person_id: _person, code_hash: _hash, ...row }) => ({
    ...row,
    status: certificateStatus(row, member, at),
    issued_by: names.get(row.issued_by ?? '') ?? null,
    revoked_by: names.get(row.revoked_by ?? '') ?? null,
  }))
}
