/** Uploads hostile files: none may be stored unchanged, and refusals must be sentences. */

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { request } from 'node:http'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { type HostileFile, hostileFiles, payload } from '#test/files/hostile-files.ts'
import { metadataIn } from '#test/files/photos.ts'
import { cookieHeader } from '#test/support/portal/test-client.ts'
import { concurrently, type DrillEnvironment } from '#test/support/process/environment.ts'
import {
  counted,
  type Finding,
  info,
  measured,
  none,
  quantile,
} from '#test/support/process/findings.ts'
import {
  multipart,
  nextClientAddress,
  noisePhoto,
  oemFiles,
  oemForm,
  plainPdf,
  send,
} from '#test/support/process/form-client.ts'
import type { PortalProcess } from '#test/support/process/portal-process.ts'
import { portalSettings } from '#test/support/process/portal-settings.ts'
import { adminEmail, signIn } from '#test/support/process/sign-in.ts'

const maxMemoryMb = 768
const maxResponseMs = 10_000

export interface UploadTarget {
  portal: PortalProcess
  folder: string
  /** The session of the administrator who uploads the files and may therefore read them. */
  cookie: string
}

export async function openUploadTarget(env: DrillEnvironment): Promise<UploadTarget> {
  const mail = await env.mailServer()
  const settings = await portalSettings(env, mail)
  const folder = join(settings.DATA_DIR, 'data')
  const portal = await env.portal({ ...settings, DATA_DIR: folder, TRUST_PROXY: 'on' })
  const admin = await signIn(env.client(portal), mail, adminEmail, 'admin')
  return {
    portal,
    folder,
    cookie: cookieHeader(admin),
  }
}

interface Outcome {
  file: HostileFile
  status: number
  text: string
  milliseconds: number
}

/** Uploads each file alone, and every tenth also within an application. */
export async function hostileUploadsDrill(
  env: DrillEnvironment,
  count: number,
): Promise<Finding[]> {
  const target = await openUploadTarget(env)
  const files = await hostileFiles(count)
  const validFiles = { photo: await noisePhoto(300, 200), paper: plainPdf(1000) }
  const outcomes: Outcome[] = []
  await concurrently(files.length, 4, async (index) => {
    const file = files[index]
    if (!file) return
    outcomes.push(await upload(target, file))
    if (index % 10 === 7 && file.kind !== 'logo')
      outcomes.push(await apply(target, file, validFiles, index))
  })
  const accepted = outcomes.filter(({ status }) => status < 300)
  const harmless = await Promise.all(accepted.map((outcome) => isHarmless(target, outcome)))
  const unexpectedFiles = await findUnexpectedFiles(target)
  const megabytes = peakMemoryOf(target.portal.pid)
  const times = outcomes.map(({ milliseconds }) => milliseconds)
  const countPassing = (isWrong: (outcome: Outcome) => boolean) => {
    const wrong = outcomes.filter(isWrong)
    for (const { file, status, text } of wrong.slice(0, 10))
      console.error(
        `${file.what} as ${file.kind}, ${JSON.stringify(file.name).slice(0, 60)}: ${status} ${text.slice(0, 200)}`,
      )
    return outcomes.length - wrong.length
  }
  return [
    info('requests, every tenth file also in an application', `${outcomes.length}`),
    info('distinct attacks', `${new Set(files.map(({ what }) => what)).size}`),
    counted(
      'responses below 500',
      countPassing(({ status }) => status >= 500),
      outcomes.length,
    ),
    counted(
      'responses with a sentence or JSON',
      countPassing((outcome) => !isReadable(outcome)),
      outcomes.length,
    ),
    counted(
      'refused where required',
      countPassing(({ file, status }) => file.mustRefuse && status < 300),
      outcomes.length,
    ),
    counted('accepted and harmless', harmless.filter(Boolean).length, accepted.length),
    none('unexpected files in the data folder', unexpectedFiles),
    measured(
      'peak memory of the portal',
      `${megabytes} MB`,
      `< ${maxMemoryMb} MB`,
      megabytes < maxMemoryMb,
    ),
    info('median response time', `${Math.round(quantile(times, 0.5))} ms`),
    info('slowest request', slowest(outcomes)),
    measured(
      'slowest response',
      `${Math.round(Math.max(...times))} ms`,
      `< ${maxResponseMs} ms`,
      Math.max(...times) < maxResponseMs,
    ),
  ]
}

