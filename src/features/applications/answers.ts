import { z } from 'zod'
import { moment } from '#shared/fields.ts'
import { memberRoles } from '#shared/roles.ts'
import { applicationStatuses } from './contract.ts'

const text = z.string()
/** `/uploads/{filename}`. */
const fileUrl = z.string()

/** The submitted fields (empty strings when not given) and the addresses of the papers. */
const applicationData = z.strictObject({
  name: text,
  email: text,
  companyName: text,
  whatsappNumber: text,
  websiteUrl: text,
  address: text,
  factoryAddress: text,
  certificatePostalAddress: text,
  referenceBy: text,
  servicesProducts: text,
  companyDescription: text,
  socialMediaLinks: text,
  ageSex: text.optional(),
  designation: text.optional(),
  yearOfIncorporation: text.optional(),
  totalEmployees: text.optional(),
  materials: z.array(text).optional(),
  otherMaterials: text.optional(),
  // Papers are absent when they were not sent or are deleted already.
  memberPhoto: fileUrl.optional(),
  incorporationCertificate: fileUrl.optional(),
  companyPanCard: fileUrl.optional(),
  businessCard: fileUrl.optional(),
  factoryMachineryPhotos: z.array(fileUrl).optional(),
})

/** An application as administrators get it (contract 3.4). */
export const applicationAnswer = z.strictObject({
  id: z.string(),
  type: z.enum(memberRoles),
  status: z.enum(applicationStatuses),
  created_at: moment,
  updated_at: moment,
  formData: applicationData,
  decided_at: moment.nullable(),
  /** The name of the administrator who decided last. */
  decided_by: text.nullable(),
  decision_reason: text,
  member_id: z.string().nullable(),
  /** The membership number of the member an approved application became. */
  membership_number: text.nullable(),
  notice_version: text.nullable(),
  consented_at: moment.nullable(),
  /** When a private link that was mailed to this address was first opened. */
  email_confirmed_at: moment.nullable(),
  /** When retention deleted the papers; null before that. */
  papers_removed_at: moment.nullable(),
  /** When an administrator decided to keep it although the email address is not confirmed. */
  kept_at: moment.nullable(),
})

export const applicationsAnswer = z.array(applicationAnswer)

/** A member, administrator or other application that may be the same person or firm. */
const possibleDuplicate = z.strictObject({
  what: z.enum(['member', 'application']),
  id: z.string(),
  name: text,
  company_name: text,
  /** The membership number, or the status of the application. */
  note: text,
  same: z.array(z.enum(['email', 'phone', 'company'])),
})

export const applicationDetailsAnswer = applicationAnswer.extend({
  /** The possible duplicates. */
  alike: z.array(possibleDuplicate),
  /** What happened, oldest first, as sentences without a full stop. */
  history: z.array(z.strictObject({ at: moment, words: text })),
})

/** An application as its applicant sees it. */
export const ownApplicationAnswer = applicationAnswer
  .pick({
    type: true,
    status: true,
    created_at: true,
    updated_at: true,
    formData: true,
    decision_reason: true,
  })
  .extend({
    /** The number that people quote, like 'A-3F9C21AB'. */
    number: text,
  })

export const submittedChangesAnswer = ownApplicationAnswer.extend({
  /** The new e-mail address, when it was changed: earlier links have ended, it was mailed a new one. */
  new_link_to: text.optional(),
})

/** The answer to an application; it contains no personal data. */
export const acknowledgementAnswer = applicationAnswer
  .pick({ id: true, type: true, status: true, created_at: true })
  // There while the portal's mails wait.
  .extend({ mail_delayed: z.literal(true).optional() })

/** Pending applications in the shape of members. */
export const pendingMembersAnswer = z.array(
  z.strictObject({
    id: z.string(),
    name: text,
    email: text,
    company_name: text,
    role: z.enum(memberRoles),
    created_at: moment,
  }),
)

/** The last and the next run of the daily sweep. */
export const retentionAnswer = z.strictObject({
  days: z.int(),
  lastRun: z.strictObject({ at: moment, applications: z.int(), files: z.int() }).nullable(),
  /** The number of applications whose papers will be deleted, and when the next deletion is due. */
  waiting: z.int(),
  nextDue: moment.nullable(),
})

export type ApplicationData = z.infer<typeof applicationData>

export const emptyApplicationData: ApplicationData = {
  name: '',
  email: '',
  companyName: '',
  whatsappNumber: '',
  websiteUrl: '',
  address: '',
  factoryAddress: '',
  certificatePostalAddress: '',
  referenceBy: '',
  servicesProducts: '',
  companyDescription: '',
  socialMediaLinks: '',
}
export type Application = z.infer<typeof applicationAnswer>
export type PossibleDuplicate = z.infer<typeof possibleDuplicate>
export type ApplicationDetails = z.infer<typeof applicationDetailsAnswer>
export type OwnApplication = z.infer<typeof ownApplicationAnswer>
export type SubmittedChanges = z.infer<typeof submittedChangesAnswer>
export type Acknowledgement = z.infer<typeof acknowledgementAnswer>
export type PendingMember = z.infer<typeof pendingMembersAnswer>[number]
export type Retention = z.infer<typeof retentionAnswer>
