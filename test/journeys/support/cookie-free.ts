/** A browser that keeps no cookies. */

import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** The URL of a proxy of the portal that takes all cookies out, in both directions. */
export async function withoutCookies(url: string): Promise<string> {
  const server = createServer((incoming, outgoing) => {
    const { cookie: _cookie, origin, ...headers } = incoming.headers
    const forwarded = request(
      url + (incoming.url ?? '/'),
      {
        method: incoming.method,
        headers: { ...headers, host: new URL(url).host, ...(origin && { origin: url }) },
      },
      (answer) => {
        const { 'set-cookie': _set, ...kept } = answer.headers
        outgoing.writeHead(answer.statusCode ?? 502, kept)
        answer.pipe(outgoing)
      },
    )
    forwarded.on('error', () => outgoing.destroy())
    incoming.pipe(forwarded)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
