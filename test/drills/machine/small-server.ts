/** A server of 1 GB with a checkout, and one of 512 MB with an archive: a day's heaviest work under these limits. */
import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { minutes } from '#shared/durations.ts'
import { financialYear } from '#shared/financial-year.ts'
import type { MailServer } from '#test/setup/mail-server.ts'
import { cookieHeader } from '#test/support/portal/test-client.ts'
import {
  concurrently,
  type DrillEnvironment,
  withEnvironment,
} from '#test/support/process/environment.ts'
import { counted, type Finding, info, measured } from '#test/support/process/findings.ts'
import { multipart, send } from '#test/support/process/form-client.ts'
import { freePort } from '#test/support/process/free-port.ts'
import { sendSpreadsheet, spreadsheet } from '#test/support/process/member-sheets.ts'
import { adminEmail, signIn } from '#test/support/process/sign-in.ts'
import { answersOk, waitUntil } from '#test/support/process/wait-until.ts'
import { type DebianTree, openDebianTree } from './debian-tree.ts'
import { limitMemory } from './memory-limit.ts'

const root = join(import.meta.dirname, '../../..')
const counts = { rows: 10_000, receipts: 300, photos: 12 }

interface Server {
  name: string
  megabytes: number
  /** Puts the portal into ~/portal. */
  prepare: (tree: DebianTree) => void
  start: string
  portal: string
}

const servers: Server[] = [
  {
    name: 'archive',
    megabytes: 512,
    prepare: (tree) => {
      const printed = execFileSync('npm', ['run', 'release'], { cwd: root, encoding: 'utf8' })
      const archive = printed.match(/^(dist\/\S+\.tar\.gz) is ready/m)?.[1] ?? ''
      const folder = join(tree.folder, 'home/member/portal')
      mkdirSync(folder)
      const unpack = ['-xzf', join(root, archive), '-C', folder, '--strip-components=1']
      execFileSync('tar', unpack)
      execFileSync('chown', ['-R', '1000:1000', folder])
    },
    start: './start',
    portal: 'node_modules/node/bin/node dist/server/cli.js',
  },
  {
    name: 'checkout',
    megabytes: 1024,
    prepare: (tree) => tree.addProject('member'),
    start: 'npm start',
    portal: 'npm run --silent portal --',
  },
]

export async function smallServerDrill(): Promise<Finding[]> {
  const findings: Finding[] = []
  // One after the other: each ends before the next begins. They need no PostgreSQL.
  for (const server of servers) {
    const found = await withEnvironment('', (env) => tryServer(env, server))
    const where = `${server.name} on ${server.megabytes} MB`
    findings.push(...found.map((finding) => ({ ...finding, what: `${finding.what}, ${where}` })))
  }
  return findings
}

async function tryServer(
  env: DrillEnvironment,
  { megabytes, prepare, start, portal }: Server,
): Promise<Finding[]> {
  const tree = await openDebianTree(env)
  prepare(tree)
  const limit = limitMemory(env, megabytes)
  const mail = await env.mailServer()
  const port = await freePort()
  const variables = { PORT: String(port), SMTP_URL: mail.url, ADMIN_EMAIL: adminEmail }
  const options = { user: 'member', folder: 'portal', variables, group: limit.group } as const
  const url = `http://127.0.0.1:${port}`
  const server = tree.start(start, options)
  let hasEnded = false
  void server.exited.then(() => {
    hasEnded = true
  })
  const startedAt = performance.now()
  const secondsSince = (from: number) => `${((performance.now() - from) / 1000).toFixed(0)} s`
  await waitUntil(async () => hasEnded || (await answersOk(`${url}/readyz`)), minutes(15), 250)
  const isReady = await answersOk(`${url}/readyz`)
  const started = measured(
    'start',
    isReady ? secondsSince(startedAt) : server.output().slice(-500),
    'ready',
    isReady,
  )
  const memoryOfStart = limit.peak()
  if (!isReady)
    return [started, measured('processes killed', `${limit.killed()}`, '0', limit.killed() === 0)]
  const work = await workOn(env, url, mail)
  const backupFrom = performance.now()
  const backup = await tree.run(`${portal} backup ../first.tar`, options)
  return [
    started,
    ...work,
    measured(
      'backup',
      backup.code === 0 ? secondsSince(backupFrom) : backup.output,
      'made',
      backup.code === 0,
    ),
    measured('processes killed', String(limit.killed()), '0', limit.killed() === 0),
    info('most memory until the start, then in all', `${memoryOfStart} MB, ${limit.peak()} MB`),
  ]
}

/** A secretary's import, receipts to all members who have paid, and a form with photos. */
async function workOn(env: DrillEnvironment, url: string, mail: MailServer): Promise<Finding[]> {
  const admin = await signIn(env.client({ url }), mail, adminEmail, 'admin')
  await sendSpreadsheet(url, admin, Buffer.from(spreadsheet(counts.rows)))
  const members = (await admin.call('GET', '/api/admin/members?role=oem')) as { id: string }[]

  const year = financialYear(new Date())
  await admin.call('POST', '/api/admin/bulk/payments', {
    selection: { ids: members.slice(0, counts.receipts).map(({ id }) => id) },
    mark: {
      payment_status: true,
      membership_valid_from: year.from,
      membership_valid_to: year.to,
      paymentAmount: 12_000,
      paymentMode: 'Bank',
      email_receipt: true,
    },
  })
  const receipts = () =>
    mail.mails.filter(({ attachments }) =>
      attachments.some(({ mimeType }) => mimeType === 'application/pdf'),
    )

  const photo = await noisyPhoto()
  const statuses: number[] = []
  // One is processed and three wait: a fifth would be refused.
  await concurrently(counts.photos, 4, async (index) => {
    const value = { name: `${index}.jpg`, type: 'image/jpeg', bytes: photo }
    const answer = await send(
      url,
      '/api/upload?kind=factoryMachineryPhotos',
      multipart([{ field: 'file', value }]),
      {
        headers: { Cookie: cookieHeader(admin) },
        timeoutMs: minutes(5),
      },
    )
    statuses.push(answer?.status ?? 0)
  })
  await waitUntil(() => receipts().length >= counts.receipts, minutes(10), 250)
  return [
    counted('members imported', members.length, counts.rows),
    counted('receipts received by email', receipts().length, counts.receipts),
    counted(
      'photos of 12 megapixels accepted',
      statuses.filter((status) => status === 201).length,
      counts.photos,
    ),
  ]
}

/** A photo of 12 megapixels with the noise of a camera. */
const noisyPhoto = (): Promise<Buffer> =>
  sharp({
    create: {
      width: 4000,
      height: 3000,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 20 },
    },
  })
    .jpeg({ quality: 60 })
    .toBuffer()
