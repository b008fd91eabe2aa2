/** Eight clients that write to a portal in different ways, and what the portal has acknowledged. */

import { setTimeout as sleep } from 'node:timers/promises'
import { sum } from '#shared/sum.ts'
import type { MailServer, ReceivedMail } from '#test/setup/mail-server.ts'
import { queryDatabase } from '#test/support/database/query-database.ts'
import { cookieHeader } from '#test/support/portal/test-client.ts'
import type { ApiClient, ClientOptions } from '#test/support/process/api-client.ts'
import type { DrillEnvironment } from '#test/support/process/environment.ts'
import { counted, type Finding, info } from '#test/support/process/findings.ts'
import { multipart, noisePhoto, send } from '#test/support/process/form-client.ts'
import { adminAndOem, signIn } from '#test/support/process/sign-in.ts'
import { posting } from '#test/support/samples.ts'

const rowsOfImport = 20

/** What the portal has acknowledged with 2xx. */
interface Acknowledged {
  jobs: Set<string>
  /** Addresses of members whom an administrator has added; each gets a welcome mail. */
  members: Set<string>
  /** Names of uploaded files. */
  files: Set<string>
  /** Domains of an import's members. */
  imports: Set<string>
  /** References of payments. */
  payments: Set<string>
}

export interface People {
  admin: ApiClient
  oem: ApiClient
  /** Members who upload by turns, because a person may upload 120 files an hour; by their ids. */
  uploaders: Map<string, ApiClient>
}

const uploaderCount = 15

export async function signInPeople(
  env: DrillEnvironment,
  portal: { url: string },
  mail: MailServer,
): Promise<People> {
  const { admin, oem } = await adminAndOem(env, portal, mail)
  const uploaders = new Map<string, ApiClient>()
  for (let index = 0; index < uploaderCount; index++) {
    const email = `uploader${index}@drill.example`
    const member = await admin.call('POST', '/api/admin/members', newMember(email))
    uploaders.set(idOf(member), await signIn(env.client(portal), mail, email, 'member'))
  }
  return { admin, oem, uploaders }
}

/** Clients with the same cookies for a portal at another address. */
export function peopleAt(
  env: DrillEnvironment,
  portal: { url: string },
  people: People,
  options?: ClientOptions,
): People {
  const moved = ({ cookies }: ApiClient): ApiClient => {
    const client = env.client(portal, options)
    for (const [name, value] of cookies) client.cookies.set(name, value)
    return client
  }
  const uploaders = [...people.uploaders].map(([id, client]) => [id, moved(client)] as const)
  return { admin: moved(people.admin), oem: moved(people.oem), uploaders: new Map(uploaders) }
}

export interface MixedLoad {
  acknowledged: Acknowledged
  /**
   * One write of the usual mix; rejects with the answer, or the error of the connection, when it is not acknowledged.
   */
  act: Write
  /** Sends until the portal stops responding, or until `stop`. */
  start: (portal: { url: string }, people: People) => Running
}

type Write = (portal: { url: string }, people: People) => Promise<void>

interface Running {
  /** Resolves when this load has so many acknowledgements; rejects when the portal ends before. */
  reached: (count: number) => Promise<void>
  /** Sends no further requests; resolves when the pending ones are answered. */
  stop: () => Promise<void>
  done: Promise<unknown>
}

const frequent = ['posting', 'member', 'payment'] as const

/** The writes of a busy hour: of 60, one is an import and three are uploads. */
const usualMix = Array.from({ length: 60 }, (_, index) => {
  if (index === 0) return 'import'
  return index % 20 === 1 ? 'upload' : (frequent[index % 3] ?? 'posting')
})

export async function mixedLoad(): Promise<MixedLoad> {
  const photo = await noisePhoto(60, 40)
  const acknowledged: Acknowledged = {
    jobs: new Set(),
    members: new Set(),
    files: new Set(),
    imports: new Set(),
    payments: new Set(),
  }
  let requests = 0
  const paths: string[] = []

  const acts: Record<(typeof usualMix)[number], Write> = {
    posting: async (_portal, { oem }) => {
      const job = await oem.call('POST', '/api/jobs', { ...posting, title: `Job ${requests}` })
      acknowledged.jobs.add(idOf(job))
    },
    member: async (_portal, { admin }) => {
      const email = `added${requests}@added.example`
      const member = await admin.call('POST', '/api/admin/members', newMember(email))
      acknowledged.members.add(email)
      paths.push(`/api/admin/members/${idOf(member)}/payment`)
    },
    upload: async (portal, { uploaders }) => {
      const uploader = [...uploaders.values()][requests % uploaders.size]
      if (!uploader) throw new Error('There are no uploaders')
      const value = { name: 'a.jpg', type: 'image/jpeg', bytes: photo }
      const headers = { Cookie: cookieHeader(uploader) }
      const answer = await send(portal.url, '/api/upload', multipart([{ field: 'file', value }]), {
        headers,
      })
      if (answer?.status === 429) return sleep(50)
      if (answer?.status !== 201) throw new Error(`upload: ${answer?.status} ${answer?.text}`)
      acknowledged.files.add(JSON.parse(answer.text).url.replace('/uploads/', ''))
    },
    import: async (portal, { admin }) => {
      const domain = `import${requests}.example`
      const headers = { Cookie: cookieHeader(admin) }
      const answer = await send(portal.url, '/api/members/import', importForm(domain), { headers })
      // The portal runs one import at a time.
      if (answer?.status === 429) return sleep(50)
      if (answer?.status !== 200) throw new Error(`import: ${answer?.status} ${answer?.text}`)
      acknowledged.imports.add(domain)
    },
    payment: async (_portal, { admin }) => {
      const path = paths.pop()
      if (path === undefined) return sleep(20)
      const paymentRef = `REF ${requests}`
      await admin.call('PUT', path, { ...paidMark, paymentRef })
      acknowledged.payments.add(paymentRef)
    },
  }
  const inTurn = Object.values(acts)

  let acted = 0
  const act: MixedLoad['act'] = async (portal, people) => {
    requests += 1
    acted += 1
    await acts[usualMix[acted % usualMix.length] ?? 'posting'](portal, people)
  }

  const start: MixedLoad['start'] = (portal, people) => {
    const before = sizeOf(acknowledged)
    let isStopped = false
    const work = async (worker: number) => {
      for (let round = 0; !isStopped; round++)
        try {
          requests += 1
          await inTurn[(worker + round) % inTurn.length]?.(portal, people)
        } catch (error) {
          if (isBroken(error)) return
          throw error
        }
    }
    const done = Promise.all(Array.from({ length: 8 }, (_, worker) => work(worker)))
    return {
      done,
      stop: async () => {
        isStopped = true
        await done
      },
      reached: async (count) => {
        const ended = done.then(() => true)
        while (sizeOf(acknowledged) - before < count)
          if (await Promise.race([ended, sleep(2)])) throw new Error('The portal exited by itself')
      },
    }
  }
  return { acknowledged, act, start }
}

