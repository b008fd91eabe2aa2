/** Somebody who talks HTTP with a portal and keeps the cookies it is given. */
import { Agent, type IncomingMessage, request } from 'node:http'

export interface Answer {
  status: number
  /** Name, value, name, value, as they came. */
  rawHeaders: string[]
  location: string | undefined
  text: string
}

export interface Visitor {
  cookies: Map<string, string>
  /** Any request; rejects only when there is no whole answer. */
  request: (
    method: string,
    path: string,
    payload?: unknown,
    headers?: Record<string, string>,
  ) => Promise<Answer>
  /** A request whose answer must be JSON: anything but a 2xx is thrown. */
  call: (method: string, path: string, payload?: unknown) => Promise<unknown>
}

/** A way to the portal that keeps its connections open. */
export const openAgent = (): Agent => new Agent({ keepAlive: true })

export function openVisitor(url: string, line: Agent): Visitor {
  const cookies = new Map<string, string>()
  const ask: Visitor['request'] = async (method, path, payload, headers = {}) => {
    const sent = payload === undefined ? undefined : JSON.stringify(payload)
    const answer = await exchange(url, line, method, path, sent, {
      ...(cookies.size > 0 && { Cookie: cookieLine(cookies) }),
      ...(sent !== undefined && { 'Content-Type': 'application/json' }),
      ...headers,
    })
    for (const [name, value] of pairs(answer.rawHeaders))
      if (name.toLowerCase() === 'set-cookie') keep(cookies, value)
    return answer
  }
  const call = async (method: string, path: string, payload?: unknown): Promise<unknown> => {
    const answer = await ask(method, path, payload)
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`)
    return JSON.parse(answer.text)
  }
  return { cookies, request: ask, call }
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
  sent: string | undefined,
  headers: Record<string, string>,
): Promise<Answer> {
  const { hostname, port } = new URL(url)
  const length = sent === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(sent)) }
  return new Promise((resolve, reject) => {
    const asking = request(
      { agent, hostname, port, method, path, headers: { ...headers, ...length } },
      (response) => read(response).then(resolve, reject),
    )
    asking.setTimeout(60_000, () => asking.destroy(new Error(`${method} ${path}: no answer`)))
    asking.once('error', (error: NodeJS.ErrnoException) => {
      // A line that the portal let go of while it was idle: nothing of the request was read.
      const isStale = asking.reusedSocket && error.code === 'ECONNRESET'
      if (isStale) exchange(url, agent, method, path, sent, headers).then(resolve, reject)
      else {
        const { code, message } = error
        reject(Object.assign(new Error(`${method} ${path}: ${message}`), { code }))
      }
    })
    asking.end(sent)
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

const cookieLine = (cookies: Map<string, string>): string =>
  [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')

function keep(cookies: Map<string, string>, line: string): void {
  const [pair = '', ...attributes] = line.split('; ')
  const [name = '', value = ''] = pair.split('=')
  if (attributes.includes('Max-Age=0')) cookies.delete(name)
  else cookies.set(name, value)
}
