import { z } from 'zod'
import { moment } from '#shared/fields.ts'
import { employmentTypes, jobStatuses, locationTypes, payPeriods } from './contract.ts'

/** A job as calls return it (contract 3.5). */
export const jobAnswer = z.strictObject({
  id: z.string(),
  title: z.string(),
  company_name: z.string(),
  description: z.string(),
  location: z.string(),
  location_type: z.enum(locationTypes),
  employment_type: z.enum(employmentTypes),
  how_to_apply: z.string(),
  /** In whole rupees; null where none is given. */
  pay_min: z.int().nullable(),
  pay_max: z.int().nullable(),
  /** Null without pay. */
  pay_period: z.enum(payPeriods).nullable(),
  openings: z.int().nullable(),
  status: z.enum(jobStatuses),
  created_at: moment,
  updated_at: moment,
  /** When an approved job leaves the board; null for every other status. */
  expires_at: moment.nullable(),
  /** True when the caller saved it. */
  saved: z.boolean(),
  /** The reason of a rejection; sent to the poster and administrators only. */
  decision_reason: z.string().optional(),
})

/** A list of jobs, newest first. */
export const jobsAnswer = z.array(jobAnswer)

export type Job = z.infer<typeof jobAnswer>
