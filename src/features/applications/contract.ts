import { z } from 'zod'
import { materialIds } from '#features/members/materials.ts'
import { email, multiLine, optional, required, singleLine, webAddress } from '#shared/fields.ts'
import { type FileKind, fileKinds } from '#shared/file-kinds.ts'
import { type MemberRole, memberRoles } from '#shared/roles.ts'

/** What both kinds of applicant tell (contract 5, Application form). */
const commonFields = {
  name: required(singleLine(), 'Name is required', 2),
  email: email('Please enter a valid email'),
  companyName: required(singleLine(), 'Company name is required', 2),
  whatsappNumber: required(singleLine(30), 'Please enter a valid WhatsApp number', 10),
  websiteUrl: optional(webAddress('Must be a valid URL')),
  address: required(multiLine(), 'Please provide complete address', 10),
  factoryAddress: required(multiLine(), 'Please provide complete factory address', 10),
  certificatePostalAddress: required(
    multiLine(),
    'Please provide postal address for certificate dispatch',
    10,
  ),
  referenceBy: required(singleLine(), 'Please tell who referred you', 2),
  servicesProducts: required(multiLine(), 'Please describe your services/products in detail', 10),
  companyDescription: required(multiLine(), 'Please describe your company', 10),
  socialMediaLinks: optional(multiLine()),
  /** The version of the privacy notice that was agreed to; a client without the form sends none. */
  noticeVersion: optional(singleLine(40)),
}

const chooseMaterial = 'Select at least one material'

/** Arrays travel as JSON strings (contract 7); a plain form may repeat the field. */
const chosenMaterials = z.preprocess(
  (sent) => {
    if (typeof sent !== 'string') return sent
    try {
      return JSON.parse(sent)
    } catch {
      return sent.trim() === '' ? [] : [sent]
    }
  },
  z
    .array(z.enum(materialIds, 'Please choose materials from the list'), chooseMaterial)
    .min(1, chooseMaterial)
    .max(materialIds.length * 2, 'Please choose each material once')
    .transform((chosen) => [...new Set(chosen)]),
)

export const oemApplication = z.object(
  {
    type: z.literal('oem'),
    ...commonFields,
    ageSex: required(singleLine(40), 'Age and sex are required', 2),
    designation: required(singleLine(), 'Designation is required', 2),
    yearOfIncorporation: required(singleLine(40), 'Year of incorporation is required', 2),
    totalEmployees: required(singleLine(40), 'Total number of employees is required', 1),
  },
  'Please fill in the form',
)

export const vendorApplication = z.object(
  {
    type: z.literal('vendor'),
    ...commonFields,
    materials: chosenMaterials,
    otherMaterials: optional(singleLine()),
  },
  'Please fill in the form',
)

/** POST /api/auth/apply: the fields; the files stand in `filesOf`. */
export const applicationForm = z.discriminatedUnion('type', [oemApplication, vendorApplication], {
  error: 'Please choose OEM Member or Vendor',
})

export type ApplicationForm = z.output<typeof applicationForm>
export type OemForm = z.output<typeof oemApplication>
export type VendorForm = z.output<typeof vendorApplication>
/** As it stands in the browser while it is filled in. */
export type OemDraft = Omit<z.input<typeof oemApplication>, 'noticeVersion'>
export type VendorDraft = Omit<z.input<typeof vendorApplication>, 'noticeVersion'>

/** The upload fields of each form; those with a message must be filled. */
export const uploadFields = {
  oem: {
    memberPhoto: 'Member Photo is required',
    incorporationCertificate: 'Incorporation certificate is required',
    companyPanCard: 'Company PAN card is required',
    factoryMachineryPhotos: 'Factory / machinery photos are required',
    businessCard: undefined,
  },
  vendor: { memberPhoto: 'Member Photo is required' },
} as const satisfies Record<MemberRole, Partial<Record<FileKind, string | undefined>>>

/** The kinds an application may bring, in the order of the form. */
export const paperKinds = [
  'memberPhoto',
  'incorporationCertificate',
  'companyPanCard',
  'factoryMachineryPhotos',
  'businessCard',
] as const satisfies readonly FileKind[]

export type PaperKind = (typeof paperKinds)[number]

/** 'Please send at most 12 factory / machinery photos': more of a kind than one form takes. */
export const tooManyFiles = (kind: FileKind): string =>
  fileKinds[kind].maxCount === 1
    ? 'Please send one file for each field'
    : `Please send at most ${fileKinds[kind].maxCount} photos`

