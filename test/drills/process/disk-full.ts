/** Fills the disk of the data folder, or lets it fail: nothing is half done, and room is all it needs. */

import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import type { MailServer } from '#test/setup/mail-server.ts'
import { cookieHeader } from '#test/support/portal/test-client.ts'
import type { ApiClient } from '#test/support/process/api-client.ts'
import type { DrillEnvironment } from '#test/support/process/environment.ts'
import {
  counted,
  type Finding,
  info,
  measured,
  none,
  quantile,
} from '#test/support/process/findings.ts'
import { multipart, noisePhoto, send } from '#test/support/process/form-client.ts'
import type { PortalProcess } from '#test/support/process/portal-process.ts'
import { portalSettings } from '#test/support/process/portal-settings.ts'
import { adminEmail, memberIds, newMember, signIn } from '#test/support/process/sign-in.ts'
import { answersOk, waitUntil } from '#test/support/process/wait-until.ts'
import { checkIntegrity } from '../support/check-integrity.ts'

const maxRecoveryMs = 20_000
// A limit for busy machines.
const maxStartMs = 60_000
const megabytes = 512
/** Less than saves need on this disk, and more than releases the reserve. */
const tightMegabytes = 7

/** A sentence about the disk, with status 503. */
const inWords = /^The portal (cannot save anything|is out of storage space).*[^.]$/

interface Drill {
  env: DrillEnvironment
  portal: PortalProcess
  mail: MailServer
  admin: ApiClient
  photo: Buffer
  /** The ids of acknowledged members. */
  members: Set<string>
  problems: string[]
}

/** `count` times: fills the disk, watches what still works, makes room again. SQLite only. */
export async function diskFullDrill(env: DrillEnvironment, count: number): Promise<Finding[]> {
  const disk = mountDisk(env)
  const { drill, settings } = await openDrill(env, disk.folder)
  const recoveries: number[] = []
  for (let round = 0; round < count; round++) {
    await saveMember(drill, `before${round}`)
    const writers = startWriters(drill, round)
    await sleep(50)
    disk.fill()
    await writers.untilRefused()
    await writers.stop()
    await checkFullDisk(drill, round)
    disk.makeRoom()
    recoveries.push(await untilSaved(drill, round))
    await checkReady(drill, 200)
    await untilReserved(drill, disk)
  }
  await fillTightDisk(drill, disk)
  await checkFullDisk(drill, count)
  disk.makeRoom()
  recoveries.push(await untilSaved(drill, count))
  await untilReserved(drill, disk)
  await drill.portal.end('SIGTERM')
  disk.fill()
  drill.portal = await env.launch({ ...settings, PORT: drill.portal.port })
  await untilServing(drill)
  await checkFullDisk(drill, count + 1)
  disk.makeRoom()
  recoveries.push(await untilSaved(drill, count + 1))
  return closeDrill(drill, settings, recoveries, `${count} full disks`)
}

/** `count` times: the file system turns read-only, as after an error of the disk; then it is repaired. */
export async function readOnlyDrill(env: DrillEnvironment, count: number): Promise<Finding[]> {
  const disk = mountDisk(env)
  const opened = await openDrill(env, disk.folder)
  const { drill, settings } = opened
  for (let round = 0; round < count; round++) {
    await saveMember(drill, `before${round}`)
    const writers = startWriters(drill, round)
    await sleep(50)
    disk.fail()
    await writers.untilRefused()
    await writers.stop()
    await expectStatus(drill, 'the job board', drill.admin.request('GET', '/api/jobs'), 200)
    await expectRefusal(drill, 'a save', addMember(drill, 'refused'))
    await expectRefusal(drill, 'an upload', upload(drill))
    await checkReady(drill, 503)
    const { code } = await drill.portal.end('SIGTERM')
    if (code !== 0) drill.problems.push(`exit code ${code} with a read-only disk`)
    disk.repair()
    drill.portal = await env.portal({ ...settings, PORT: drill.portal.port })
    await saveMember(drill, `after${round}`)
  }
  return closeDrill(drill, settings, [], `${count} read-only disks`)
}

