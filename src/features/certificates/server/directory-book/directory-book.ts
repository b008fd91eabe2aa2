import { listDirectory } from '#features/members/server/directory/queries.ts'
import { recordExportOf } from '#features/members/server/list/exported-people-queries.ts'
import { directoryFromRow } from '#features/members/server/member-json-queries.ts'
import { renderInThread } from '#platform/server/documents/render-in-thread.ts'
import { readPicture } from '#platform/server/files/picture.ts'
import type { Caller } from '#platform/server/http/request-context.ts'
import type { World } from '#platform/server/world.ts'
import { isoDay, numericDate } from '#shared/dates.ts'
import { financialYear } from '#shared/financial-year.ts'
import type { PageSize } from '../../directory-book/contract.ts'
import type { DirectoryBookJob, PrintedMember } from './document.ts'

/** The directory of today as a PDF: the members and the fields that other members see. */
export async function printDirectory(
  world: World,
  admin: Caller,
  { size, file }: { size: PageSize; file: string },
): Promise<Buffer> {
  const { association_name, association_logo, document_language } = world.association()
  const { members } = await listDirectory(world.db, {}, undefined)
  const now = world.now()
  const ids = members.map(({ id }) => id)
  await recordExportOf(world.db, admin, { file, filter: { size }, ids }, now)
  const job: DirectoryBookJob = {
    members: members.map((row) => printedOf(directoryFromRow(row))),
    association_name,
    year: financialYear(now).name,
    printedDay: numericDate(now),
    date: `${isoDay(now)}T00:00:00.000Z`,
    language: document_language,
    size,
    logo: await readPicture(world, association_logo),
  }
  return renderInThread(new URL('./document.ts', import.meta.url), job, { client: admin.id })
}

/** Keeps only what is printed, so that less is copied into the thread. */
const printedOf = (member: ReturnType<typeof directoryFromRow>): PrintedMember => ({
  role: member.role,
  name: member.name,
  company_name: member.company_name,
  membership_number: member.membership_number,
  city: member.city,
  business_partner: member.business_partner,
  company_description: member.company_description,
  services_products: member.services_products,
  additional_info_materials_products: member.additional_info_materials_products,
  materials_other: member.materials_other,
  website_url: member.website_url,
  social_links: member.social_links,
  whatsapp_number: member.whatsapp_number,
  email: member.email,
  address: member.address,
  factory_address: member.factory_address,
})
