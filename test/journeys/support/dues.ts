/** Dues by the calls of an administrator's page. */
import type { Page } from 'playwright-core'
import { financialYear } from '#shared/financial-year.ts'

/** Calls the API as the page does. */
export const call = <Answer>(
  page: Page,
  method: string,
  path: string,
  body?: object,
): Promise<Answer> =>
  page.evaluate(
    async ([verb, address, sent]) => {
      const headers = { 'Content-Type': 'application/json' }
      const answer = await fetch(address, { method: verb, headers, body: sent || null })
      if (!answer.ok) throw new Error(`${verb} ${address}: ${await answer.text()}`)
      return answer.json()
    },
    [method, path, body ? JSON.stringify(body) : ''] as const,
  )

/** Raises the dues of this financial year: 5,000 rupees for every member. */
export async function raiseDues(page: Page): Promise<void> {
  const rate = { amount: '5000', joining_fee: '', proration: 'none', grace_days: 30 }
  const { name: year } = financialYear(new Date())
  const due = { year, due_on: `${year.slice(0, 4)}-04-30` }
  for (const role of ['oem', 'vendor'])
    await call(page, 'PUT', '/api/admin/dues/rates', { ...rate, ...due, role, seen: null })
  const { token } = await call<{ token: string }>(page, 'POST', '/api/admin/dues/runs/preview', {
    year,
  })
  await call(page, 'POST', '/api/admin/dues/runs', { year, token })
}

/** The first member who owes something, with the private link of the notice. */
export async function owingMember(admin: Page): Promise<{ link: string; company_name: string }> {
  const [owing] = await call<{ id: string; company_name: string }[]>(
    admin,
    'GET',
    '/api/admin/renewals?status=owes&limit=1',
  )
  const selection = { ids: [owing?.id] }
  const { members } = await call<{ members: { link: string }[] }>(
    admin,
    'POST',
    '/api/admin/dues/notices/links',
    { selection },
  )
  return { link: members[0]?.link ?? '', company_name: owing?.company_name ?? '' }
}