async function openDrill(env: DrillEnvironment, folder: string) {
  const mail = await env.mailServer()
  const settings = { ...(await portalSettings(env, mail)), DATA_DIR: join(folder, 'data') }
  // Beside the disk, as an operator would have it.
  const withKey = { ...settings, FILES_KEY_FILE: join(env.folder(), 'portal.key') }
  const portal = await env.portal(withKey)
  const admin = await signIn(env.client(portal), mail, adminEmail, 'admin')
  const photo = await noisePhoto(300, 200)
  const drill: Drill = { env, portal, mail, admin, photo, members: new Set(), problems: [] }
  return { drill, settings: withKey }
}

async function closeDrill(
  drill: Drill,
  settings: { DATA_DIR: string; DATABASE_URL: string | undefined },
  recoveries: number[],
  what: string,
): Promise<Finding[]> {
  const ids = await memberIds(drill.admin)
  const { code } = await drill.portal.end('SIGTERM')
  const { members, problems } = drill
  const present = [...members].filter((id) => ids.has(id)).length
  return [
    none(`problems during ${what}`, problems),
    counted('acknowledged members stored', present, members.size),
    // Whether a commit that could not be flushed was stored is unknown, as after any lost answer.
    info('members stored without being acknowledged', `${ids.size - present}`),
    info(
      'slowest recovery',
      recoveries.length === 0 ? '-' : `${quantile(recoveries, 1).toFixed(0)} ms`,
    ),
    measured('exit code at the end', String(code), '0', code === 0),
    await checkIntegrity(settings),
  ]
}

/**
 * Fills a disk that the portal has seen short of room, when it still keeps its reserve; the log of the
 * database has no room left of its own.
 */
async function fillTightDisk(drill: Drill, disk: Disk): Promise<void> {
  disk.fill(tightMegabytes)
  const isRefused = async () => !(await saveMember(drill, `tight${performance.now()}`))
  await waitUntil(isRefused, maxRecoveryMs)
  const database = new DatabaseSync(join(disk.folder, 'data', 'portal.sqlite'))
  database.exec('pragma wal_checkpoint(truncate)')
  database.close()
  disk.fill()
}

/** Signing in and out works; uploads and saves are refused in words. */
async function checkFullDisk(drill: Drill, round: number): Promise<void> {
  const { env, portal, mail } = drill
  mail.clear()
  // First of all: nothing else may have given the portal time to notice.
  const admin = await signIn(env.client(portal), mail, adminEmail, 'admin').catch(
    (error: unknown) => {
      drill.problems.push(`signing in on a full disk: ${error}`)
      return undefined
    },
  )
  await expectRefusal(drill, 'an upload', upload(drill))
  await expectRefusal(drill, 'a save', addMember(drill, `refused${round}`))
  await checkReady(drill, 503)
  if (!admin) return
  await expectStatus(drill, 'reading', admin.request('GET', '/api/admin/members'), 200)
  await expectStatus(drill, 'signing out', admin.request('POST', '/api/auth/logout'), 200)
}

interface Response {
  status: number
  text: string
}

async function expectRefusal(drill: Drill, what: string, response: Promise<Response>) {
  const { status, text } = await response
  if (status !== 503 || !inWords.test(text)) drill.problems.push(`${what}: ${status} ${text}`)
}

async function expectStatus(
  drill: Drill,
  what: string,
  response: Promise<Response>,
  expected: number,
) {
  const { status, text } = await response
  if (status !== expected) drill.problems.push(`${what}: ${status} ${text.slice(0, 200)}`)
}

/** A portal that was started on a full disk is not ready, but serves. */
async function untilServing({ portal, problems }: Drill): Promise<void> {
  if (!(await waitUntil(() => answersOk(`${portal.url}/healthz`), maxStartMs)))
    problems.push(`the portal did not start on a full disk: ${portal.output()}`)
}

/** Its answer is up to two seconds old. */
async function checkReady({ env, portal, problems }: Drill, expected: number): Promise<void> {
  let last: Response = { status: 0, text: '' }
  const isExpected = async () => {
    last = await env.client(portal).request('GET', '/readyz')
    return last.status === expected
  }
  if (!(await waitUntil(isExpected, maxRecoveryMs, 100)))
    problems.push(`/readyz: ${last.status} ${last.text}`)
  if (last.text.includes('/')) problems.push(`/readyz names a path: ${last.text}`)
}

const addMember = ({ admin }: Drill, name: string) =>
  admin.request('POST', '/api/admin/members', newMember(name))

