import { days } from '#shared/dates.ts'
import { type FileKind, fileKinds } from '#shared/file-kinds.ts'
import type { MemberRole } from '#shared/roles.ts'
import {
  type ApplicationData,
  type ApplicationStatus,
  type PaperKind,
  paperKinds,
  tooManyFiles,
  uploadFields,
} from './contract.ts'

/** From which states an administrator may lead an application to another (contract 4). */
const ways = {
  approved: ['pending'],
  rejected: ['pending', 'changes'],
  changes: ['pending'],
  pending: ['rejected', 'changes'],
} as const satisfies Record<string, readonly ApplicationStatus[]>

export type Decision = keyof typeof ways

/** True when the decision may follow the state. A decided application is decided once. */
export const canDecide = (from: ApplicationStatus, to: Decision): boolean =>
  (ways[to] as readonly ApplicationStatus[]).includes(from)

/** What becomes of an application in words: 'approved', 'rejected'…, for sentences and badges. */
export const statusLabels: Record<ApplicationStatus, string> = {
  pending: 'Pending',
  changes: 'Changes asked',
  approved: 'Approved',
  rejected: 'Rejected',
  withdrawn: 'Withdrawn',
}

/** What the papers are called, in forms and in sentences. */
export const paperLabels: Record<PaperKind, string> = {
  memberPhoto: 'Member Photo',
  incorporationCertificate: 'Incorporation Certificate',
  companyPanCard: 'Company PAN Card',
  factoryMachineryPhotos: 'Factory / Machinery Photos',
  businessCard: 'Business Card',
}

export const isPaperKind = (kind: string): kind is PaperKind => Object.hasOwn(paperLabels, kind)

/** What the fields are called, in the order of the form. */
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

/**
 * What is wrong with the files of a form: the field and the message of the contract, in the order
 * of the form. `sent` says how many files of each kind came.
 */
export function fileErrors(
  type: MemberRole,
  sent: Partial<Record<FileKind, number>>,
): { field: FileKind; message: string }[] {
  const wanted: Partial<Record<FileKind, string | undefined>> = uploadFields[type]
  return paperKinds.flatMap((field) => {
    const count = sent[field] ?? 0
    const missing = wanted[field]
    if (count === 0) return missing === undefined ? [] : [{ field, message: missing }]
    return count > fileKinds[field].maxCount ? [{ field, message: tooManyFiles(field) }] : []
  })
}

/** True for an upload field that the form of this type has. */
export const hasUploadField = (type: MemberRole, kind: string): boolean =>
  Object.hasOwn(uploadFields[type], kind)

/** How many applications one e-mail address may have that are not decided yet. */
export const maxOpenApplications = 3

/** How long papers of an application that came to nothing are kept, in days (rulings; R75). */
export const paperRetentionDays = 90

/** Papers of rejected or withdrawn applications decided before this moment go. */
export const papersDueBefore = (now: Date): Date =>
  new Date(now.getTime() - days(paperRetentionDays))

/** A private link works as long as its application can change, and as long as papers are kept. */
export const isLinkAlive = (
  { status, decided_at }: { status: ApplicationStatus; decided_at: string | null },
  now: Date,
): boolean =>
  status === 'pending' ||
  status === 'changes' ||
  Date.parse(decided_at ?? '') > papersDueBefore(now).getTime()

/** The privacy notice beside the consent; a new wording gets a new version. */
export const privacyNotice = {
  version: '2026-11-21',
  paragraphs: [
    'We ask for these details to decide on your membership and, if you become a member, to run it.',
    'Only administrators of the association see your papers. The PAN card and certificates are kept encrypted, and every opening is recorded.',
    `When an application is rejected or withdrawn, its papers are deleted after ${paperRetentionDays} days. You can withdraw at any time through the private link in the confirmation mail.`,
  ],
  consent: 'I have read this and agree that the association uses these details for my membership.',
} as const
