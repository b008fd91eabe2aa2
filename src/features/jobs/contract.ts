import { z } from 'zod'
import { multiLine, required, singleLine } from '#shared/fields.ts'
import { pageCursor, pageLimit, searchQuery } from '#shared/list-query.ts'

export const locationTypes = ['remote', 'onsite', 'hybrid'] as const
export const employmentTypes = ['full-time', 'part-time', 'contract'] as const

const locationType = z.enum(locationTypes, 'Please select a location type')
const employmentType = z.enum(employmentTypes, 'Please select an employment type')

const placeAndTerms = {
  location: required(singleLine(), 'Location is required'),
  location_type: locationType,
  employment_type: employmentType,
  how_to_apply: required(multiLine(1000), 'How to apply information is required'),
}

/** The fields of a posting (contract 5.2). */
export const jobPosting = z.object({
  title: required(singleLine(), 'Job title is required'),
  description: required(multiLine(), 'Job description is required'),
  ...placeAndTerms,
})

/**
 * POST /api/jobs. The company that clients send (contract 7.3) is not read: it is the poster's own.
 */
export const newJob = jobPosting
  .extend({ company_name: z.unknown().optional() })
  .transform(({ company_name: _, ...posting }) => posting)

/** PUT /api/admin/jobs/{id} (contract 5.3). */
export const jobEdit = z.object({
  title: required(singleLine(), 'Title is required'),
  company_name: required(singleLine(), 'Company name is required'),
  description: required(multiLine(), 'Description is required'),
  ...placeAndTerms,
})

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
  status: z.enum(['withdrawn', 'filled'], 'Please withdraw the job or mark it filled'),
})

/** PUT /api/jobs/{id}/saved. */
export const jobSaving = z.object({ saved: z.boolean('Please say whether to save the job') })

/** The query of the job lists. All fields are optional; without `limit` the list is complete (contract 9.7). */
export const jobQuery = z.object({
  search: searchQuery.optional(),
  location_type: locationType.optional(),
  employment_type: employmentType.optional(),
  limit: pageLimit(200, 'jobs').optional(),
  cursor: pageCursor.optional(),
})

export type JobPosting = z.infer<typeof jobPosting>
export type JobEdit = z.infer<typeof jobEdit>
export type JobClosing = z.infer<typeof jobClosing>
export type JobQuery = z.infer<typeof jobQuery>

export const jobStatuses = ['pending', 'approved', 'rejected', 'withdrawn', 'filled'] as const
export type JobStatus = (typeof jobStatuses)[number]

export const emptyPosting: JobPosting = {
  title: '',
  description: '',
  location: '',
  location_type: 'onsite',
  employment_type: 'full-time',
  how_to_apply: '',
}