export async function upload(target: UploadTarget, file: HostileFile): Promise<Outcome> {
  const startedAt = performance.now()
  const form = multipart([{ field: 'file', value: partOf(file) }])
  const answer = await send(target.portal.url, `/api/upload?kind=${file.kind}`, form, {
    headers: { Cookie: target.cookie },
  })
  return outcomeOf(file, answer, startedAt)
}

async function apply(
  target: UploadTarget,
  file: HostileFile,
  { photo, paper }: { photo: Buffer; paper: Buffer },
  index: number,
): Promise<Outcome> {
  const others = oemFiles(photo, paper).filter(({ field }) => field !== file.kind)
  const form = oemForm(`hostile${index}@drill.example`, [
    ...others,
    { field: file.kind, value: partOf(file) },
  ])
  const startedAt = performance.now()
  return outcomeOf(file, await send(target.portal.url, '/api/auth/apply', form), startedAt)
}

function slowest(outcomes: Outcome[]): string {
  const last = outcomes.toSorted((a, b) => a.milliseconds - b.milliseconds).at(-1)
  return last ? `${last.file.what}: ${last.status}` : ''
}

/** The file name is sent unescaped, as a hostile client would. */
const partOf = ({ name, bytes }: HostileFile) => ({ name, type: 'image/jpeg', bytes })

const outcomeOf = (
  file: HostileFile,
  answer: { status: number; text: string } | undefined,
  startedAt: number,
): Outcome => ({
  file,
  status: answer?.status ?? 599,
  text: answer?.text ?? '',
  milliseconds: performance.now() - startedAt,
})

/** A refusal is one sentence without internals; success is JSON. */
const isReadable = ({ status, text }: Outcome): boolean =>
  status < 300
    ? text.startsWith('{')
    : /^[A-Z][^\n<>{}]{10,160}$/.test(text) && !/node|error|\.ts/i.test(text)

const signatures: Record<string, RegExp> = {
  'image/jpeg': /^\xff\xd8\xff/,
  'image/png': /^.PNG\r\n/,
  'application/pdf': /^%PDF-/,
}

/** The stored file is a plain image or PDF and is served with safe headers. */
async function isHarmless(target: UploadTarget, { file, text }: Outcome): Promise<boolean> {
  const { url } = JSON.parse(text) as { url?: string }
  if (url === undefined) return true
  if (!/^\/uploads\/[\w-]{20,64}\.(?:jpg|png|pdf)$/.test(url)) return false
  const { headers, bytes, status } = await download(target, url)
  const type = String(headers['content-type'])
  const isPlain =
    status === 200 &&
    headers['x-content-type-options'] === 'nosniff' &&
    /sandbox/.test(String(headers['content-security-policy'])) &&
    signatures[type]?.test(bytes.toString('latin1', 0, 8)) === true &&
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

export function download(target: UploadTarget, path: string) {
  return new Promise<{ status: number; headers: Record<string, unknown>; bytes: Buffer }>(
    (resolve, reject) => {
      const headers = { Cookie: target.cookie, 'X-Forwarded-For': nextClientAddress() }
      request(target.portal.url + path, { headers, agent: false }, (response) => {
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

/** Files below the drill's folder that the portal does not create itself. */
async function findUnexpectedFiles({ folder }: UploadTarget): Promise<string[]> {
  const own =
    /^data(?:\.key|\/(?:reserve|portal\.(?:sqlite|lock)(?:-\w+)?|uploads\/[\w-]{2}\/[\w-]{20,64}\.(?:jpg|png|pdf)(?:\.small)?))$/
  const found = readdirSync(dirname(folder), { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(dirname(folder).length + 1))
  return found.filter((name) => !own.test(name))
}

/** The peak resident memory of the process in MB. */
function peakMemoryOf(pid: number): number {
  const path = `/proc/${pid}/status`
  const kib = existsSync(path) ? readFileSync(path, 'utf8').match(/VmHWM:\s+(\d+)/)?.[1] : '0'
  return Math.round((Number(kib) * 1024) / 1e6)
}
