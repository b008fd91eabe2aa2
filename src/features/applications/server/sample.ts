/**
 * The applications of the sample association, with papers, of every status. Firms, people and
 * numbers are invented (see the sample members).
 */
import { Readable } from 'node:stream'
import { findPersonByEmail } from '#features/members/server/queries.ts'
import { newId } from '#platform/server/core/ids.ts'
import type { Database } from '#platform/server/database/database.ts'
import type { IncomingFile } from '#platform/server/files/file-store-interface.ts'
import type { StoredFile } from '#platform/server/files/stored-files.ts'
import { portalUploader } from '#platform/server/files/uploader.ts'
import { withStoredFiles } from '#platform/server/files/with-stored-files.ts'
import type { World } from '#platform/server/world.ts'
import type { Instant } from '#shared/dates.ts'
import { days, hours } from '#shared/durations.ts'
import type { MemberRole } from '#shared/roles.ts'
import { type ApplicationStatus, applicationForm } from '../contract.ts'
import type { PaperKind } from '../papers.ts'
import { privacyNotice } from '../rules.ts'
import { recordApplicationChange } from './application-history.ts'
import { formColumns, newApplicationColumns } from './application-row.ts'
import { claimPapers, paperUrls } from './papers.ts'
import { type ApplicationRow, insertApplication, setMember } from './queries.ts'
import { decisionActions } from './review/decide-application.ts'

/** The stored papers, each with the index of its firm in the table. */
type SamplePapers = { index: number; file: StoredFile }[]

/** A generated paper of a sample application. */
export interface DrawnPaper {
  kind: PaperKind
  /** The name of the file. */
  name: string
  bytes: Buffer
}

/**
 * Stores the papers of the sample applications and calls `work` with them, which must call
 * `addSampleApplications`. Deletes the papers again when `work` throws.
 */
export async function withSamplePapers(
  world: World,
  draw: (firm: Firm, seed: number) => Promise<DrawnPaper[]>,
  work: (papers: SamplePapers) => Promise<void>,
): Promise<void> {
  const incoming: { index: number; file: IncomingFile }[] = []
  try {
    for (const [index, firm] of firms.entries())
      for (const { kind, name, bytes } of await draw(firm, index)) {
        const file = await world.files.receive(Readable.from([bytes]), kind, name, portalUploader)
        incoming.push({ index, file })
      }
    await withStoredFiles(
      world,
      incoming.map(({ file }) => file),
      portalUploader,
      async (stored) => {
        const papers = stored.map((file, index) => ({ index: incoming[index]?.index ?? 0, file }))
        await work(papers)
        return { isUsed: true, answer: undefined }
      },
    )
  } finally {
    await world.files.discard(incoming.map(({ file }) => file))
  }
}

/** Call it in the transaction that inserts the sample data, after the members. */
export async function addSampleApplications(
  db: Database,
  papers: SamplePapers,
  adminEmail: string,
  now: Date,
): Promise<void> {
  const admin = await findPersonByEmail(db, adminEmail)
  for (const [index, firm] of firms.entries()) {
    const stored = papers.filter((paper) => paper.index === index).map(({ file }) => file)
    const { email } = formOf(firm, index)
    // The applicant who became a member is one of the sample members.
    const member = firm.status === 'approved' ? await findPersonByEmail(db, email) : undefined
    const decision = { by: admin?.id ?? null, at: member?.created_at }
    const row = rowOf(firm, { index, stored, decision, now })
    await insertApplication(db, row)
    await claimPapers(db, row.id, paperUrls(papersByKind(stored), stored))
    if (member) await setMember(db, row.id, member.id)
    await recordSteps(db, row)
  }
}

const papersByKind = (stored: readonly StoredFile[]) => ({
  papers: new Map(stored.map(({ kind }) => [kind as PaperKind, { uploadNames: [], incoming: [] }])),
})

function rowOf(
  firm: Firm,
  {
    index,
    stored,
    decision,
    now,
  }: {
    index: number
    stored: readonly StoredFile[]
    decision: { by: string | null; at: Instant | undefined }
    now: Date
  },
): ApplicationRow {
  const sent = new Date(now.getTime() - days(firm.age) - days(index) / 24)
  const decided = decision.at ?? new Date(sent.getTime() + days(1) / 3).toISOString()
  const isDecided = firm.status !== 'pending'
  const form = applicationForm.parse(formOf(firm, index))
  const papers = paperUrls(papersByKind(stored), stored)
  return {
    ...newApplicationColumns(sent),
    ...formColumns({ form, contentHash: newId(sent) }, papers, sent),
    status: firm.status,
    decision_reason: firm.reason,
    // The newest one has not confirmed the email yet.
    email_confirmed_at: firm.age === 0 ? null : new Date(sent.getTime() + hours(1)).toISOString(),
    ...(isDecided && {
      decided_at: decided,
      decided_by: firm.status === 'withdrawn' ? null : decision.by,
      updated_at: decided,
    }),
  }
}

