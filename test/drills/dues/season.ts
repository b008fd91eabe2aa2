/** A portal with many members and the dues of this year, for the drills of dues. */
import { financialYear } from '#shared/financial-year.ts'
import type { Engine } from '#test/support/engines.ts'
import type { ApiClient } from '../support/api-client.ts'
import type { DrillEnvironment } from '../support/environment.ts'
import { portalSettings } from '../support/portal-settings.ts'
import { adminEmail, signIn } from '../support/sign-in.ts'

const { name, from } = financialYear(new Date())
export const year = name

/** Portals that share a database, with members and rates; `admin` is signed in to all of them. */
export async function openSeason(
  env: DrillEnvironment,
  engine: Engine,
  { members, portals: count = 1 }: { members: number; portals?: number },
) {
  const mail = await env.mailServer()
  const settings = await portalSettings(env, mail, engine)
  const portals = [await env.portal(settings)]
  while (portals.length < count)
    portals.push(await env.portal({ ...settings, DATA_DIR: env.folder() }))
  const [first] = portals
  if (!first) throw new Error('There is no portal')
  const admin = await signIn(env.client(first), mail, adminEmail, 'admin')
  await importMembers(first.url, admin, members)
  await admin.call('PUT', '/api/admin/dues/rates', {
    year,
    role: 'oem',
    amount: 10_000,
    joining_fee: 2_000,
    proration: 'none',
    due_on: `${from.slice(0, 4)}-04-30`,
    grace_days: 60,
  })
  const clients = portals.map((portal) => {
    const client = env.client(portal)
    for (const [key, value] of admin.cookies) client.cookies.set(key, value)
    return client
  })
  return { settings: { ...settings, PORT: first.port }, portals, admin, clients, mail }
}

async function importMembers(url: string, admin: ApiClient, count: number): Promise<void> {
  const rows = Array.from(
    { length: count },
    (_, i) => `Member ${i},m${i}@dues.example,Firm ${i},9876543210`,
  )
  const form = new FormData()
  const text = `name,email,company_name,whatsapp_number\n${rows.join('\n')}\n`
  form.set('file', new File([text], 'oem-members.csv'))
  const cookie = [...admin.cookies].map(([key, value]) => `${key}=${value}`).join('; ')
  const answer = await fetch(`${url}/api/members/import`, {
    method: 'POST',
    headers: { Cookie: cookie },
    body: form,
  })
  if (!answer.ok) throw new Error(`The import failed: ${answer.status} ${await answer.text()}`)
}

export interface RunPreview {
  token: string
  affected: number
}

export const previewDues = async (admin: ApiClient): Promise<RunPreview> =>
  (await admin.call('POST', '/api/admin/dues/runs/preview', { year })) as RunPreview

export interface Run {
  id: string
  members: number
  undone_at: string | null
}

export const listRuns = async (admin: ApiClient): Promise<Run[]> =>
  (await admin.call('GET', '/api/admin/dues/runs')) as Run[]