/** `changes`: the applicant has been asked for changes. `withdrawn`: by the applicant. */
export const applicationStatuses = [
  'pending',
  'changes',
  'approved',
  'rejected',
  'withdrawn',
] as const
export type ApplicationStatus = (typeof applicationStatuses)[number]

/**
 * PUT /api/admin/applications/{id}/status. `pending` reopens a rejected one; `changes` asks the
 * applicant, and needs words. `updated_at` as it was read: nobody decides on what they have not seen.
 */
export const applicationDecision = z
  .object({
    status: z.enum(['approved', 'rejected', 'pending', 'changes'], 'Please choose a decision'),
    reason: multiLine(1000).default(''),
    updated_at: singleLine(40).optional(),
  })
  .refine(({ status, reason }) => status !== 'changes' || reason !== '', {
    path: ['reason'],
    message: 'Please say what should be changed',
  })
export type ApplicationDecision = z.input<typeof applicationDecision>

/** What stands behind the private link of an applicant. */
export const applicantToken = z.object({
  token: z.string().regex(/^[\w-]{43}$/, 'This link is not complete; please open it from the mail'),
})

const limitMessage = 'Please ask for 1 to 200 applications at a time'

/** The query of the lists: all optional; without `limit` the whole list comes (contract 12). */
export const applicationQuery = z.object({
  search: z.string().max(200, 'Please search for at most 200 characters').optional(),
  status: z.enum(applicationStatuses, 'Please choose a status from the list').optional(),
  type: z.enum(memberRoles, 'Please choose OEM Member or Vendor').optional(),
  sort: z.enum(['created_at', '-created_at'], 'Please sort by created_at').optional(),
  limit: z.coerce
    .number(limitMessage)
    .int(limitMessage)
    .min(1, limitMessage)
    .max(200, limitMessage)
    .optional(),
  cursor: z.string().max(200, 'This list cannot be continued; please load it again').optional(),
})
export type ApplicationQuery = z.infer<typeof applicationQuery>

/** The fields as they were sent and the addresses of the files; empty strings where nothing was. */
export interface ApplicationData {
  name: string
  email: string
  companyName: string
  whatsappNumber: string
  websiteUrl: string
  address: string
  factoryAddress: string
  certificatePostalAddress: string
  referenceBy: string
  servicesProducts: string
  companyDescription: string
  socialMediaLinks: string
  ageSex?: string
  designation?: string
  yearOfIncorporation?: string
  totalEmployees?: string
  materials?: string[]
  otherMaterials?: string
  /** `/uploads/{filename}`, absent when there is none (any more). */
  memberPhoto?: string
  incorporationCertificate?: string
  companyPanCard?: string
  businessCard?: string
  factoryMachineryPhotos?: string[]
}

/** An application as administrators see it in lists. Times are ISO UTC. */
export interface Application {
  id: string
  type: MemberRole
  status: ApplicationStatus
  created_at: string
  updated_at: string
  formData: ApplicationData
  decided_at: string | null
  /** The name of the administrator of the last decision. */
  decided_by: string | null
  decision_reason: string
  member_id: string | null
  /** Of the member an approved application has become. */
  membership_number: string | null
  notice_version: string | null
  consented_at: string | null
  /** When the applicant first opened the private link of the confirmation mail. */
  email_confirmed_at: string | null
  /** When the papers were removed (retention); null while they are there. */
  papers_removed_at: string | null
}

/** Somebody who may be the same firm: a member (or administrator), or another application. */
export interface PossibleDuplicate {
  what: 'member' | 'application'
  id: string
  name: string
  company_name: string
  /** The membership number, or the status of the application. */
  note: string
  same: ('email' | 'phone' | 'company')[]
}

/** GET /api/admin/applications/{id}. */
export interface ApplicationDetails extends Application {
  alike: PossibleDuplicate[]
  /** What happened to it, oldest first, as plain sentences. */
  history: { at: string; words: string }[]
}

/** POST /api/applications/mine: what the applicant sees behind the private link. */
export type OwnApplication = Pick<
  Application,
  'type' | 'status' | 'created_at' | 'updated_at' | 'formData' | 'decision_reason'
>

/** POST /api/applications/mine/changes. */
export interface SubmittedChanges extends OwnApplication {
  /** The address, when it has moved: earlier links have ended, one in a mail to it leads on. */
  new_link_to?: string
}

/** GET /api/admin/applications/retention: what the daily sweep did and will do. */
export interface Retention {
  days: number
  lastRun: { at: string; applications: number; files: number } | null
  /** Applications whose papers go next, and when. */
  waiting: number
  nextDue: string | null
}
