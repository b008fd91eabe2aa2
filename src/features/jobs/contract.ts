import { z } from 'zod'
import { line, text } from '#shared/fields.ts'

export const locationTypes = ['remote', 'onsite', 'hybrid'] as const
export const employmentTypes = ['full-time', 'part-time', 'contract'] as const

const locationType = z.enum(locationTypes, 'Please select a location type')
const employmentType = z.enum(employmentTypes, 'Please select an employment type')

/** What an OEM member sends to post or change a job (specification section 5, OEM posting). */
export const jobPosting = z.object({
  title: line().min(1, 'Job title is required'),
  description: text().min(1, 'Job description is required'),
  location: line().min(1, 'Location is required'),
  location_type: locationType,
  employment_type: employmentType,
  how_to_apply: text(1000).min(1, 'How to apply information is required'),
})

/** What an administrator may change of a job (specification section 5, admin edit). */
export const jobEdit = z.object({
  title: line().min(1, 'Title is required'),
  company_name: line().min(1, 'Company name is required'),
  description: text().min(1, 'Description is required'),
  location: line().min(1, 'Location is required'),
  location_type: locationType,
  employment_type: employmentType,
  how_to_apply: text(1000).min(1, 'How to apply information is required'),
})

/** PUT /api/admin/jobs/{id}/status; a rejection may carry a reason, which is mailed to the poster. */
export const jobDecision = z.object({
  status: z.enum(['approved', 'rejected'], 'Please approve or reject the job'),
  reason: text(1000).default(''),
})

/** PUT /api/jobs/{id}/status: the poster's own word on a posting. */
export const jobClosing = z.object({
  status: z.enum(['withdrawn', 'filled'], 'Please withdraw the job or mark it filled'),
})

/** PUT /api/jobs/{id}/saved. */
export const jobSaving = z.object({ saved: z.boolean('Please say whether to save the job') })

/** The query of the job lists: all optional; without `limit` the whole list comes (rulings section 3). */
export const jobQuery = z.object({
  search: z.string().trim().max(200).optional(),
  location_type: locationType.optional(),
  employment_type: employmentType.optional(),
  limit: z.coerce.number().int().min(1).max(200).optional(),
  cursor: z.string().max(200).optional(),
})

export type JobPosting = z.infer<typeof jobPosting>
export type JobEdit = z.infer<typeof jobEdit>
export type JobDecision = z.input<typeof jobDecision>
export type JobClosing = z.infer<typeof jobClosing>
export type JobQuery = z.infer<typeof jobQuery>
export type JobStatus = 'pending' | 'approved' | 'rejected' | 'withdrawn' | 'filled'

/** A job as every list answers it. Times are ISO UTC; `saved` is the caller's own mark. */
export interface Job extends JobEdit {
  id: string
  status: JobStatus
  created_at: string
  /** When an approved job leaves the board by itself; null before approval. */
  expires_at: string | null
  saved: boolean
  /** The administrator's words on a rejection; only the poster and administrators get them. */
  decision_reason?: string
}

export const emptyPosting: JobPosting = {
  title: '',
  description: '',
  location: '',
  location_type: 'onsite',
  employment_type: 'full-time',
  how_to_apply: '',
}
