/** Many administrators at once: they edit one member, add members and deactivate each other. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { MailServer } from '#test/setup/mail-server.ts'
import { queryDatabase } from '#test/support/database/query-database.ts'
import type { Engine } from '#test/support/engines.ts'
import { concurrently, type DrillEnvironment } from '#test/support/process/environment.ts'
import {
  counted,
  countInSequence,
  type Finding,
  info,
  measured,
} from '#test/support/process/findings.ts'
import { portalSettings } from '#test/support/process/portal-settings.ts'
import { adminEmail, signIn } from '#test/support/process/sign-in.ts'
import { type ActionResult, performAction, type SignedInAdmin } from './admin-actions.ts'
import { checkConsistency } from './consistency.ts'

export interface ConcurrencyOptions {
  admins: number
  rounds: number
  /** The number of members created concurrently; every tenth has the address of another. */
  creations: number
  /** Portal processes that share the database; one on SQLite. */
  portals: number
}

export async function concurrentAdminsDrill(
  env: DrillEnvironment,
  engine: Engine,
  options: ConcurrencyOptions,
): Promise<Finding[]> {
  const mail = await env.mailServer()
  const settings = await portalSettings(env, mail, engine)
  const portals = [await env.portal(settings)]
  while (portals.length < options.portals)
    portals.push(await env.portal({ ...settings, DATA_DIR: env.folder() }))
  const admins = await signInAdmins(env, portals, mail, options.admins)
  const query = (statement: string) => queryDatabase(settings, statement)
  const findings = [
    ...(await editOneMember(admins, options.rounds, query)),
    ...(await createMembersAtOnce(admins, options.creations, query)),
    ...(await deactivateEachOther(admins, query)),
  ]
  const defectLogs = portals.flatMap(({ output }) =>
    output()
      .split('\n')
      .filter((line) => line.includes('"defect"')),
  )
  const where = `${engine}, ${options.portals === 1 ? 'one portal' : `${options.portals} portals`}`
  return [
    ...findings,
    measured('defects in the logs', defectLogs[0] ?? 'none', 'none', defectLogs.length === 0),
  ].map((finding) => ({ ...finding, what: `${finding.what}, ${where}` }))
}

type Query = (statement: string) => Promise<Record<string, unknown>[]>

/** Administrators with a session each, distributed over the portals. */
async function signInAdmins(
  env: DrillEnvironment,
  portals: readonly { url: string }[],
  mail: MailServer,
  count: number,
): Promise<SignedInAdmin[]> {
  const clientAt = (index: number) => env.client(portals[index % portals.length] ?? { url: '' })
  const first = await signIn(clientAt(0), mail, adminEmail, 'admin')
  const admins: SignedInAdmin[] = []
  await concurrently(count, 5, async (index) => {
    const email = index === 0 ? adminEmail : `admin${index}@drill.example`
    if (index > 0) await first.call('POST', '/api/admin/admins', { name: `Admin ${index}`, email })
    const client = index === 0 ? first : await signIn(clientAt(index), mail, email, 'admin')
    const { id } = (await client.call('GET', '/api/user')) as { id: string }
    admins[index] = { id, client }
  })
  return admins
}

const person = (email: string, role: 'oem' | 'vendor' = 'oem') => ({
  name: 'Asha Patil',
  email,
  role,
  company_name: 'Teak & Co',
  whatsapp_number: '+91 98765 43210',
})

/** In each round all administrators perform one action on the same member. */
async function editOneMember(
  admins: readonly SignedInAdmin[],
  rounds: number,
  query: Query,
): Promise<Finding[]> {
  const [first] = admins
  if (!first) return []
  const { id } = (await first.client.call(
    'POST',
    '/api/admin/members',
    person('one@drill.example'),
  )) as { id: string }
  const results: ActionResult[] = []
  const startedAt = performance.now()
  for (let round = 0; round < rounds; round++)
    results.push(
      ...(await Promise.all(
        admins.map(async (admin, index) => {
          await sleep(Math.random() * 60)
          return performAction(`/api/admin/members/${id}`, admin, index, round)
        }),
      )),
    )
  // The last action is a payment, so that the ledger has an active one.
  const payer = (((4 - rounds * 3) % 10) + 10) % 10
  results.push(await performAction(`/api/admin/members/${id}`, first, payer, rounds))
  const seconds = (performance.now() - startedAt) / 1000
  const [row = {}] = await query(`select * from person where id = '${id}'`)
  const state = {
    person: row,
    history: await query(`select * from history where subject_id = '${id}' order by at, id`),
    ledger: await query('select * from ledger_entry order by recorded_at, id'),
  }
  const unexpected = results.find(({ status }) => status !== 200 && status !== 409)
  const countStatus = (status: number) =>
    results.filter((result) => result.status === status).length
  const findings = [
    info(
      `actions of ${admins.length} administrators on one member in ${rounds} rounds`,
      `${results.length} in ${seconds.toFixed(0)} s`,
    ),
    info('acknowledged / refused', `${countStatus(200)} / ${countStatus(409)}`),
    ...(unexpected
      ? [
          info(
            'first unexpected response',
            `${unexpected.kind}: ${unexpected.status} ${unexpected.text}`,
          ),
        ]
      : []),
    ...checkConsistency(state, results),
  ]
  await waitForClosedSockets()
  return findings
}

