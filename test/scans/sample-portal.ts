/** A portal with the sample association for a scan, and fronts of its roles. */

import { setTimeout as sleep } from 'node:timers/promises'
import type { ApiClient } from '#test/drills/support/api-client.ts'
import type { DrillEnvironment } from '#test/drills/support/environment.ts'
import type { Engine } from '#test/support/engines.ts'
import { cookieHeader } from '#test/support/test-client.ts'
import { type Front, openFront } from './front.ts'
import {
  isDestructive,
  type OpenApi,
  type Operation,
  operationsOf,
  type RecordIds,
  type Role,
} from './operations.ts'

export interface SamplePortal {
  port: number
  operations: Operation[]
  /** Signs in with the printed link of the role; returns the Cookie header. */
  signIn: (role: Role) => Promise<string>
  /** Lines of the log with the level error or above. */
  loggedErrors: () => string[]
}

const linkOf: Partial<Record<Role, RegExp>> = {
  admin: /^ {2}Administrator .*#token=(\S+)/m,
  oem: /^ {2}OEM member .*#token=(\S+)/m,
  vendor: /^ {2}Vendor .*#token=(\S+)/m,
  seeker: /^ {2}Job seeker .*#token=(\S+)/m,
}

export async function openSamplePortal(
  env: DrillEnvironment,
  engine: Engine,
): Promise<SamplePortal> {
  const process = await env.portal({
    DATA_DIR: env.folder(),
    DATABASE_URL: await env.database(engine),
    LOG_LEVEL: 'error',
  })
  while (!process.output().includes('To begin with your own association')) await sleep(50)
  const printed = process.output()
  const headers = { Origin: `http://localhost:${process.port}` }

  const clientOf = async (role: Role): Promise<ApiClient> => {
    const client = env.client(process)
    const token = linkOf[role] && printed.match(linkOf[role])?.[1]
    if (token) await client.request('POST', '/api/auth/verify', { token }, headers)
    return client
  }
  const admin = await clientOf('admin')
  const api = (await admin.call('GET', '/api/openapi.json')) as OpenApi
  const roles: Role[] = ['seeker', 'vendor', 'oem']
  const clients: Clients = { visitor: await clientOf('visitor'), admin }
  for (const role of roles) clients[role] = await clientOf(role)
  const ids = await recordIds(clients, admin, headers)
  return {
    port: process.port,
    operations: await withValidBodies(operationsOf(api, ids), clients, headers),
    signIn: async (role) => cookieHeader(await clientOf(role)),
    loggedErrors: () => process.output().match(/^\{"level":"(error|fatal)".*$/gm) ?? [],
  }
}

type Clients = Partial<Record<Role, ApiClient>>

/** Gives operations bodies that the portal accepts, as far as a few tries find one. */
async function withValidBodies(
  operations: readonly Operation[],
  clients: Clients,
  headers: Record<string, string>,
): Promise<Operation[]> {
  const result: Operation[] = []
  for (const operation of operations) {
    const client =
      clients[operation.roles.includes('admin') ? 'admin' : (operation.roles[0] ?? 'visitor')]
    const isTried = client && operation.otherBody && !isDestructive(operation)
    result.push(isTried ? await withValidBody(operation, client, headers) : operation)
  }
  return result
}

/** Versions, which would refuse every call after the first that succeeds. */
const versions = ['updated_at', 'seen']

async function withValidBody(
  operation: Operation,
  client: ApiClient,
  headers: Record<string, string>,
): Promise<Operation> {
  const { method, path, query, otherBody } = operation
  const address = path.replace(/\{(\w+)\}/g, (_all, name: string) => query[name] ?? '')
  // The stored values of the record, where these can be read at the same path.
  const stored = method === 'PUT' ? await client.call('GET', address).catch(() => ({})) : {}
  let body = operation.body
  for (let seed = 1; seed <= 20; seed++) {
    body = filled(otherBody?.(seed), stored)
    const { status } = await client.request(method, address, body, headers)
    if (status !== 400) break
  }
  return { ...operation, body }
}

/** The sample with stored values and without versions. */
function filled(sample: unknown, stored: unknown): unknown {
  if (typeof sample !== 'object' || sample === null) return sample
  const values = new Map(Object.entries(stored as object))
  return Object.fromEntries(
    Object.entries(sample)
      .filter(([name]) => !versions.includes(name))
      .map(([name, value]) => [name, values.get(name) ?? value]),
  )
}

async function recordIds(
  clients: Clients,
  admin: ApiClient,
  headers: Record<string, string>,
): Promise<RecordIds> {
  const idsOf = async (path: string): Promise<string[]> => {
    const answer = await admin.call('GET', path)
    return Array.isArray(answer) ? answer.map(({ id }) => String(id)) : []
  }
  const post = (path: string, payload: unknown) => admin.request('POST', path, payload, headers)
  await post('/api/admin/saved-filters', { name: 'Paid', query: { paid: 'true' } })
  const admins = await post('/api/admin/admins', { name: 'Second', email: 'second@scan.example' })
  // Not the people of the roles, whose address a call of an administrator may change.
  const people = await Promise.all(
    Object.values(clients).map(async (client) => (await client.request('GET', '/api/user')).text),
  )
  const members = (await idsOf('/api/admin/members?limit=20')).filter(
    (id) => !people.some((person) => person.includes(id)),
  )
  const put = { remarks: 'Changed before the scan' }
  for (const id of members.slice(0, 1))
    await admin.request('PUT', `/api/admin/members/${id}`, put, headers)
  return {
    members,
    jobs: await idsOf('/api/admin/approved-jobs?limit=20'),
    applications: await idsOf('/api/admin/applications?limit=20'),
    history: await idsOf(`/api/admin/members/${members[0]}/history`),
    'settings-history': await idsOf('/api/admin/settings/history'),
    'saved-filters': await idsOf('/api/admin/saved-filters'),
    sessions: await idsOf('/api/auth/sessions'),
    admins: [admins.text.match(/"id":"([^"]+)"/)?.[1] ?? ''],
  }
}

export const openFrontOf = (
  env: DrillEnvironment,
  portal: SamplePortal,
  role: Role,
  operations: readonly Operation[],
): Promise<Front> => openFront(env, { portal, operations, signIn: () => portal.signIn(role) })
