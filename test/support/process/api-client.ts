/** An HTTP client of a running portal. It keeps cookies. */
import { Agent } from 'node:http'
import { cookieHeader, storeCookie } from '#test/support/portal/test-client.ts'
import { exchange } from './http-exchange.ts'

export interface Answer {
  status: number
  /** Names and values by turns, in the order received. */
  rawHeaders: string[]
  location: string | undefined
  text: string
  bytes: Buffer
}

export interface ApiClient {
  cookies: Map<string, string>
  /** Any request, with JSON or a multipart form; rejects only when the response is incomplete. */
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
  const { hostname, port } = new URL(url)
  const request: ApiClient['request'] = async (method, path, payload, headers = {}) => {
    const { body, type } = await encoded(payload)
    const sent = {
      ...(cookies.size > 0 && { Cookie: cookieHeader({ cookies }) }),
      ...(type !== undefined && { 'Content-Type': type }),
      ...headers,
    }
    const { status, rawHeaders, ...answer } = await exchange(
      { agent, hostname, port, method, path, headers: sent, body },
      repeatsWrites || method === 'GET',
    )
    for (const value of answer.headers['set-cookie'] ?? []) storeCookie(cookies, value)
    const text = answer.body.toString('utf8')
    return { status, rawHeaders, location: answer.headers.location, text, bytes: answer.body }
  }
  const call = async (method: string, path: string, payload?: unknown): Promise<unknown> => {
    const answer = await request(method, path, payload)
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`)
    return JSON.parse(answer.text)
  }
  return { cookies, request, call }
}

async function encoded(payload: unknown): Promise<{ body?: Buffer | string; type?: string }> {
  if (payload === undefined) return {}
  if (!(payload instanceof FormData))
    return { body: JSON.stringify(payload), type: 'application/json' }
  const form = new Response(payload)
  const type = form.headers.get('content-type') ?? ''
  return { body: Buffer.from(await form.arrayBuffer()), type }
}

export function pairs(rawHeaders: string[]): [string, string][] {
  return rawHeaders.flatMap((name, index): [string, string][] =>
    index % 2 === 0 ? [[name, rawHeaders[index + 1] ?? '']] : [],
  )
}
