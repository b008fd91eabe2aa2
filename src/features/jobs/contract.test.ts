import { expect, test } from 'vitest'
import { posting } from '#test/support/samples.ts'
import { jobEdit, jobPosting, newJob } from './contract.ts'

test.each([
  [{}, {}],
  [
    { pay_min: '₹15,000', pay_max: '1,25,000', pay_period: 'month', openings: ' 3 ' },
    { pay_min: 15000, pay_max: 125000, pay_period: 'month', openings: 3 },
  ],
  [
    { pay_min: 15000, pay_max: null, openings: 2 },
    { pay_min: 15000, pay_max: null, openings: 2 },
  ],
  [
    { pay_min: '', pay_max: '', pay_period: '', openings: '' },
    { pay_min: null, pay_max: null, pay_period: null, openings: null },
  ],
])('reads the pay and openings %j', (sent, expected) => {
  const { title, description, location, location_type, employment_type, how_to_apply, ...read } =
    jobPosting.parse({ ...posting, ...sent })
  expect(read).toEqual(expected)
})

const amountMessage = 'Please enter the pay in whole rupees, for example 18000'
const openingsMessage = 'Please enter a number of openings from 1 to 999'

test.each([
  [{ pay_min: 'good' }, 'pay_min', amountMessage],
  [{ pay_min: '150.50' }, 'pay_min', amountMessage],
  [{ pay_max: 0 }, 'pay_max', amountMessage],
  [{ pay_max: -5 }, 'pay_max', amountMessage],
  [{ pay_min: {} }, 'pay_min', amountMessage],
  [
    { pay_min: '20,000', pay_max: '15000' },
    'pay_max',
    'The maximum pay must not be lower than the minimum pay',
  ],
  [{ pay_min: 1, pay_period: 'year' }, 'pay_period', 'Please select what the pay is for'],
  [{ openings: '0' }, 'openings', openingsMessage],
  [{ openings: 1.5 }, 'openings', openingsMessage],
  [{ openings: 'many' }, 'openings', openingsMessage],
])('refuses %j in every form', (sent, field, message) => {
  for (const schema of [jobPosting, newJob, jobEdit])
    expect(
      schema.safeParse({ ...posting, company_name: 'Teak & Co', ...sent }).error?.issues,
    ).toMatchObject([{ path: [field], message }])
})
