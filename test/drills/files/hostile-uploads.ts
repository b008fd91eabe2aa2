/** A portal that is sent hostile files: what it keeps of them, and what it says. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { request } from 'node:http'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { type HostileFile, hostileFiles, payload } from '#test/files/hostile-files.ts'
import { metadataIn } from '#test/files/photos.ts'
import { counted, type Finding, info, measured, quantile } from '../support/findings.ts'
import {
  anotherClient,
  multipart,
  noisePhoto,
  oemFiles,
  oemForm,
  plainPdf,
  send,
} from '../support/form-client.ts'
import type { PortalProcess } from '../support/portal-process.ts'
import { portalSettings } from '../support/portal-settings.ts'
import { adminEmail, signIn } from '../support/sign-in.ts'
import { concurrently, type Site } from '../support/site.ts'

const mostMegabytes = 768
const longestAnswer = 10_000

export interface Door {
  portal: PortalProcess
  folder: string
  /** The administrator who sends everything, and so may read everything back. */
  cookie: string
}

export async function openDoor(site: Site): Promise<Door> {
  const mail = await site.mailServer()
  const settings = await portalSettings(site, mail)
  const folder = join(settings.DATA_DIR, 'data')
  const portal = await site.portal({ ...settings, DATA_DIR: folder, TRUST_PROXY: 'on' })
  const admin = await signIn(site.visitor(portal), mail, adminEmail, 'admin')
  return {
    portal,
    folder,
    cookie: [...admin.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
  }
}

interface Outcome {
  file: HostileFile
  status: number
  text: string
  milliseconds: number
}

/** Each file by itself, and one of ten in a whole application as well. */
export async function hostileDrill(site: Site, count: number): Promise<Finding[]> {
  const door = await openDoor(site)
  const files = await hostileFiles(count)
  const honest = { photo: await noisePhoto(300, 200), paper: plainPdf(1000) }
  const outcomes: Outcome[] = []
  await concurrently(files.length, 4, async (index) => {
    const file = files[index]
    if (!file) return
    outcomes.push(await upload(door, file))
    if (index % 10 === 7 && file.kind !== 'logo')
      outcomes.push(await apply(door, file, honest, index))
  })
  const kept = outcomes.filter(({ status }) => status < 300)
  const harmless = await Promise.all(kept.map((outcome) => isHarmless(door, outcome)))
  const strangers = await strangersIn(door)
  const megabytes = peakOf(door.portal.pid)
  const times = outcomes.map(({ milliseconds }) => milliseconds)
  const spared = (bad: (outcome: Outcome) => boolean) => {
    const wrong = outcomes.filter(bad)
    for (const { file, status, text } of wrong.slice(0, 10))
      console.error(
        `${file.what} as ${file.kind}, ${JSON.stringify(file.name).slice(0, 60)}: ${status} ${text.slice(0, 200)}`,
      )
    return outcomes.length - wrong.length
  }
  return [
    info('sent, one of ten in a whole application', `${outcomes.length}`),
    info('different tricks', `${new Set(files.map(({ what }) => what)).size}`),
    counted(
      'answered without a defect',
      spared(({ status }) => status >= 500),
      outcomes.length,
    ),
    counted(
      'answered in words',
      spared((outcome) => !isInWords(outcome)),
      outcomes.length,
    ),
    counted(
      'refused where it must be',
      spared(({ file, status }) => file.mustRefuse && status < 300),
      outcomes.length,
    ),
    counted('kept, and harmless', harmless.filter(Boolean).length, kept.length),
    measured('files outside of their place', `${strangers.length}`, '0', strangers.length === 0),
    measured(
      'peak memory of the portal',
      `${megabytes} MB`,
      `< ${mostMegabytes} MB`,
      megabytes < mostMegabytes,
    ),
    info('half of the answers within', `${Math.round(quantile(times, 0.5))} ms`),
    info('slowest to answer', slowest(outcomes)),
    measured(
      'slowest answer',
      `${Math.round(Math.max(...times))} ms`,
      `< ${longestAnswer} ms`,
      Math.max(...times) < longestAnswer,
    ),
  ]
}

export async function upload(door: Door, file: HostileFile): Promise<Outcome> {
  const began = performance.now()
  const form = multipart([{ field: 'file', value: partOf(file) }])
  const answer = await send(door.portal.url, `/api/upload?kind=${file.kind}`, form, {
    headers: { Cookie: door.cookie },
  })
  return outcomeOf(file, answer, began)
}

async function apply(
  door: Door,
  file: HostileFile,
  { photo, paper }: { photo: Buffer; paper: Buffer },
  index: number,
): Promise<Outcome> {
  const others = oemFiles(photo, paper).filter(({ field }) => field !== file.kind)
  const form = oemForm(`hostile${index}@drill.example`, [
    ...others,
    { field: file.kind, value: partOf(file) },
  ])
  const began = performance.now()
  return outcomeOf(file, await send(door.portal.url, '/api/auth/apply', form), began)
}

function slowest(outcomes: Outcome[]): string {
  const last = outcomes.toSorted((a, b) => a.milliseconds - b.milliseconds).at(-1)
  return last ? `${last.file.what}: ${last.status}` : ''
}

/** As a client may write it: what it cannot say in a header is left as it stands. */
const partOf = ({ name, bytes }: HostileFile) => ({ name, type: 'image/jpeg', bytes })

const outcomeOf = (
  file: HostileFile,
  answer: { status: number; text: string } | undefined,
  began: number,
): Outcome => ({
  file,
  status: answer?.status ?? 599,
  text: answer?.text ?? '',
  milliseconds: performance.now() - began,
})

/** One sentence that gives nothing away; where a file was kept, JSON. */
const isInWords = ({ status, text }: Outcome): boolean =>
  status < 300
    ? text.startsWith('{')
    : /^[A-Z][^\n<>{}]{10,160}$/.test(text) && !/node|error|\.ts/i.test(text)

const beginnings: Record<string, RegExp> = {
  'image/jpeg': /^\xff\xd8\xff/,
  'image/png': /^.PNG\r\n/,
  'application/pdf': /^%PDF-/,
}

/** What comes back under the address is a plain picture or PDF, and says so. */
async function isHarmless(door: Door, { file, text }: Outcome): Promise<boolean> {
  const { url } = JSON.parse(text) as { url?: string }
  if (url === undefined) return true
  if (!/^\/uploads\/[\w-]{20,64}\.(?:jpg|png|pdf)$/.test(url)) return false
  const { headers, bytes, status } = await fetched(door, url)
  const type = String(headers['content-type'])
  const isPlain =
    status === 200 &&
    headers['x-content-type-options'] === 'nosniff' &&
    /sandbox/.test(String(headers['content-security-policy'])) &&
    beginnings[type]?.test(bytes.toString('latin1', 0, 8)) === true &&
    !bytes.includes(payload)
  if (type === 'application/pdf')
    return (
      isPlain &&
      bytes.equals(file.bytes) &&
      /^attachment/.test(String(headers['content-disposition']))
    )
  if (!isPlain || metadataIn(bytes).length > 0) return false
  return sharp(bytes, { failOn: 'warning' })
    .stats()
    .then(
      () => true,
      () => false,
    )
}

export function fetched(door: Door, path: string) {
  return new Promise<{ status: number; headers: Record<string, unknown>; bytes: Buffer }>(
    (resolve, reject) => {
      const headers = { Cookie: door.cookie, 'X-Forwarded-For': anotherClient() }
      request(door.portal.url + path, { headers, agent: false }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            bytes: Buffer.concat(chunks),
          }),
        )
      })
        .on('error', reject)
        .end()
    },
  )
}

/** Everything below the folder of the drill that the portal does not make by itself. */
async function strangersIn({ folder }: Door): Promise<string[]> {
  const own =
    /^data(?:\.key|\/(?:portal\.(?:sqlite|lock)(?:-\w+)?|uploads\/[\w-]{2}\/[\w-]{20,64}\.(?:jpg|png|pdf)(?:\.small)?))$/
  const found = readdirSync(dirname(folder), { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(dirname(folder).length + 1))
  const strangers = found.filter((name) => !own.test(name))
  if (strangers.length > 0) console.error(strangers.slice(0, 10))
  return strangers
}

/** The most memory the process has had, in MB. */
function peakOf(pid: number): number {
  const path = `/proc/${pid}/status`
  const told = existsSync(path) ? readFileSync(path, 'utf8').match(/VmHWM:\s+(\d+)/)?.[1] : '0'
  return Math.round((Number(told) * 1024) / 1e6)
}