/** True for an error of the connection, and not of the answer. */
const isBroken = (error: unknown): boolean =>
  error instanceof Error && ('code' in error || /aborted|socket hang up/.test(error.message))

/** How many acts were acknowledged. */
export const sizeOf = (acknowledged: Acknowledged): number =>
  sum(Object.values(acknowledged), (ids) => ids.size)

/** The state at this moment, while the load continues. */
export function copyOf({ jobs, members, files, imports, payments }: Acknowledged): Acknowledged {
  return {
    jobs: new Set(jobs),
    members: new Set(members),
    files: new Set(files),
    imports: new Set(imports),
    payments: new Set(payments),
  }
}

const idOf = (record: unknown): string => String((record as { id: unknown }).id)

const newMember = (email: string) => ({
  name: 'Asha Patil',
  email,
  role: 'oem',
  company_name: `Teak ${email}`,
  whatsapp_number: '+91 98765 43210',
})

const paidMark = {
  payment_status: true,
  membership_valid_from: '2024-04-01',
  membership_valid_to: '2025-03-31',
  payment_date: '2025-01-05T09:00:00.000Z',
  paymentAmount: '5000',
  paymentMode: 'Bank',
}

function importForm(domain: string) {
  const rows = Array.from(
    { length: rowsOfImport },
    (_, index) => `Member ${index},m${index}@${domain},Firm ${index},9876543210`,
  )
  const text = `name,email,company_name,whatsapp_number\n${rows.join('\n')}\n`
  const value = { name: 'a.csv', type: 'text/csv', bytes: Buffer.from(text) }
  return multipart([{ field: 'file', value }])
}

interface Settings {
  DATA_DIR: string
  DATABASE_URL: string | undefined
}

/** Compares a running portal with what was acknowledged; the label names the drill. */
export async function acknowledgedFindings(
  settings: Settings,
  { uploaders }: People,
  acknowledged: Acknowledged,
  label: string,
): Promise<Finding[]> {
  const stored = async (statement: string): Promise<Set<string>> => {
    const rows = await queryDatabase(settings, statement)
    return new Set(rows.map((row) => String(Object.values(row)[0])))
  }
  const present = (expected: Set<string>, actual: Set<string>) =>
    [...expected].filter((id) => actual.has(id)).length
  const jobs = await stored('select id from job')
  const members = await stored(`select email from person where email like '%@added.example'`)
  const references = await stored('select reference from ledger_entry')
  const imported = await queryDatabase(
    settings,
    `select email from person where email like '%@import%'`,
  )
  const byDomain = new Map<string, number>()
  for (const { email } of imported) {
    const domain = String(email).split('@')[1] ?? ''
    byDomain.set(domain, (byDomain.get(domain) ?? 0) + 1)
  }
  const complete = [...byDomain.values()].filter((count) => count === rowsOfImport).length
  const domains = new Set(byDomain.keys())
  const rows = await queryDatabase(
    settings,
    'select name, uploaded_by from stored_file where owner is null',
  )
  const files = new Set(rows.map(({ name }) => String(name)))
  let readable = 0
  for (const { name, uploaded_by } of rows) {
    const answer = await uploaders.get(String(uploaded_by))?.request('GET', `/uploads/${name}`)
    if (answer?.status === 200) readable += 1
  }
  const kept = (what: string, expected: Set<string>, actual: Set<string>) => {
    const title = `acknowledged ${what} stored, ${label}`
    if (expected.size === 0) return info(title, 'none')
    return counted(title, present(expected, actual), expected.size)
  }
  return [
    kept('postings', acknowledged.jobs, jobs),
    kept('members', acknowledged.members, members),
    kept('files', acknowledged.files, files),
    kept('imports', acknowledged.imports, domains),
    kept('payments', acknowledged.payments, references),
    ...(byDomain.size === 0
      ? []
      : [counted(`imports with all of their rows, ${label}`, complete, byDomain.size)]),
    ...(files.size === 0
      ? []
      : [counted(`rows of files whose content is readable, ${label}`, readable, files.size)]),
  ]
}

/** Addresses of the welcome mails among these. */
export const welcomed = (mails: readonly ReceivedMail[]): string[] =>
  mails.flatMap(({ envelope }) => envelope.to).filter((to) => to.endsWith('@added.example'))
