/** Whom a print of selected members would include, and whom not and why. */

import { previewBulk } from '#features/members/server/bulk/run.ts'
import { resolveSelection } from '#features/members/server/list/selection.ts'
import type { PersonRow } from '#features/members/server/queries.ts'
import type { World } from '#platform/server/world.ts'
import { isoDay } from '#shared/dates.ts'
import { isMemberRole, notAMember } from '#shared/roles.ts'
import type { CertificatesPreview } from '../answers.ts'
import type { CertificatesRequest, PrintedDocument } from '../contract.ts'
import { reasonForNoCertificate } from '../rules.ts'
import { countMissing } from './queries.ts'

export const isLabels = (document: PrintedDocument): document is 'labels-24' | 'labels-14' =>
  document.startsWith('labels-')

/** Labels need an address only; a certificate or card needs a valid membership. */
export const reasonForNoDocument =
  (document: PrintedDocument, now: Date) =>
  (person: Pick<PersonRow, 'role' | 'is_active' | 'paid_until' | 'certificate_postal_address'>) => {
    if (!isLabels(document)) return reasonForNoCertificate(person, now)
    if (!isMemberRole(person.role)) return notAMember
    return person.certificate_postal_address.trim() === ''
      ? 'No certificate postal address'
      : undefined
  }

export async function previewPrint(
  { db, now }: World,
  {
    selection,
    document,
  }: { selection: CertificatesRequest['selection']; document: PrintedDocument },
): Promise<CertificatesPreview> {
  const at = now()
  const resolved = await resolveSelection(db, selection, isoDay(at))
  const reason = reasonForNoDocument(document, at)
  const included: string[] = []
  const preview = await previewBulk(db, resolved, async () => (person) => {
    const found = reason(person)
    if (found === undefined) included.push(person.id)
    return found
  })
  return { ...preview, missing: isLabels(document) ? 0 : await countMissing(db, included) }
}
