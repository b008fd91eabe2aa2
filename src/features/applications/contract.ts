import { z } from 'zod'
import { materialIds } from '#features/members/materials.ts'
import {
  email,
  formMessage,
  multiLine,
  optional,
  required,
  singleLine,
  webAddress,
  whatsAppNumber,
} from '#shared/fields.ts'
import { pageCursor, pageLimit, searchQuery } from '#shared/list-query.ts'
import { memberRoles } from '#shared/roles.ts'

const typeMessage = 'Please select OEM Member or Vendor'

/** The fields of both forms (contract 3.8 and 5.8). */
const sharedFields = {
  name: required(singleLine(), 'Name is required', 2),
  email: email('Please enter a valid email'),
  companyName: required(singleLine(), 'Company name is required', 2),
  whatsappNumber: whatsAppNumber,
  websiteUrl: optional(webAddress('Must be a valid URL')),
  address: required(multiLine(), 'Please provide complete address', 10),
  factoryAddress: required(multiLine(), 'Please provide complete factory address', 10),
  certificatePostalAddress: required(
    multiLine(),
    'Please provide postal address for certificate dispatch',
    10,
  ),
  referenceBy: required(singleLine(), 'Please enter who referred you', 2),
  servicesProducts: required(multiLine(), 'Please describe your services/products in detail', 10),
  companyDescription: required(multiLine(), 'Please describe your company', 10),
  socialMediaLinks: optional(multiLine()),
  /** The version of the privacy notice the applicant agreed to; absent when sent without the form. */
  noticeVersion: optional(singleLine(40)),
}

const materialsMessage = 'Select at least one material'

/** Multipart forms send arrays as JSON strings (contract 7.3); a repeated field is accepted too. */
const materialsField = z.preprocess(
  (value) => {
    if (typeof value !== 'string') return value
    try {
      return JSON.parse(value)
    } catch {
      return value.trim() === '' ? [] : [value]
    }
  },
  z
    .array(z.enum(materialIds, 'Please select materials from the list'), materialsMessage)
    .min(1, materialsMessage)
    .max(materialIds.length * 2, 'Please select each material once')
    .transform((materials) => [...new Set(materials)]),
)

export const oemApplication = z.object(
  {
    type: z.literal('oem'),
    ...sharedFields,
    ageSex: required(singleLine(40), 'Age and sex are required', 2),
    designation: required(singleLine(), 'Designation is required', 2),
    yearOfIncorporation: required(singleLine(40), 'Year of incorporation is required', 2),
    totalEmployees: required(singleLine(40), 'Total number of employees is required', 1),
  },
  formMessage,
)

export const vendorApplication = z.object(
  {
    type: z.literal('vendor'),
    ...sharedFields,
    materials: materialsField,
    otherMaterials: optional(singleLine()),
  },
  formMessage,
)

/** POST /api/auth/apply: the fields of the form; its files are in `uploadFields`. */
export const applicationForm = z.discriminatedUnion('type', [oemApplication, vendorApplication], {
  error: typeMessage,
})

export type ApplicationForm = z.output<typeof applicationForm>

/** `changes`: the applicant is asked for changes. `withdrawn`: by the applicant (contract 4.2). */
export const applicationStatuses = [
  'pending',
  'changes',
  'approved',
  'rejected',
  'withdrawn',
] as const
export type ApplicationStatus = (typeof applicationStatuses)[number]

/**
 * PUT /api/admin/applications/{id}/status. `pending` reopens an application; `changes` requires a
 * reason. With `updated_at` the decision is refused when the application has changed since it was read.
 */
export const applicationDecision = z
  .object({
    status: z.enum(['approved', 'rejected', 'pending', 'changes'], 'Please select a decision'),
    reason: multiLine(1000).default(''),
    updated_at: singleLine(40).optional(),
    /**
     * The ids of the possible duplicates that the administrator has seen. When given, an approval is refused if there
     * is any other.
     */
    seen_duplicates: z.array(z.string().max(40)).max(100).optional(),
  })
  .refine(({ status, reason }) => status !== 'changes' || reason !== '', {
    path: ['reason'],
    message: 'Please enter what should be changed',
  })
export type ApplicationDecision = z.input<typeof applicationDecision>

/** PUT /api/admin/applications/{id}/keep: whether an application stays although its email is not confirmed. */
export const applicationKeeping = z.object({
  keep: z.boolean('Please choose whether to keep the application'),
  updated_at: singleLine(40).optional(),
})
export type ApplicationKeeping = z.input<typeof applicationKeeping>

/** `unconfirmed`: undecided applications whose email address is not confirmed (contract 12.13). */
const emailFilters = ['unconfirmed', 'confirmed'] as const
export type EmailFilter = (typeof emailFilters)[number]

/** The token of an applicant's private link. */
export const applicantToken = z.object({
  token: z.string().regex(/^[\w-]{43}$/, 'This link is incomplete. Open it again from the email.'),
})

/** The query of the lists. All fields are optional; without `limit` the list is complete (contract 9.7). */
export const applicationQuery = z.object({
  search: searchQuery.optional(),
  status: z.enum(applicationStatuses, 'Please select a status from the list').optional(),
  type: z.enum(memberRoles, typeMessage).optional(),
  email: z.enum(emailFilters, 'Please select unconfirmed or confirmed').optional(),
  sort: z.enum(['created_at', '-created_at'], 'Please sort by created_at').optional(),
  limit: pageLimit(200, 'applications').optional(),
  cursor: pageCursor.optional(),
})
export type ApplicationQuery = z.infer<typeof applicationQuery>
