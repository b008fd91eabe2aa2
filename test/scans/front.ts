/**
 * A front for scanners: it offers every operation of the API that a role may call as a link or an HTML form,
 * sends what a scanner fills in to the portal as the browser side would (session cookie, Origin, JSON), and counts
 * the answers. Parameters of the path are parameters of the query here, so that scanners attack them too.
 */
import { createServer, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { openAgent } from '#test/drills/support/api-client.ts'
import type { DrillEnvironment } from '#test/drills/support/environment.ts'
import { exchange } from '#test/drills/support/http-exchange.ts'
import { listen } from './listen.ts'
import { fieldsOf, type Operation, withFields } from './operations.ts'

export interface Front {
  url: string
  statuses: Record<number, number>
  /** Operations with at least one answer below 400. */
  reached: Set<string>
  /** The first 20 requests with a status of 500 or above. */
  failures: string[]
}

interface FrontOptions {
  portal: { port: number }
  operations: readonly Operation[]
  /** Cookie header of the role, '' for a visitor. Called again when a session has ended. */
  signIn: () => Promise<string>
}

interface Call {
  method: string
  path: string
  type: string | undefined
  body: Buffer | undefined
}

/** Ends with the environment. */
export async function openFront(
  env: DrillEnvironment,
  { portal, operations, signIn }: FrontOptions,
): Promise<Front> {
  const agent = openAgent()
  env.onClose(() => agent.destroy())
  const byId = new Map(operations.map((operation) => [operation.id, operation]))
  const statuses: Record<number, number> = {}
  const reached = new Set<string>()
  const failures: string[] = []
  const page = pageOf(operations)
  let cookie = await signIn()

  const send = ({ type, ...call }: Call, received: IncomingMessage['headers']) => {
    const headers = {
      ...forwarded(received),
      Host: `localhost:${portal.port}`,
      Origin: `http://localhost:${portal.port}`,
      Cookie: cookie || undefined,
      'Content-Type': type,
    }
    return exchange({ agent, hostname: '127.0.0.1', port: portal.port, headers, ...call }, true)
  }

  const answerTo = async (operation: Operation, url: URL, incoming: IncomingMessage) => {
    const call = callOf(operation, url, await buffer(incoming), incoming.headers['content-type'])
    let answer = await send(call, incoming.headers)
    if (answer.status === 401 && cookie !== '') {
      cookie = await signIn()
      answer = await send(call, incoming.headers)
    }
    statuses[answer.status] = (statuses[answer.status] ?? 0) + 1
    if (answer.status < 400) reached.add(operation.id)
    if (answer.status >= 500 && failures.length < 20)
      failures.push(`${answer.status} ${call.method} ${call.path} ${call.body ?? ''}`)
    return answer
  }

  const server = createServer(async (incoming, outgoing) => {
    const url = new URL(incoming.url ?? '/', 'http://front')
    const operation = byId.get(url.pathname.replace('/call/', ''))
    if (!operation) {
      outgoing.writeHead(url.pathname === '/' ? 200 : 404, { 'Content-Type': 'text/html' })
      outgoing.end(url.pathname === '/' ? page : '')
      return
    }
    try {
      const { status, headers, body } = await answerTo(operation, url, incoming)
      const { 'transfer-encoding': _, connection: __, 'content-length': ___, ...rest } = headers
      outgoing.writeHead(status, { ...rest, 'Content-Length': body.length })
      outgoing.end(incoming.method === 'HEAD' ? undefined : body)
    } catch (error) {
      failures.push(`no answer: ${operation.id} ${url.search} ${error}`)
      outgoing.destroy()
    }
  })
  server.keepAliveTimeout = 60_000
  const { port, stop } = await listen(server)
  env.onClose(stop)
  return { url: `http://127.0.0.1:${port}`, statuses, reached, failures }
}

function callOf(
  { method, path, pathNames, body }: Operation,
  url: URL,
  sent: Buffer,
  type: string | undefined,
): Call {
  const query = new URLSearchParams(url.search)
  const filled = pathNames.reduce(
    (address, name) => address.replace(`{${name}}`, encodeURIComponent(query.get(name) ?? '')),
    path,
  )
  for (const name of pathNames) query.delete(name)
  const address = query.size > 0 ? `${filled}?${query}` : filled
  if (method === 'GET') return { method, path: address, type: undefined, body: undefined }
  const isForm = type === undefined || type.startsWith('application/x-www-form-urlencoded')
  if (!isForm) return { method, path: address, type, body: sent }
  if (body === undefined) return { method, path: address, type: undefined, body: undefined }
  const json = JSON.stringify(withFields(body, new URLSearchParams(sent.toString())))
  return { method, path: address, type: 'application/json', body: Buffer.from(json) }
}

const ownHeaders = [
  ...['host', 'origin', 'cookie', 'connection', 'content-length', 'content-type'],
  ...['accept-encoding', 'expect'],
]

const forwarded = (headers: IncomingMessage['headers']) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !ownHeaders.includes(name)))

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

const pageOf = (operations: readonly Operation[]): string =>
  `<!doctype html><title>Operations</title>${operations.map(elementOf).join('\n')}`

const callPath = ({ id, query }: Operation): string => {
  const search = new URLSearchParams(query).toString()
  return `/call/${id}${search && `?${search}`}`
}

function elementOf(operation: Operation): string {
  const { id, method, body, form } = operation
  const action = escapeHtml(callPath(operation))
  if (method === 'GET') return `<a href="${action}">${id}</a>`
  const inputs = form
    ? Object.entries(form).map(([name, kind]) => inputOf(name, kind, formValues[name] ?? 'a'))
    : fieldsOf(body).map(([name, value]) => inputOf(name, 'text', String(value ?? '')))
  const encoding = form ? ' enctype="multipart/form-data"' : ''
  const fields = inputs.length > 0 ? inputs.join('') : inputOf('unused', 'text', '1')
  return `<form method="post" action="${action}"${encoding}>${fields}<input type="submit"></form>`
}

const inputOf = (name: string, kind: 'text' | 'file', value: string): string =>
  `<input type="${kind}" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`

const formValues: Record<string, string> = {
  type: 'oem',
  role: 'oem',
  dry_run: 'true',
  skip_errors: 'false',
  mapping: '{}',
  corrections: '{}',
  set_validity: 'false',
  name: 'Asha Patil',
  companyName: 'Teak Works',
  ageSex: '44 / F',
  designation: 'Partner',
  email: 'asha@teak.example',
  whatsappNumber: '+91 98765 43210',
  yearOfIncorporation: '1998',
  totalEmployees: '6',
  websiteUrl: 'https://teak.example',
  memberData: '{"name":"Asha Patil"}',
}
