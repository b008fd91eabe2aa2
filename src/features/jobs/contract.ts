import { z } from 'zod'
import { multiLine, required, singleLine } from '#shared/fields.ts'
import { pageCursor, pageLimit, searchQuery } from '#shared/list-query.ts'
import { readPaise } from '#shared/values/amount.ts'

export const locationTypes = ['remote', 'onsite', 'hybrid'] as const
export const employmentTypes = ['full-time', 'part-time', 'contract'] as const

const locationType = z.enum(locationTypes, 'Please select a location type')
const employmentType = z.enum(employmentTypes, 'Please select an employment type')

/** What the pay of a job is for. */
export const payPeriods = ['month', 'day', 'hour', 'job'] as const

const amountMessage = 'Please enter the pay in whole rupees, for example 18000'
const openingsMessage = 'Please enter a number of openings from 1 to 999'

/** A number as such or as typed; null for none. `parse` returns undefined for anything else. */
const optionalNumber = (parse: (typed: string) => number | undefined, message: string) =>
  z
    .union([z.string(), z.number(), z.null()], message)
    .transform((typed, context) => {
      const text = String(typed ?? '').trim()
      if (text === '') return null
      const parsed = parse(text)
      if (parsed !== undefined) return parsed
      context.addIssue({ code: 'custom', message })
      return z.NEVER
    })
    .optional()

const wholeRupees = optionalNumber((typed) => {
  const paise = readPaise(typed)
  return paise !== undefined && paise > 0 && paise % 100 === 0 ? paise / 100 : undefined
}, amountMessage)

/** Pay and openings (contract 5.2); where they are absent, an edit keeps them. */
const payAndOpenings = {
  pay_min: wholeRupees,
  pay_max: wholeRupees,
  pay_period: z
    .enum([...payPeriods, ''], 'Please select what the pay is for')
    .nullable()
    .transform((period) => period || null)
    .optional(),
  openings: optionalNumber(
    (typed) => (/^[1-9]\d{0,2}$/.test(typed) ? Number(typed) : undefined),
    openingsMessage,
  ),
}

function checkPayRange(
  {
    pay_min,
    pay_max,
  }: { pay_min?: number | null | undefined; pay_max?: number | null | undefined },
  context: z.RefinementCtx,
): void {
  if (!pay_min || !pay_max || pay_max >= pay_min) return
  context.addIssue({
    code: 'custom',
    path: ['pay_max'],
    message: 'The maximum pay must not be lower than the minimum pay',
  })
}

const placeAndTerms = {
  location: required(singleLine(), 'Location is required'),
  location_type: locationType,
  employment_type: employmentType,
  how_to_apply: required(multiLine(1000), 'How to apply information is required'),
  ...payAndOpenings,
}

/** The fields of a posting (contract 5.2). */
const postingFields = {
  title: required(singleLine(), 'Job title is required'),
  description: required(multiLine(), 'Job description is required'),
  ...placeAndTerms,
}

export const jobPosting = z.object(postingFields).superRefine(checkPayRange)

/**
 * POST /api/jobs. The company that clients send (contract 16.2) is not read: it is the poster's own.
 */
export const newJob = z
  .object({ ...postingFields, company_name: z.unknown().optional() })
  .superRefine(checkPayRange)
  .transform(({ company_name: _, ...posting }) => posting)

/** PUT /api/admin/jobs/{id} (contract 5.3). */
export const jobEdit = z
  .object({
    title: required(singleLine(), 'Title is required'),
    company_name: required(singleLine(), 'Company name is required'),
    description: required(multiLine(), 'Description is required'),
    ...placeAndTerms,
  })
  .superRefine(checkPayRange)

/**
 * PUT /api/admin/jobs/{id}/status. A rejection may have a reason, which is mailed to the poster.
 * With `updated_at` the decision is refused when the job has changed since it was read.
 */
export const jobDecision = z.object({
  status: z.enum(['approved', 'rejected'], 'Please approve or reject the job'),
  reason: multiLine(1000).default(''),
  updated_at: singleLine(40).optional(),
})

/** PUT /api/jobs/{id}/status: the poster closes a posting. */
export const jobClosing = z.object({
  status: z.enum(['withdrawn', 'filled'], 'Please withdraw the job or mark it as filled'),
})

/** PUT /api/jobs/{id}/saved. */
export const jobSaving = z.object({ saved: z.boolean('Please say whether to save the job') })

/** The query of the job lists. All fields are optional; without `limit` the list is complete (contract 9.7). */
export const jobQuery = z.object({
  search: searchQuery.optional(),
  location_type: locationType.optional(),
  employment_type: employmentType.optional(),
  /** Rupees a month. */
  min_pay: z.coerce
    .number(amountMessage)
    .int(amountMessage)
    .positive(amountMessage)
    .max(100_000_000, amountMessage)
    .optional(),
  limit: pageLimit(200, 'jobs').optional(),
  cursor: pageCursor.optional(),
})

export type JobPosting = z.infer<typeof jobPosting>
export type JobPostingForm = z.input<typeof jobPosting>
export type JobEdit = z.infer<typeof jobEdit>
export type JobEditForm = z.input<typeof jobEdit>
export type JobClosing = z.infer<typeof jobClosing>
export type JobQuery = z.infer<typeof jobQuery>

export const jobStatuses = ['pending', 'approved', 'rejected', 'withdrawn', 'filled'] as const
export type JobStatus = (typeof jobStatuses)[number]