async function saveMember(drill: Drill, title: string): Promise<boolean> {
  const { status, text } = await addMember(drill, title)
  if (status === 201) drill.members.add(JSON.parse(text).id)
  else if (status !== 503 || !inWords.test(text)) drill.problems.push(`a save: ${status} ${text}`)
  return status === 201
}

async function upload({ portal, admin, photo }: Drill): Promise<Response> {
  const value = { name: 'logo.jpg', type: 'image/jpeg', bytes: photo }
  const form = multipart([{ field: 'file', value }])
  const cookie = cookieHeader(admin)
  const answer = await send(portal.url, '/api/upload?kind=logo', form, {
    headers: { Cookie: cookie },
  })
  return answer ?? { status: 0, text: 'The connection was cut' }
}

/** Saves until the first refusal, so that the disk fills up amid transactions. */
function startWriters(drill: Drill, round: number) {
  let isStopped = false
  const refused = Promise.withResolvers<void>()
  const write = async (worker: number) => {
    for (let index = 0; !isStopped; index++)
      if (!(await saveMember(drill, `${round}-${worker}-${index}`))) return refused.resolve()
  }
  const done = Promise.all([0, 1, 2, 3].map(write))
  return {
    untilRefused: () => Promise.race([refused.promise, sleep(30_000, undefined, { ref: false })]),
    stop: async () => {
      isStopped = true
      await done
    },
  }
}

async function untilSaved(drill: Drill, round: number): Promise<number> {
  const startedAt = performance.now()
  const areSaved = async () =>
    (await saveMember(drill, `after${round}`)) && (await upload(drill)).status < 300
  if (!(await waitUntil(areSaved, maxRecoveryMs, 100)))
    drill.problems.push('no save and upload succeeded after room was made')
  return performance.now() - startedAt
}

/** The portal makes its reserve again when it next measures the free space. */
async function untilReserved({ problems }: Drill, disk: Disk): Promise<void> {
  if (!(await waitUntil(disk.hasReserve, maxRecoveryMs, 100)))
    problems.push('the reserve was not made again')
}

type Disk = ReturnType<typeof mountDisk>

/** A file that is mounted as a disk until the environment closes. */
function mountDisk(env: DrillEnvironment) {
  const base = env.folder()
  const [image, folder] = [join(base, 'image'), join(base, 'disk')]
  const run = (command: string, ...args: string[]) =>
    execFileSync(command, args, { stdio: 'pipe', encoding: 'utf8' })
  mkdirSync(folder)
  run('truncate', '-s', `${megabytes}M`, image)
  run('mkfs.ext4', '-q', '-m', '0', image)
  const mount = () => run('mount', '-o', 'loop', image, folder)
  const unmount = () => {
    try {
      run('umount', folder)
    } catch {
      run('umount', '-l', folder)
    }
  }
  mount()
  env.onClose(unmount)
  const filler = join(folder, 'filler')
  const reserve = join(folder, 'data', 'reserve')
  let parts = 0
  const freeKilobytes = () =>
    Number(run('df', '--output=avail', '-k', folder).split('\n')[1]?.trim())
  return {
    folder,
    /** Until nothing more fits, or until the portal has released its reserve, which is not for us. */
    fill: (leftMegabytes = 0) => {
      let last = Number.POSITIVE_INFINITY
      const left = () => freeKilobytes() - leftMegabytes * 1024
      for (let free = left(); free > 0 && free < last; parts++) {
        // Measured before: the room of a released reserve is not for us.
        if (!existsSync(reserve)) return
        try {
          run('fallocate', '-l', `${Math.max(4, Math.floor(free * 0.98))}K`, `${filler}${parts}`)
        } catch {
          // The portal was faster.
        }
        last = free
        free = left()
      }
    },
    hasReserve: () => existsSync(reserve),
    makeRoom: () => {
      for (; parts >= 0; parts--) rmSync(`${filler}${parts}`, { force: true })
      parts = 0
    },
    /** What the file system does itself after an error of the disk. */
    fail: () => {
      try {
        run('mount', '-o', 'remount,abort', folder)
      } catch {
        // It reports the state that was wanted.
      }
    },
    repair: () => {
      unmount()
      try {
        run('fsck.ext4', '-p', image)
      } catch {
        // Exits with 1 when it has corrected something.
      }
      mount()
    },
  }
}
