import { formatRupees } from '#shared/rupees.ts'
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
export const payPeriodLabels = {
  month: 'per month',
  day: 'per day',
  hour: 'per hour',
  job: 'per job',
} as const satisfies Record<NonNullable<Job['pay_period']>, string>

/** The pay that jobs are filtered by, in rupees a month. */
export const minPayLabels: Record<string, string> = Object.fromEntries(
  [10_000, 15_000, 20_000, 30_000, 50_000].map((rupees) => [
    String(rupees),
    `${formatRupees(rupees * 100)} a month or more`,
  ]),
)

/** '₹15,000 – ₹20,000 per month', 'From ₹15,000 per month'; undefined without pay. */
export function payLabel({
  pay_min: min,
  pay_max: max,
  pay_period,
}: Pick<Job, 'pay_min' | 'pay_max' | 'pay_period'>): string | undefined {
  const period = payPeriodLabels[pay_period ?? 'month']
  const rupees = (amount: number) => formatRupees(amount * 100)
  if (min !== null && max !== null)
    return min === max ? `${rupees(min)} ${period}` : `${rupees(min)} – ${rupees(max)} ${period}`
  if (min !== null) return `From ${rupees(min)} ${period}`
  return max === null ? undefined : `Up to ${rupees(max)} ${period}`
}
