/** What others than administrators are answered: members, a job seeker and a visitor. */
import type { Reader } from './reader.ts'

type Row = Record<string, unknown>

/** Calls without parameters; each role gets an answer, if only a refusal. */
export async function asOther({ list, read }: Reader, routes: readonly string[]): Promise<void> {
  for (const route of routes) if (!/[:]/.test(route)) await read(route)
  await list('/api/members?limit=500')
  for (const query of [
    'search=teak',
    'city=Pune',
    'role=vendor&material=plywood',
    'sort=-name&limit=7',
  ])
    await list(`/api/members?${query}`)
}

/** A member's own data, receipts and notices. */
export async function asMember({ read }: Reader): Promise<void> {
  const payments = await read('GET /api/profile/payments')
  for (const { id, receipt_number } of Array.isArray(payments) ? (payments as Row[]) : [])
    if (receipt_number !== null) await read(`GET /api/profile/payments/${id}/receipt.pdf`)
  const members = await read('GET /api/members')
  for (const { id } of Array.isArray(members) ? (members as Row[]).slice(0, 5) : [])
    await read(`GET /api/members/${id}`)
  await read('GET /api/verify/00000000000000000000')
}
