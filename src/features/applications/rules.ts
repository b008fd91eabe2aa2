import type { Instant } from '#shared/dates.ts'
import { days } from '#shared/durations.ts'
import { type FileKind, fileKinds } from '#shared/file-kinds.ts'
import type { MemberRole } from '#shared/roles.ts'
import type { Application, ApplicationData } from './answers.ts'
import type { ApplicationStatus } from './contract.ts'
import { type PaperKind, paperKinds, tooManyFiles, uploadFields } from './papers.ts'

/** The statuses from which an administrator may make each decision (contract 4.2). */
const allowedFrom = {
  approved: ['pending'],
  rejected: ['pending', 'changes'],
  changes: ['pending'],
  pending: ['rejected', 'changes'],
} as const satisfies Record<string, readonly ApplicationStatus[]>

export type Decision = keyof typeof allowedFrom

/** True when the decision is allowed in this status. */
export const canDecide = (from: ApplicationStatus, to: Decision): boolean =>
  (allowedFrom[to] as readonly ApplicationStatus[]).includes(from)

/** The number of an application that people quote, like 'A-3F9C21AB': the end of its id. */
export const applicationNumber = (id: string): string => `A-${id.slice(-8).toUpperCase()}`

/** The end of the id that a search term has as an application number; undefined for other terms. */
export const searchedNumber = (term: string): string | undefined =>
  term.toLowerCase().match(/^(?:a-)?([0-9a-f]{8})$/)?.[1]

export const statusLabels: Record<ApplicationStatus, string> = {
  pending: 'Pending',
  changes: 'Changes requested',
  approved: 'Approved',
  rejected: 'Rejected',
  withdrawn: 'Withdrawn',
}

export const membershipTypeLabels: Record<MemberRole, string> = {
  oem: 'OEM Member',
  vendor: 'Vendor',
}

/** The labels of the papers, in forms and in sentences. */
export const paperLabels: Record<PaperKind, string> = {
  memberPhoto: 'Member Photo',
  incorporationCertificate: 'Incorporation Certificate',
  companyPanCard: 'Company PAN Card',
  factoryMachineryPhotos: 'Factory / Machinery Photos',
  businessCard: 'Business Card',
}

export const isPaperKind = (kind: string): kind is PaperKind => Object.hasOwn(paperLabels, kind)

/** The URLs of papers (`/uploads/{filename}`), by kind. */
export type PaperUrls = Partial<Record<PaperKind, string[]>>

/** The URLs of an application's papers. */
export function papersOf(data: ApplicationData): PaperUrls {
  const papers: PaperUrls = {}
  for (const kind of paperKinds) {
    const value = data[kind]
    if (value !== undefined) papers[kind] = Array.isArray(value) ? value : [value]
  }
  return papers
}

/** The labels of the fields, in the order of the form. */
export const detailLabels = {
  name: 'Name',
  companyName: 'Company Name',
  ageSex: 'Age / Sex',
  designation: 'Designation',
  email: 'Email',
  whatsappNumber: 'WhatsApp Number',
  yearOfIncorporation: 'Year of Incorporation',
  totalEmployees: 'Total Employees',
  websiteUrl: 'Website URL',
  address: 'Address',
  factoryAddress: 'Factory Address',
  certificatePostalAddress: 'Certificate Postal Address',
  companyDescription: 'Company Description',
  servicesProducts: 'Services / Products',
  materials: 'Materials',
  otherMaterials: 'Other Materials',
  referenceBy: 'Reference By',
  socialMediaLinks: 'Social Media Links',
} as const satisfies Record<Exclude<keyof ApplicationData, PaperKind>, string>

export const isDetailName = (name: string): name is keyof typeof detailLabels =>
  Object.hasOwn(detailLabels, name)

/** The errors of the upload fields, in the order of the form, by the number of files of each kind. */
export function fileErrors(
  type: MemberRole,
  counts: Partial<Record<FileKind, number>>,
): { field: FileKind; message: string }[] {
  const fields: Partial<Record<FileKind, string | undefined>> = uploadFields[type]
  return paperKinds.flatMap((field) => {
    const count = counts[field] ?? 0
    const requiredMessage = fields[field]
    if (count === 0)
      return requiredMessage === undefined ? [] : [{ field, message: requiredMessage }]
    return count > fileKinds[field].maxCount ? [{ field, message: tooManyFiles(field) }] : []
  })
}

/** True when the form of this type has an upload field of this kind. */
export const hasUploadField = (type: MemberRole, kind: string): boolean =>
  Object.hasOwn(uploadFields[type], kind)

/** Undecided applications per e-mail address (contract 9.8). */
export const maxOpenApplications = 3

/** How long the papers of a rejected or withdrawn application are kept, in days (contract 14.5). */
export const paperRetentionDays = 90

/** Papers of rejected or withdrawn applications decided before this time are deleted. */
export const papersDueBefore = (now: Date): Date =>
  new Date(now.getTime() - days(paperRetentionDays))

/**
 * Days without a confirmed email address after which an undecided application gets a reminder and is
 * deleted, and how many days before that the deletion is announced (contract 12.13).
 */
export const unconfirmedDays = { reminder: 3, deletion: 30, notice: 7 } as const

type ApplicationProgress = Pick<
  Application,
  'status' | 'email_confirmed_at' | 'kept_at' | 'updated_at'
>

/** True for an undecided application whose email address is not confirmed. */
export const isUnconfirmed = ({ status, email_confirmed_at }: ApplicationProgress): boolean =>
  (status === 'pending' || status === 'changes') && email_confirmed_at === null

/** When an unconfirmed application is deleted at the earliest; undefined when it stays. */
export const deletionDate = (application: ApplicationProgress): Date | undefined =>
  isUnconfirmed(application) && application.kept_at === null
    ? new Date(Date.parse(application.updated_at) + days(unconfirmedDays.deletion))
    : undefined

/** A private link works while the application is open, and then until its papers are deleted. */
export const isLinkAlive = (
  { status, decided_at }: { status: ApplicationStatus; decided_at: Instant | null },
  now: Date,
): boolean =>
  status === 'pending' ||
  status === 'changes' ||
  Date.parse(decided_at ?? '') > papersDueBefore(now).getTime()

/** The privacy notice of the form. Changing its text requires a new version. */
export const privacyNotice = {
  version: '2026-11-21',
  paragraphs: [
    'We use these details to decide on your application and, if you become a member, to manage your membership.',
    'Only administrators of the association can see your documents. The PAN card and certificates are stored encrypted, and every opening is recorded.',
    `When an application is rejected or withdrawn, its documents are deleted after ${paperRetentionDays} days. You can withdraw at any time with the private link in the confirmation email.`,
  ],
  consent:
    'I have read this and agree that the association may use these details for my membership.',
} as const
