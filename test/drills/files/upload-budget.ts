/**
 * A day of uploads by an attacker who sends as much as is accepted, from one network and from many, with a
 * moved clock. What lies on the disk stays under its limit, and others can upload in every hour.
 */
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { issueUnboundLink } from '#features/sign-in/server/request-link.ts'
import { defaultLimits, type UploadLimits } from '#platform/server/files/budget/limits.ts'
import { hours } from '#shared/durations.ts'
import type { Engine } from '#test/support/engines.ts'
import { formOf, oemFields, oemFiles, vendorFields } from '#test/support/portal/applications.ts'
import type { TestClient } from '#test/support/portal/test-client.ts'
import { concurrently, type DrillEnvironment } from '#test/support/process/environment.ts'
import { counted, type Finding, info, measured } from '#test/support/process/findings.ts'
import { noisePhoto } from '#test/support/process/form-client.ts'
import { type ClockedPortal, openClockedPortal } from '../support/clocked-portal.ts'

interface BudgetAttack {
  /** How many networks the attacker has, in each run of the drill. */
  networks: readonly number[]
  hours: number
}

const people = { admin: 'secretary@drill.example', member: 'asha@drill.example' }
/** The limits are a hundredth of the real ones, so that the drill does not write 16 GB. */
const scale = 100

export async function uploadBudgetDrill(
  env: DrillEnvironment,
  engine: Engine,
  { networks, hours: duration }: BudgetAttack,
): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const count of networks) findings.push(...(await attack(env, engine, count, duration)))
  return findings
}

async function attack(
  env: DrillEnvironment,
  engine: Engine,
  networks: number,
  duration: number,
): Promise<Finding[]> {
  const limits = scaledLimits()
  const portal = await openClockedPortal(env, engine, people, { limits })
  const photo = await noisePhoto(300, 300)
  const logo = await noisePhoto(40, 40)
  const applicants: number[] = []
  const signedIn: number[] = []
  let accepted = 0
  let largest = 0
  for (let hour = 0; hour < duration; hour += 1) {
    await concurrently(networks, 4, async (index) => {
      accepted += await flood(portal, `198.51.${100 + (index >> 8)}.${index & 255}`, photo, hour)
      if (index % 10 === 0) largest = Math.max(largest, bytesOnDisk(portal.folder))
    })
    applicants.push(await apply(portal, photo, hour))
    for (const email of Object.values(people)) {
      const client = await signIn(portal, email)
      signedIn.push((await upload(client, 'logo', logo, '192.0.2.1')).status)
    }
    largest = Math.max(largest, bytesOnDisk(portal.folder))
    portal.clock.now = new Date(portal.clock.now.getTime() + hours(1))
    await portal.world.files.sweep(portal.clock.now)
  }
  const limit = limits.visitors.total + 2 * duration * 10_000
  const who = `${networks} attacking network${networks === 1 ? '' : 's'}, ${engine}`
  return [
    info(`${who}: files of the attacker stored`, `${accepted}`),
    measured(
      `${who}: most bytes on the disk`,
      megabytes(largest),
      `<= ${megabytes(limit)}`,
      largest <= limit,
    ),
    counted(`${who}: applicants accepted`, count(applicants), applicants.length),
    counted(`${who}: uploads of signed-in people accepted`, count(signedIn), signedIn.length),
  ]
}

function scaledLimits(): Partial<UploadLimits> & Pick<UploadLimits, 'visitors'> {
  const { visitors, networkDaily } = defaultLimits
  return {
    networkDaily: networkDaily / scale,
    visitors: { total: visitors.total / scale, largestShare: visitors.largestShare / scale },
  }
}

const count = (statuses: readonly number[]): number =>
  statuses.filter((status) => status === 201).length

const megabytes = (bytes: number): string => `${(bytes / 1024 ** 2).toFixed(1)} MB`

/** Uploads until a file is refused, and claims one file with an application; how many were stored. */
async function flood(
  portal: ClockedPortal,
  network: string,
  photo: Buffer,
  hour: number,
): Promise<number> {
  const client = portal.client()
  let stored = 0
  let url: string | undefined
  for (;;) {
    const answer = await upload(client, 'memberPhoto', photo, network)
    if (answer.status !== 201) break
    stored += 1
    url = (await answer.json()).url
  }
  if (url === undefined) return stored
  const fields = { ...vendorFields, email: `${network}.${hour}@attack.example`, memberPhoto: url }
  await client.request('POST', '/api/auth/apply', formOf(fields, []), headersOf(network))
  return stored
}

/** An application with all its papers, in one form, from a network that was not there before. */
async function apply(portal: ClockedPortal, photo: Buffer, hour: number): Promise<number> {
  const files = (await oemFiles()).map((file) =>
    file.type === 'image/jpeg' ? { ...file, bytes: photo } : file,
  )
  const form = formOf({ ...oemFields, email: `kiran${hour}@honest.example` }, files)
  const headers = headersOf(`203.0.113.${hour}`)
  return (await portal.client().request('POST', '/api/auth/apply', form, headers)).status
}

async function signIn({ world, client }: ClockedPortal, email: string): Promise<TestClient> {
  const browser = client()
  const link = await issueUnboundLink(world, email, { reusable: false })
  await browser.post('/api/auth/verify', { token: link.split('#token=')[1] })
  return browser
}

const headersOf = (network: string) => ({ 'X-Forwarded-For': network })

function upload(
  client: TestClient,
  kind: string,
  bytes: Buffer,
  network: string,
): Promise<Response> {
  const form = new FormData()
  form.append('file', new Blob([Uint8Array.from(bytes)]), 'a.jpg')
  return client.request('POST', `/api/upload?kind=${kind}`, form, headersOf(network))
}

/** The bytes of stored and temporary files. */
function bytesOnDisk(folder: string): number {
  let sum = 0
  for (const name of ['uploads', 'incoming'])
    for (const entry of readdirSync(join(folder, name), { recursive: true, withFileTypes: true }))
      if (entry.isFile())
        sum += statSync(join(entry.parentPath, entry.name), { throwIfNoEntry: false })?.size ?? 0
  return sum
}
