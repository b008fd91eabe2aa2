import type { Job } from '../answers.ts'

// Not in contract.ts, so that the board loads without the schemas.
export const locationLabels = {
  remote: 'Remote',
  onsite: 'Onsite',
  hybrid: 'Hybrid',
} as const satisfies Record<Job['location_type'], string>
export const employmentLabels = {
  'full-time': 'Full-time',
  'part-time': 'Part-time',
  contract: 'Contract',
} as const satisfies Record<Job['employment_type'], string>