/** Lets the client notice the keep-alive sockets that the portal closed during the check. */
const waitForClosedSockets = () => sleep(500)

/** Creates members concurrently; the portal assigns their membership numbers. */
async function createMembersAtOnce(
  admins: readonly SignedInAdmin[],
  count: number,
  query: Query,
): Promise<Finding[]> {
  const startedAt = performance.now()
  const emails = Array.from(
    { length: count },
    (_, i) => `new${i % 10 === 9 ? i - 1 : i}@drill.example`,
  )
  const answers = await Promise.all(
    emails.map(async (email, i) => {
      const admin = admins[i % admins.length]
      const role = Math.floor(i / 2) % 2 === 0 ? 'oem' : 'vendor'
      const answer = await admin?.client.request('POST', '/api/admin/members', person(email, role))
      return { status: answer?.status, text: answer?.text ?? '' }
    }),
  )
  const seconds = (performance.now() - startedAt) / 1000
  const created = answers.filter(({ status }) => status === 201)
  const refused = answers.filter(({ status }) => status === 409)
  const distinct = new Set(emails).size
  const numbers = (
    await query("select membership_number from person where role in ('oem', 'vendor')")
  ).map((row) => String(row.membership_number))
  const people = await query("select email from person where email like 'new%'")
  const returnedNumbers = new Set(created.map(({ text }) => JSON.parse(text).membership_number))
    .size
  const unexpected = answers.find(({ status }) => status !== 201 && status !== 409)
  return [
    info('members created at once', `${created.length} in ${seconds.toFixed(1)} s`),
    ...(unexpected
      ? [info('first unexpected response', `${unexpected.status} ${unexpected.text}`)]
      : []),
    counted(
      'creations with 201, or 409 for a duplicate address',
      created.length + refused.length,
      count,
    ),
    counted('addresses with exactly one member', people.length, distinct),
    counted('distinct membership numbers returned', returnedNumbers, distinct),
    counted('consecutive membership numbers', countConsecutive(numbers), distinct + 1),
  ]
}

/** How many numbers equal their position when each series is sorted and counted from 1. */
function countConsecutive(numbers: readonly string[]): number {
  const series = Map.groupBy(numbers, (number) => number.replace(/(?<=[A-Z]{3,}\d{4})\d+$/, ''))
  let consecutive = 0
  for (const [name, own] of series) {
    consecutive += countInSequence(own.map((number) => Number(number.slice(name.length))))
  }
  return consecutive
}

/** Each administrator deactivates the next one at the same time: one must remain active. */
async function deactivateEachOther(
  admins: readonly SignedInAdmin[],
  query: Query,
): Promise<Finding[]> {
  const answers = await Promise.all(
    admins.map(async ({ client }, index) => {
      const next = admins[(index + 1) % admins.length]?.id
      if (index % 3 === 2) return client.request('DELETE', `/api/admin/admins/${next}`)
      return client.request('PUT', `/api/admin/members/${next}/status`, { is_active: false })
    }),
  )
  const [remaining] = await query(
    "select count(*) as count from person where role = 'admin' and is_active",
  )
  const expected = answers.filter(({ status }) => [200, 401, 403, 404, 409].includes(status)).length
  return [
    counted(
      'administrators who deactivated each other, with an expected status',
      expected,
      admins.length,
    ),
    measured(
      'active administrators left',
      String(remaining?.count),
      'at least 1',
      Number(remaining?.count) >= 1,
    ),
  ]
}
