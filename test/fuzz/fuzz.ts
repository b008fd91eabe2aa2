/** Malformed requests to a portal in this process; a seed repeats them. */
import type { Engine } from '#test/support/engines.ts'
import { emailOf } from '#test/support/portal/personas.ts'
import { cookieHeader, publicUrl } from '#test/support/portal/test-client.ts'
import { answerDefects } from './answer-defects.ts'
import { type Caller, callers, caseOf, type FuzzCase } from './cases.ts'
import { type FilledPortal, filledPortal } from './filled-portal.ts'
import { randomOf } from './random.ts'

export interface FuzzOptions {
  engine: Engine
  seed: number
  /** The first case; at the begin of a portal. */
  from: number
  count: number
  /** The most milliseconds of the processor for a request: another process may delay its answer. */
  maxMs: number
  /** Only this case and those before it that its portal has received. */
  only?: number
}

export interface FuzzResult {
  requests: number
  /** Requests that no schema accepts. */
  invalid: number
  byStatus: Record<number, number>
  slowestMs: number
  defects: string[]
}

/** Requests to one portal; then a new one, because requests of administrators delete what is in it. */
const stageLength = 2500
const maxDefects = 20

export async function fuzz({
  engine,
  seed,
  from,
  count,
  maxMs,
  only,
}: FuzzOptions): Promise<FuzzResult> {
  const result: FuzzResult = { requests: 0, invalid: 0, byStatus: {}, slowestMs: 0, defects: [] }
  const first = only === undefined ? from : only - (only % stageLength)
  const end = only === undefined ? from + count : only + 1
  let stage: Stage | undefined
  for (let index = first; index < end && result.defects.length < maxDefects; index++) {
    if (!stage || index % stageLength === 0) stage = await openStage(engine)
    const random = randomOf(seed, index)
    const request = caseOf(random, stage.filled)
    const defects = await send(stage, request, result, maxMs)
    if (only !== undefined && index < only) continue
    for (const defect of defects)
      result.defects.push(
        `${defect}\n  seed ${seed}, case ${index}, ${engine}\n  ${describe(request)}`,
      )
  }
  return result
}

interface Stage {
  filled: FilledPortal
  cookies: Record<Caller, string>
}

async function openStage(engine: Engine): Promise<Stage> {
  const filled = await filledPortal(engine)
  const { portal } = filled
  const cookieOf = async (caller: Caller): Promise<string> => {
    if (caller === 'visitor') return ''
    if (caller === 'forged session') return `session=${'A'.repeat(43)}`
    if (caller !== 'ended session') return cookieHeader(await portal.as(caller))
    const client = await portal.signIn('former@teak.example')
    const cookies = cookieHeader(client)
    await client.post('/api/auth/logout')
    return cookies
  }
  const cookies = {} as Stage['cookies']
  for (const caller of callers) cookies[caller] = await cookieOf(caller)
  return { filled, cookies }
}

const maxChunk = 64 * 1024

/** The body in the chunks in which a socket delivers it. */
function inChunks(body: NonNullable<FuzzCase['body']>): ReadableStream<Uint8Array> {
  const bytes = Buffer.from(body)
  return new ReadableStream({
    start: (stream) => {
      for (let start = 0; start < bytes.length; start += maxChunk)
        stream.enqueue(bytes.subarray(start, start + maxChunk))
      stream.close()
    },
  })
}

/** Sends the request; returns what is wrong with its answer. */
async function send(
  stage: Stage,
  request: FuzzCase,
  result: FuzzResult,
  maxMs: number,
): Promise<string[]> {
  const { caller, method, path, headers, body, isInvalid } = request
  const before = process.cpuUsage()
  const response = await stage.filled.portal.server.request(publicUrl + path, {
    method,
    headers: {
      ...headers,
      Origin: publicUrl,
      ...(stage.cookies[caller] && { Cookie: stage.cookies[caller] }),
    },
    ...(body !== undefined && { body: inChunks(body), duplex: 'half' }),
  })
  const bytes = Buffer.from(await response.arrayBuffer())
  const { status } = response
  const { user, system } = process.cpuUsage(before)
  const ms = (user + system) / 1000
  result.requests += 1
  result.invalid += isInvalid ? 1 : 0
  result.byStatus[status] = (result.byStatus[status] ?? 0) + 1
  result.slowestMs = Math.max(result.slowestMs, ms)
  const text = bytes.subarray(0, 4000).toString('utf8')
  const defects = answerDefects({ status, text, header: (name) => response.headers.get(name) })
  if (isInvalid && status < 400) defects.push(`an invalid request is accepted: ${status}`)
  // A document may wait for its thread to start.
  const isDocument = response.headers.get('Content-Type') === 'application/pdf'
  if (ms > (isDocument ? 5 * maxMs : maxMs)) defects.push(`${ms.toFixed(0)} ms of the processor`)
  if (mayHaveEndedSession(request, status)) await renew(stage, caller)
  return defects.map((defect) => `${defect}: ${text.slice(0, 200)}`)
}

const isPersona = (caller: Caller): caller is 'seeker' | 'vendor' | 'oem' | 'admin' =>
  caller === 'seeker' || caller === 'vendor' || caller === 'oem' || caller === 'admin'

const mayHaveEndedSession = ({ caller, path }: FuzzCase, status: number): boolean =>
  isPersona(caller) && (status === 401 || (status < 300 && path.startsWith('/api/auth/')))

/** Signs in again; a person whom a request has deleted or deactivated stays out. */
async function renew(stage: Stage, caller: Caller): Promise<void> {
  if (!isPersona(caller)) return
  const client = await stage.filled.portal.signIn(emailOf(caller)).catch(() => undefined)
  if (client) stage.cookies[caller] = cookieHeader(client)
}

function describe({ caller, method, path, headers, body }: FuzzCase): string {
  const sent = typeof body === 'string' ? body : body ? Buffer.from(body).toString('base64') : ''
  return `${caller}: ${method} ${path.slice(0, 1500)} ${JSON.stringify(headers)} ${sent.slice(0, 1500)}`
}
