/**
 * The applications of the sample association, in every state but approved, with papers that open.
 * Firms, people and numbers do not exist (see the sample members).
 */
import { Readable } from 'node:stream'
import { findPersonByEmail } from '#features/members/server/queries.ts'
import type { Database } from '#platform/server/database/database.ts'
import type { IncomingFile, StoredFile } from '#platform/server/files/files.ts'
import { recordChange } from '#platform/server/history.ts'
import { newId } from '#platform/server/ids.ts'
import type { World } from '#platform/server/world.ts'
import { days } from '#shared/dates.ts'
import type { MemberRole } from '#shared/roles.ts'
import { type ApplicationStatus, applicationForm, type PaperKind } from '../contract.ts'
import { privacyNotice } from '../rules.ts'
import { claimPapers, paperAddresses, withStoredFiles } from './apply/papers.ts'
import { columnsOf, emptyApplication } from './apply/submit.ts'
import { type ApplicationRow, insertApplication } from './queries.ts'

/** Files on their way, and in the same order kept, each with the line of the table it belongs to. */
export type SamplePapers = { line: number; file: StoredFile }[]

/** A paper somebody drew for a sample application. */
export interface DrawnPaper {
  kind: PaperKind
  /** What the file is called. */
  name: string
  bytes: Buffer
}

/**
 * Keeps the papers of the sample applications and does the work with them (it calls
 * `addSampleApplications`); when the work fails, they go again.
 */
export async function withSamplePapers(
  world: World,
  draw: (firm: Firm, seed: number) => Promise<DrawnPaper[]>,
  work: (papers: SamplePapers) => Promise<void>,
): Promise<void> {
  const arrived: { line: number; file: IncomingFile }[] = []
  try {
    for (const [line, firm] of firms.entries())
      for (const { kind, name, bytes } of await draw(firm, line)) {
        const file = await world.files.receive(Readable.from([bytes]), kind, name)
        arrived.push({ line, file })
      }
    await withStoredFiles(
      world,
      arrived.map(({ file }) => file),
      async (kept) => {
        const lines = kept.map((file, index) => ({ line: arrived[index]?.line ?? 0, file }))
        await work(lines)
        return { used: true, answer: undefined }
      },
    )
  } finally {
    await world.files.discard(arrived.map(({ file }) => file))
  }
}

/** Call it in the transaction that fills the database, after the members. */
export async function addSampleApplications(
  db: Database,
  papers: SamplePapers,
  adminEmail: string,
  now: Date,
): Promise<void> {
  const admin = await findPersonByEmail(db, adminEmail)
  for (const [line, firm] of firms.entries()) {
    const kept = papers.filter((paper) => paper.line === line).map(({ file }) => file)
    const row = rowOf(firm, line, kept, admin?.id ?? null, now)
    await insertApplication(db, row)
    await claimPapers(db, row.id, paperAddresses(kindsOf(kept), kept))
    await recordSteps(db, row)
  }
}

const kindsOf = (kept: readonly StoredFile[]) => ({
  papers: new Map(kept.map(({ kind }) => [kind as PaperKind, { names: [], arrived: [] }])),
})

function rowOf(
  firm: Firm,
  line: number,
  kept: readonly StoredFile[],
  adminId: string | null,
  now: Date,
): ApplicationRow {
  const sent = new Date(now.getTime() - days(firm.age) - days(line) / 24)
  const decided = new Date(sent.getTime() + days(1) / 3).toISOString()
  const isDecided = firm.status !== 'pending'
  const form = applicationForm.parse(formOf(firm, line))
  const papers = paperAddresses(kindsOf(kept), kept)
  return {
    ...emptyApplication(sent),
    ...columnsOf({ form, fingerprint: newId(sent) }, papers, sent),
    status: firm.status,
    decision_reason: firm.reason,
    ...(isDecided && { decided_at: decided, decided_by: adminId, updated_at: decided }),
  }
}