async function recordSteps(db: Database, row: ApplicationRow): Promise<void> {
  const { id, status, decided_by: actor, decision_reason: reason } = row
  await recordApplicationChange(db, id, { action: 'submitted' }, new Date(row.created_at))
  if (status === 'pending') return
  const action = status === 'withdrawn' ? status : decisionActions[status]
  await recordApplicationChange(
    db,
    id,
    { actor, action, after: { status, reason } },
    new Date(row.updated_at),
  )
}

function formOf({ type, company, name, address, products, materials }: Firm, index: number) {
  const host = `${company.toLowerCase().replace(/\b(m\/s|pvt|ltd)\b|[^a-z]/g, '')}.example`
  const town = address.match(/([A-Za-z ]+) \d{6}$/)?.[1]?.trim() ?? 'India'
  return {
    type,
    name,
    // A name in Hindi has no letters for an address.
    email: `${name.toLowerCase().match(/^[a-z]+/)?.[0] ?? 'office'}@${host}`,
    companyName: company,
    whatsappNumber: `+91 64${index % 10}00 0${2101 + index * 317}`,
    websiteUrl: index % 3 === 2 ? '' : `https://www.${host}`,
    address,
    factoryAddress: address,
    certificatePostalAddress: `${company}, ${address}`,
    referenceBy: index % 2 === 0 ? 'Rajendra Vyas, Marudhar Woodcraft' : 'Trade fair, Mumbai',
    servicesProducts: products,
    companyDescription: `${products}. Works and office in ${town}.`,
    socialMediaLinks: '',
    noticeVersion: privacyNotice.version,
    ageSex: `${34 + index * 3} / ${index % 2 === 0 ? 'F' : 'M'}`,
    designation: index % 2 === 0 ? 'Managing Director' : 'Partner',
    yearOfIncorporation: String(1996 + index * 4),
    totalEmployees: String(18 + index * 21),
    materials,
    otherMaterials: materials.includes('other') ? products : '',
  }
}

export interface Firm {
  type: MemberRole
  status: ApplicationStatus
  /** Days since the application. */
  age: number
  company: string
  name: string
  address: string
  products: string
  materials: string[]
  reason: string
}

function readFirm(row: string): Firm {
  const [head = '', company = '', name = '', address = '', products = '', ids = '', reason = ''] =
    row.split('|').map((part) => part.trim())
  const [status = '', age = '', type = ''] = head.split(' ')
  return {
    type: type as MemberRole,
    status: status as ApplicationStatus,
    age: Number(age),
    company,
    name,
    address,
    products,
    materials: ids.split(' ').filter(Boolean),
    reason,
  }
}

/** Columns: status, age in days, type | company | person | address | products | materials | reason. */
const firms = `
pending 0 oem | Sundari Staircase Works | Meenakshi Pillai | Plot 31, SIPCOT Industrial Park, Hosur 635126 | Teak and ash staircases, railings and handrails | |
pending 1 vendor | Gomti Laminates Pvt Ltd | Saurabh Tandon | 14, Amausi Industrial Area, Lucknow 226008 | Decorative laminates and matching edgebands | laminate edgeband |
pending 2 oem | Chilika Boat and Deck | Prasanta Behera | Shed 6, Jagatpur Industrial Estate, Cuttack 754021 | Deck furniture and outdoor seating in treated pine | |
pending 4 vendor | M/s. Deccan Edge Profiles | Rohini Kulkarni | Gat 1042, Pirangut, Pune 412115 | ABS and acrylic edgeband, and gluing machines on hire | edgeband machinery other |
pending 6 oem | Tapti Hospital Furniture | Zeenat Merchant | 220, Sachin GIDC, Surat 394230 | Bedside lockers, overbed tables and nurse stations | |
changes 9 vendor | Betwa Plywood Traders | Ankit Saxena | 8, Govindpura Industrial Area, Bhopal 462023 | Commercial and marine plywood from stock | plywood | The photo shows the shop front. Please send a portrait of yourself.
approved 22 oem | Satpura Kids Rooms | Nidhi Dubey | 45, Govindpura Industrial Area, Bhopal 462023 | Bunk beds and study units | |
withdrawn 12 vendor | Lucknow Veneers | रामेश्वर प्रसाद | 17, Station Road, Lucknow 226001 | Teak and rosewood face veneers | veneer |
rejected 15 oem | Ravi Trading Agency | Om Prakash Sethi | 2, Timber Market, Ludhiana 141003 | Trading in imported furniture of several brands | | The association is for manufacturers; you are welcome as a vendor.
`
  .trim()
  .split('\n')
  .map(readFirm)
