/** An HTTP client of a running portal. It keeps cookies. */
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http'
import { cookieHeader, storeCookie } from '#test/support/test-client.ts'

export interface Answer {
  status: number
  /** Names and values by turns, in the order received. */
  rawHeaders: string[]
  location: string | undefined
  text: string
}

export interface ApiClient {
  cookies: Map<string, string>
  /** Any request; rejects only when the response is incomplete. */
  request: (
    method: string,
    path: string,
    payload?: unknown,
    headers?: Record<string, string>,
  ) => Promise<Answer>
  /** A request with a JSON response; throws unless the status is 2xx. */
  call: (method: string, path: string, payload?: unknown) => Promise<unknown>
}

/**
 * An agent that keeps its connections open. Requests beyond 400 at a time wait for a connection: the queue
 * of connections that a process has not yet accepted holds 511.
 */
export const openAgent = (): Agent => new Agent({ keepAlive: true, maxSockets: 400 })

export interface ClientOptions {
  /**
   * Sends a write again too when a kept connection ended before its answer, as browsers do (the default). Behind
   * a load balancer the portal may have saved it before.
   */
  repeatsWrites?: boolean
}

export function openApiClient(
  url: string,
  agent: Agent,
  { repeatsWrites = true }: ClientOptions = {},
): ApiClient {
  const cookies = new Map<string, string>()
  const request: ApiClient['request'] = async (method, path, payload, headers = {}) => {
    const body = payload === undefined ? undefined : JSON.stringify(payload)
    const sent = {
      ...(cookies.size > 0 && { Cookie: cookieHeader({ cookies }) }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...headers,
    }
    const isRepeated = repeatsWrites || method === 'GET'
    const answer = await exchange(url, agent, method, path, body, sent, isRepeated)
    for (const [name, value] of pairs(answer.rawHeaders))
      if (name.toLowerCase() === 'set-cookie') storeCookie(cookies, value)
    return answer
  }
  const call = async (method: string, path: string, payload?: unknown): Promise<unknown> => {
    const answer = await request(method, path, payload)
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`)
    return JSON.parse(answer.text)
  }
  return { cookies, request, call }
}

export function pairs(rawHeaders: string[]): [string, string][] {
  return rawHeaders.flatMap((name, index): [string, string][] =>
    index % 2 === 0 ? [[name, rawHeaders[index + 1] ?? '']] : [],
  )
}

function exchange(
  url: string,
  agent: Agent,
  method: string,
  path: string,
  body: string | undefined,
  headers: Record<string, string>,
  isRepeated: boolean,
): Promise<Answer> {
  const { hostname, port } = new URL(url)
  const length = body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) }
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest(
      { agent, hostname, port, method, path, headers: { ...headers, ...length } },
      (response) => read(response).then(resolve, reject),
    )
    outgoing.setTimeout(60_000, () => outgoing.destroy(new Error(`${method} ${path}: no answer`)))
    outgoing.once('error', (error: NodeJS.ErrnoException) => {
      // The portal closed an idle keep-alive connection before it read anything of this request.
      const isStale = outgoing.reusedSocket && error.code === 'ECONNRESET'
      if (isStale && isRepeated)
        exchange(url, agent, method, path, body, headers, isRepeated).then(resolve, reject)
      else {
        const { code, message } = error
        reject(Object.assign(new Error(`${method} ${path}: ${message}`), { code }))
      }
    })
    outgoing.end(body)
  })
}

async function read(response: IncomingMessage): Promise<Answer> {
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk)
  return {
    status: response.statusCode ?? 0,
    rawHeaders: response.rawHeaders,
    location: response.headers.location,
    text: Buffer.concat(chunks).toString('utf8'),
  }
}