async function recordSteps(db: Database, row: ApplicationRow): Promise<void> {
  const subject = { subject: 'application', subjectId: row.id }
  await recordChange(db, { ...subject, actor: null, act: 'submitted' }, new Date(row.created_at))
  if (row.status === 'pending') return
  await recordChange(
    db,
    {
      ...subject,
      actor: row.decided_by,
      act: row.status === 'changes' ? 'asked for changes' : row.status,
      after: { status: row.status, reason: row.decision_reason },
    },
    new Date(row.updated_at),
  )
}

function formOf({ type, company, name, place, products, materials }: Firm, line: number) {
  const host = `${company.toLowerCase().replace(/\b(m\/s|pvt|ltd)\b|[^a-z]/g, '')}.example`
  const town = place.match(/([A-Za-z ]+) \d{6}$/)?.[1]?.trim() ?? 'India'
  return {
    type,
    name,
    email: `${name.toLowerCase().split(' ')[0]}@${host}`,
    companyName: company,
    whatsappNumber: `+91 5${40 + line}00 0${2101 + line * 317}`,
    websiteUrl: line % 3 === 2 ? '' : `https://www.${host}`,
    address: place,
    factoryAddress: place,
    certificatePostalAddress: `${company}, ${place}`,
    referenceBy: line % 2 === 0 ? 'Rajendra Vyas, Marudhar Woodcraft' : 'Trade fair, Mumbai',
    servicesProducts: products,
    companyDescription: `${products}. Works and office in ${town}.`,
    socialMediaLinks: '',
    noticeVersion: privacyNotice.version,
    ageSex: `${34 + line * 3} / ${line % 2 === 0 ? 'F' : 'M'}`,
    designation: line % 2 === 0 ? 'Managing Director' : 'Partner',
    yearOfIncorporation: String(1996 + line * 4),
    totalEmployees: String(18 + line * 21),
    materials,
    otherMaterials: materials.includes('other') ? products : '',
  }
}

export interface Firm {
  type: MemberRole
  status: ApplicationStatus
  /** Days ago. */
  age: number
  company: string
  name: string
  place: string
  products: string
  materials: string[]
  reason: string
}

function readFirm(row: string): Firm {
  const [head = '', company = '', name = '', place = '', products = '', ids = '', reason = ''] = row
    .split('|')
    .map((part) => part.trim())
  const [status = '', age = '', type = ''] = head.split(' ')
  return {
    type: type as MemberRole,
    status: status as ApplicationStatus,
    age: Number(age),
    company,
    name,
    place,
    products,
    materials: ids.split(' ').filter(Boolean),
    reason,
  }
}

/** What became of it, days ago, type | firm | person | place | products | materials | reason. */
const firms = `
pending 0 oem | Sundari Staircase Works | Meenakshi Pillai | Plot 31, SIPCOT Industrial Park, Hosur 635126 | Teak and ash staircases, railings and handrails | |
pending 1 vendor | Gomti Laminates Pvt Ltd | Saurabh Tandon | 14, Amausi Industrial Area, Lucknow 226008 | Decorative laminates and matching edgebands | laminate edgeband |
pending 2 oem | Chilika Boat and Deck | Prasanta Behera | Shed 6, Jagatpur Industrial Estate, Cuttack 754021 | Deck furniture and outdoor seating in treated pine | |
pending 4 vendor | M/s. Deccan Edge Profiles | Rohini Kulkarni | Gat 1042, Pirangut, Pune 412115 | ABS and acrylic edgeband, and gluing machines on hire | edgeband machinery other |
pending 6 oem | Tapti Hospital Furniture | Zeenat Merchant | 220, Sachin GIDC, Surat 394230 | Bedside lockers, overbed tables and nurse stations | |
changes 9 vendor | Betwa Plywood Traders | Ankit Saxena | 8, Govindpura Industrial Area, Bhopal 462023 | Commercial and marine plywood from stock | plywood | The photo shows the shop front. Please send a portrait of yourself.
rejected 15 oem | Ravi Trading Agency | Om Prakash Sethi | 2, Timber Market, Ludhiana 141003 | Trading in imported furniture of several brands | | The association is for manufacturers; you are welcome as a vendor.
`
  .trim()
  .split('\n')
  .map(readFirm)
