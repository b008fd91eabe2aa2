/** Rates of dues and runs that raise them, as an administrator makes them. */

import type { Day } from '#shared/dates.ts'
import type { TestClient } from '#test/support/portal/test-client.ts'
import type { TestPortal } from '#test/support/portal/test-portal.ts'

/** The rate of OEM members for a year: 5,900, due on its 30 April with 60 days of grace. */
export const setRate = (admin: TestClient, year: string, changes: object = {}) =>
  admin.put('/api/admin/dues/rates', {
    year,
    role: 'oem',
    amount: '5,900',
    joining_fee: '',
    proration: 'none',
    due_on: `${year.slice(0, 4)}-04-30`,
    grace_days: 60,
    ...changes,
  })

/** Raises the dues of a year for these members; returns the preview and the run. */
export async function raiseDues(
  admin: TestClient,
  year: string,
  ids: readonly (string | undefined)[],
) {
  const selection = { year, selection: { ids } }
  const { token, ...preview } = await admin.post('/api/admin/dues/runs/preview', selection)
  const run = await admin.post('/api/admin/dues/runs', { ...selection, token })
  return { preview, run }
}

/** Moves the day on which these members joined, so that dues of earlier years are raised for them. */
export const setJoined = ({ db }: TestPortal, ids: readonly (string | undefined)[], day: Day) =>
  db
    .updateTable('person')
    .set({ created_at: `${day}T06:00:00.000Z` })
    .where(
      'id',
      'in',
      ids.map((id) => id ?? ''),
    )
    .execute()
