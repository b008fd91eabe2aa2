import { expect, test } from 'vitest'
import { payLabel } from './job-labels.ts'

test.each([
  [15000, 20000, 'month', '₹15,000 – ₹20,000 per month'],
  [100000, 125000, 'job', '₹1,00,000 – ₹1,25,000 per job'],
  [700, 700, 'day', '₹700 per day'],
  [150, null, 'hour', 'From ₹150 per hour'],
  [null, 40000, 'month', 'Up to ₹40,000 per month'],
  [null, null, null, undefined],
] as const)('shows the pay from %j to %j per %j', (pay_min, pay_max, pay_period, label) => {
  expect(payLabel({ pay_min, pay_max, pay_period })).toBe(label)
})
