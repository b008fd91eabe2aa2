/** A portal with many members and the dues of this year, for the drills of dues. */

import { financialYear } from '#shared/financial-year.ts'
import { startOfRun } from '#test/setup/clock.ts'
import type { ReceivedMail } from '#test/setup/mail-server.ts'
import type { Engine } from '#test/support/engines.ts'
import { cookieHeader } from '#test/support/portal/test-client.ts'
import type { ApiClient } from '#test/support/process/api-client.ts'
import type { DrillEnvironment } from '#test/support/process/environment.ts'
import type { PortalSettings } from '#test/support/process/portal-process.ts'
import { portalSettings } from '#test/support/process/portal-settings.ts'
import { adminEmail, signIn } from '#test/support/process/sign-in.ts'

/** The year of the dues; portals may go on to the next one meanwhile. */
const { name: year, from, to: lastDay } = financialYear(startOfRun())

export { lastDay, year }

interface SeasonOptions {
  members: number
  portals?: number
  settings?: Partial<PortalSettings>
  nodeOptions?: string[]
}

/** Portals that share a database, with members and rates; `admin` is signed in to all of them. */
export async function openSeason(
  env: DrillEnvironment,
  engine: Engine,
  { members, portals: count = 1, nodeOptions, ...others }: SeasonOptions,
) {
  const mail = await env.mailServer()
  const settings = { ...(await portalSettings(env, mail, engine)), ...others.settings }
  const portals = [await env.portal(settings, nodeOptions)]
  while (portals.length < count)
    portals.push(await env.portal({ ...settings, DATA_DIR: env.folder() }, nodeOptions))
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

/** The bytes of an answer; throws unless it is 200. */
export async function downloadBytes(url: string, admin: ApiClient, body?: object): Promise<Buffer> {
  const answer = await fetch(url, {
    method: body ? 'POST' : 'GET',
    headers: {
      Cookie: cookieHeader(admin),
      'Content-Type': 'application/json',
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`)
  return Buffer.from(await answer.arrayBuffer())
}

/** Sends a file as a form; throws unless it is accepted. */
export async function sendFile(url: string, admin: ApiClient, file: File): Promise<string> {
  const form = new FormData()
  form.set('file', file)
  const answer = await fetch(url, {
    method: 'POST',
    headers: { Cookie: cookieHeader(admin) },
    body: form,
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`The import failed: ${answer.status} ${text}`)
  return text
}

/** How many members got one mail, and how many more than one; `isCounted` selects the mails. */
export function mailedMembers(
  mails: readonly ReceivedMail[],
  isCounted: (mail: ReceivedMail) => boolean = () => true,
) {
  const counted = new Set(
    mails
      .filter(isCounted)
      // A mail that was handed over right before the kill comes again with the same Message-ID.
      .map(({ to, messageId }) => `${to?.[0]?.address ?? ''} ${messageId}`)
      .filter((key) => key.includes('@dues.example ')),
  )
  const people = Map.groupBy(counted, (key) => key.split(' ')[0])
  const once = [...people.values()].filter((keys) => keys.length === 1).length
  return { once, repeated: people.size - once }
}

async function importMembers(url: string, admin: ApiClient, count: number): Promise<void> {
  const rows = Array.from(
    { length: count },
    (_, i) => `Member ${i},m${i}@dues.example,Firm ${i},9876543210`,
  )
  const text = `name,email,company_name,whatsapp_number\n${rows.join('\n')}\n`
  await sendFile(`${url}/api/members/import`, admin, new File([text], 'oem-members.csv'))
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
