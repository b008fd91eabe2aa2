/** Fills the job board with reproducible jobs. */

import { searchText } from '#features/jobs/rules.ts'
import { insertRows } from '#platform/server/database/bulk.ts'
import type { Database, Tables } from '#platform/server/database/database.ts'
import { memberAt } from './register.ts'

/** Inserts this number of approved jobs of the first members. */
export async function fillJobs(db: Database, count: number): Promise<void> {
  for (let from = 0; from < count; from += 1000) {
    const jobs = Array.from({ length: Math.min(1000, count - from) }, (_, i) => jobAt(from + i))
    await db.transaction().execute((tx) => insertRows(tx, 'job', jobs))
  }
}

function jobAt(i: number): Tables['job'] {
  const { id, name, company_name, services_products, created_at, address } = memberAt(i)
  const job = {
    title: `Carpenter ${i} for ${services_products}`,
    company_name,
    description: `${name} needs somebody with three years of practice in ${services_products}.`,
    location: address.split(', ').at(-1) ?? '',
    location_type: 'onsite',
    employment_type: 'full-time',
  } as const
  return {
    ...job,
    id: `job-${String(i).padStart(8, '0')}`,
    poster_id: id,
    how_to_apply: 'Write to us',
    pay_min: 15_000,
    pay_max: 30_000,
    pay_period: 'month',
    openings: 1 + (i % 3),
    status: 'approved',
    created_at,
    updated_at: created_at,
    approved_at: created_at,
    expires_at: '2027-06-30T00:00:00.000Z',
    decided_by: null,
    decision_reason: '',
    submission_key: null,
    submission_print: null,
    search_text: searchText(job),
  }
}
