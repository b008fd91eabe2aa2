/** One request to a running portal on a connection that the agent may have kept. */
import { type Agent, request as httpRequest, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'

export interface Outgoing {
  agent: Agent
  hostname: string
  port: number | string
  method: string
  path: string
  headers: Record<string, string | string[] | undefined>
  body: Buffer | string | undefined
}

export interface Received {
  status: number
  headers: IncomingMessage['headers']
  /** Names and values by turns, in the order received. */
  rawHeaders: string[]
  body: Buffer
}

/**
 * Resolves with any complete answer; the message of an error names the request, its `code` is Node's. With
 * `isRepeated` the request is sent again when a kept connection ended before the answer, as browsers do.
 */
export function exchange(outgoing: Outgoing, isRepeated: boolean): Promise<Received> {
  const { body, headers, ...address } = outgoing
  const length = { 'Content-Length': body === undefined ? undefined : Buffer.byteLength(body) }
  const name = `${address.method} ${address.path}`
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      { ...address, headers: withoutUndefined({ ...headers, ...length }) },
      (response) => read(response).then(resolve, reject),
    )
    // A busy machine needs minutes to raise the dues of 10,000 members.
    request.setTimeout(600_000, () => request.destroy(new Error('no answer')))
    request.once('error', (error: NodeJS.ErrnoException) => {
      // The portal closed an idle keep-alive connection before it read anything of this request.
      const isStale = request.reusedSocket && error.code === 'ECONNRESET'
      if (isStale && isRepeated) exchange(outgoing, isRepeated).then(resolve, reject)
      else reject(Object.assign(new Error(`${name}: ${error.message}`), { code: error.code }))
    })
    request.end(body)
  })
}

const withoutUndefined = <Value>(headers: Record<string, Value | undefined>) =>
  Object.fromEntries(
    Object.entries(headers).filter((entry): entry is [string, Value] => entry[1] !== undefined),
  )

async function read(response: IncomingMessage): Promise<Received> {
  const { statusCode: status = 0, headers, rawHeaders } = response
  return { status, headers, rawHeaders, body: await buffer(response) }
}
