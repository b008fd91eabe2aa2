import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { cookieHeader } from '#test/support/portal/test-client.ts'
import { pairs } from '#test/support/process/api-client.ts'
import type { OpenPortal } from './portals.ts'

/** Receives an answer without storing it, because the measuring process must not be busy. */
export async function drain(
  { portal, admin }: OpenPortal,
  path: string,
  body?: object,
): Promise<void> {
  const sent = request(`${portal.url}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      Cookie: cookieHeader(admin),
      'Accept-Encoding': 'zstd',
      ...(body && { 'Content-Type': 'application/json' }),
    },
  })
  sent.end(body && JSON.stringify(body))
  const [answer]: [IncomingMessage] = (await once(sent, 'response')) as [IncomingMessage]
  answer.resume()
  await once(answer, 'end')
  if (answer.statusCode !== 200) throw new Error(`${path} answered ${answer.statusCode}`)
}

/** The body of a request to export all active members. */
export async function exportOf({ admin }: OpenPortal, format: 'csv' | 'xlsx'): Promise<object> {
  const query = { role: 'member', active: 'true' }
  const { rawHeaders } = await admin.request(
    'GET',
    `/api/admin/members?${new URLSearchParams(query)}&limit=1`,
  )
  const total = pairs(rawHeaders).find(([name]) => name.toLowerCase() === 'x-total-count')
  return {
    selection: { query, except: [], count: Number(total?.[1]) },
    columns: ['paid', 'mobile'],
    format,
  }
}
