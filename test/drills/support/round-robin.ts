/** A reverse proxy for portals, as small as one can be: round robin, next one when a portal is down. */
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { DrillEnvironment } from '#test/support/process/environment.ts'
import { freePort } from '#test/support/process/free-port.ts'

/** How long a request waits for a portal that accepts connections, in milliseconds. */
const maxWaitMs = 15_000

export async function startRoundRobin(
  env: DrillEnvironment,
  ports: readonly number[],
): Promise<{ url: string; port: number }> {
  let turn = 0
  const server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk)
    const body = Buffer.concat(chunks)
    for (const end = performance.now() + maxWaitMs; performance.now() < end; ) {
      for (let tries = 0; tries < ports.length; tries++) {
        turn += 1
        const port = ports[turn % ports.length] ?? 0
        if (await forward(port, incoming, body, outgoing)) return
      }
      await sleep(20)
    }
    outgoing.writeHead(502).end()
  })
  const port = await freePort()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  env.onClose(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${port}`, port }
}

/** False when the portal does not accept the connection, so that the request can go to another one. */
function forward(
  port: number,
  { method, url, headers }: IncomingMessage,
  body: Buffer,
  outgoing: ServerResponse,
): Promise<boolean> {
  return new Promise((resolve) => {
    const options = { port, host: '127.0.0.1', method, path: url, headers, agent: false }
    const call = request(options, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders)
      answer.pipe(outgoing)
      // The rest of an answer that breaks off is also missing for the client.
      answer.once('error', () => outgoing.destroy())
      answer.once('close', () => resolve(true))
    })
    call.once('error', (error: NodeJS.ErrnoException) => {
      // Nothing was sent yet.
      if (error.syscall === 'connect') return resolve(false)
      if (outgoing.headersSent) outgoing.destroy()
      else outgoing.writeHead(502).end('the connection was reset')
      resolve(true)
    })
    call.end(body)
  })
}
