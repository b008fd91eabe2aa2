/** A hundred administrators at once: on one member, on new members, on each other. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { MailServer } from '#test/setup/mail-server.ts'
import { counted, type Finding, info, measured } from '../support/findings.ts'
import { portalSettings } from '../support/portal-settings.ts'
import { adminEmail, signIn } from '../support/sign-in.ts'
import { concurrently, type Engine, queryDatabase, type Site } from '../support/site.ts'
import { actOn, type CrowdAdmin, type Done } from './crowd-actions.ts'
import { auditBooks } from './crowd-audit.ts'

export interface Crowd {
  admins: number
  rounds: number
  /** Members made at once; every tenth of them with the address of another. */
  creations: number
  /** Portal processes that share the database; one on SQLite. */
  portals: number
}

export async function crowdDrill(site: Site, engine: Engine, crowd: Crowd): Promise<Finding[]> {
  const mail = await site.mailServer()
  const settings = await portalSettings(site, mail, engine)
  const portals = [await site.portal(settings)]
  while (portals.length < crowd.portals)
    portals.push(await site.portal({ ...settings, DATA_DIR: site.folder() }))
  const admins = await gather(site, portals, mail, crowd.admins)
  const ask = (statement: string) => queryDatabase(settings, statement)
  const findings = [
    ...(await roundsOn(admins, crowd.rounds, ask)),
    ...(await creationsAt(admins, crowd.creations, ask)),
    ...(await deactivateEachOther(admins, ask)),
  ]
  const complaints = portals.flatMap(({ output: said }) =>
    said()
      .split('\n')
      .filter((line) => line.includes('"defect"')),
  )
  const where = `${engine}, ${crowd.portals === 1 ? 'one portal' : `${crowd.portals} portals`}`
  return [
    ...findings,
    measured('defects in the logs', complaints[0] ?? 'none', 'none', complaints.length === 0),
  ].map((finding) => ({ ...finding, what: `${finding.what}, ${where}` }))
}

type Ask = (statement: string) => Promise<Record<string, unknown>[]>

