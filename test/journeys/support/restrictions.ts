/** Browsers that keep no cookies or no storage. */

import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { BrowserContext } from 'playwright-core'
import { onTestFinished } from 'vitest'

/** The URL of a proxy for the portal that removes all cookies, in both directions. */
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

/** Storage and channels throw, as they do in browsers that block cookies. */
export const blockStorage = (context: BrowserContext) =>
  context.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    }
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
      Object.defineProperty(window, name, { get: refuse })
    Object.assign(window, { BroadcastChannel: refuse })
  })