/** Administrators with sessions of their own, spread over the portals. */
async function gather(
  site: Site,
  portals: readonly { url: string }[],
  mail: MailServer,
  count: number,
): Promise<CrowdAdmin[]> {
  const at = (index: number) => site.visitor(portals[index % portals.length] ?? { url: '' })
  const first = await signIn(at(0), mail, adminEmail, 'admin')
  const admins: CrowdAdmin[] = []
  await concurrently(count, 5, async (index) => {
    const email = index === 0 ? adminEmail : `admin${index}@drill.example`
    if (index > 0) await first.call('POST', '/api/admin/admins', { name: `Admin ${index}`, email })
    const visitor = index === 0 ? first : await signIn(at(index), mail, email, 'admin')
    const { id } = (await visitor.call('GET', '/api/user')) as { id: string }
    admins[index] = { id, visitor }
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

/** Everybody acts on one member at once, so many times. */
async function roundsOn(
  admins: readonly CrowdAdmin[],
  rounds: number,
  ask: Ask,
): Promise<Finding[]> {
  const [first] = admins
  if (!first) return []
  const { id } = (await first.visitor.call(
    'POST',
    '/api/admin/members',
    person('one@drill.example'),
  )) as { id: string }
  const done: Done[] = []
  const began = performance.now()
  for (let round = 0; round < rounds; round++)
    done.push(
      ...(await Promise.all(
        admins.map(async (admin, index) => {
          await sleep(Math.random() * 60)
          return actOn(`/api/admin/members/${id}`, admin, index, round)
        }),
      )),
    )
  // The last one pays, so that there is something to add up.
  const payer = (((4 - rounds * 3) % 10) + 10) % 10
  done.push(await actOn(`/api/admin/members/${id}`, first, payer, rounds))
  const seconds = (performance.now() - began) / 1000
  const [row = {}] = await ask(`select * from person where id = '${id}'`)
  const books = {
    person: row,
    history: await ask(`select * from history where subject_id = '${id}' order by at, id`),
    ledger: await ask('select * from ledger_entry order by recorded_at, id'),
  }
  const odd = done.find(({ status }) => status !== 200 && status !== 409)
  const share = (status: number) => done.filter((one) => one.status === status).length
  const findings = [
    info(
      `acts of ${admins.length} administrators on one member in ${rounds} rounds`,
      `${done.length} in ${seconds.toFixed(0)} s`,
    ),
    info('of them taken / refused', `${share(200)} / ${share(409)}`),
    ...(odd ? [info('the first other answer', `${odd.kind}: ${odd.status} ${odd.text}`)] : []),
    ...auditBooks(books, done),
  ]
  await notice()
  return findings
}

/** To read thousands of answers takes seconds, in which the portal lets idle lines go: that is seen then. */
const notice = () => sleep(500)

/** Members made all at once, without a number of their own. */
async function creationsAt(
  admins: readonly CrowdAdmin[],
  count: number,
  ask: Ask,
): Promise<Finding[]> {
  const began = performance.now()
  const emails = Array.from(
    { length: count },
    (_, i) => `new${i % 10 === 9 ? i - 1 : i}@drill.example`,
  )
  const answers = await Promise.all(
    emails.map(async (email, i) => {
      const admin = admins[i % admins.length]
      const role = Math.floor(i / 2) % 2 === 0 ? 'oem' : 'vendor'
      const answer = await admin?.visitor.request('POST', '/api/admin/members', person(email, role))
      return { status: answer?.status, text: answer?.text ?? '' }
    }),
  )
  const seconds = (performance.now() - began) / 1000
  const made = answers.filter(({ status }) => status === 201)
  const refused = answers.filter(({ status }) => status === 409)
  const distinct = new Set(emails).size
  const numbers = (
    await ask("select membership_number from person where role in ('oem', 'vendor')")
  ).map((row) => String(row.membership_number))
  const people = await ask("select email from person where email like 'new%'")
  const answered = new Set(made.map(({ text }) => JSON.parse(text).membership_number)).size
  const odd = answers.find(({ status }) => status !== 201 && status !== 409)
  return [
    info('members made at once', `${made.length} in ${seconds.toFixed(1)} s`),
    ...(odd ? [info('the first other answer', `${odd.status} ${odd.text}`)] : []),
    counted(
      'creations that were 201, or 409 for an address given twice',
      made.length + refused.length,
      count,
    ),
    counted('addresses that became one member', people.length, distinct),
    counted('membership numbers answered, all distinct', answered, distinct),
    counted('membership numbers without gap or double', inRow(numbers), distinct + 1),
  ]
}

/** How many numbers stand where a count from 1 in each series puts them. */
function inRow(numbers: readonly string[]): number {
  const series = Map.groupBy(numbers, (number) => number.replace(/(?<=[A-Z]{3,}\d{4})\d+$/, ''))
  let right = 0
  for (const [name, own] of series) {
    const serials = own.map((number) => Number(number.slice(name.length))).sort((a, b) => a - b)
    right += serials.filter((serial, index) => serial === index + 1).length
  }
  return right
}

/** Everybody deactivates the next one at once: somebody must be left. */
async function deactivateEachOther(admins: readonly CrowdAdmin[], ask: Ask): Promise<Finding[]> {
  const answers = await Promise.all(
    admins.map(async ({ visitor }, index) => {
      const next = admins[(index + 1) % admins.length]?.id
      const way = index % 3
      if (way === 2) return visitor.request('DELETE', `/api/admin/admins/${next}`)
      return visitor.request('PUT', `/api/admin/members/${next}/status`, { is_active: false })
    }),
  )
  const [left] = await ask(
    "select count(*) as count from person where role = 'admin' and is_active",
  )
  const inWords = answers.filter(({ status }) => [200, 401, 403, 404, 409].includes(status)).length
  return [
    counted(
      'administrators who ousted each other at once, answered in words',
      inWords,
      admins.length,
    ),
    measured('administrators left', String(left?.count), 'at least 1', Number(left?.count) >= 1),
  ]
}
