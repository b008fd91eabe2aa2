/** Starts the HTTP server, and stops it without dropping requests in progress. */
import type { RequestListener, Server } from 'node:http'
import { Server as NetServer } from 'node:net'
import { setImmediate as nextImmediate } from 'node:timers/promises'
import { serve } from '@hono/node-server'
import { minutes } from '#shared/durations.ts'
import { StartupError } from '../core/startup-error.ts'

/** Serves on the address; rejects with StartupError when the address cannot be used. */
export function listen(
  fetch: Parameters<typeof serve>[0]['fetch'],
  config: { port: number; host: string },
): Promise<Server> {
  return new Promise<Server>((resolve, reject) => {
    const server = serve(
      {
        fetch,
        port: config.port,
        hostname: config.host,
        serverOptions: {
          headersTimeout: 10_000,
          // Long enough for files from a phone; JSON has its own limit (request-body.ts).
          requestTimeout: minutes(5),
          connectionsCheckingInterval: 5000,
          // Longer than browsers and proxies keep an idle connection, so that they close it first.
          keepAliveTimeout: 75_000,
          maxHeaderSize: 16 * 1024,
        },
      },
      () => resolve(server),
    ) as Server
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(new StartupError(listenErrorMessage(error, config)))
    })
  })
}

function listenErrorMessage(
  error: NodeJS.ErrnoException,
  { port, host }: { port: number; host: string },
): string {
  switch (error.code) {
    case 'EADDRINUSE':
      return `Port ${port} on ${host} is already in use; stop what uses it, or set PORT.`
    case 'EACCES':
      return `Port ${port} needs more rights than this user has; set PORT to one from 1024 on.`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `HOST is ${host}, which is not an address of this machine.`
    default:
      return `The portal cannot listen on port ${port} of ${host}: ${error.message}.`
  }
}

const maxShutdownMs = 10_000
const maxAcceptMs = 2000
const quietMs = 30
const quietCycles = 10
const idleCheckMs = 200

/**
 * Answers every request sent so far, then closes all connections, after 10 seconds at the latest. Node's
 * own close would drop connections not accepted yet, and those with a request that was not read yet.
 */
export async function closeServer(server: Server | undefined): Promise<void> {
  if (!server) return
  server.prependListener('request', (_request, response) => {
    response.shouldKeepAlive = false
  })
  const release = holdRequests(server)
  await acceptPending(server)
  const closed = new Promise<void>((resolve) => {
    NetServer.prototype.close.call(server, () => resolve())
  })
  release()
  const idle = setInterval(async () => {
    await eventLoopCycle()
    server.closeIdleConnections()
  }, idleCheckMs)
  const force = setTimeout(() => server.closeAllConnections(), maxShutdownMs - 2 * maxAcceptMs)
  await closed
  clearInterval(idle)
  clearTimeout(force)
}

/**
 * Makes requests wait until the returned function is called. Otherwise, under load, new connections arrive while others
 * are answered, and the backlog never becomes empty.
 */
function holdRequests(server: Server): () => void {
  const listeners = server.listeners('request') as RequestListener[]
  const held: Parameters<RequestListener>[] = []
  server.removeAllListeners('request')
  server.on('request', (...request) => held.push(request))
  return () => {
    server.removeAllListeners('request')
    for (const listener of listeners) server.on('request', listener)
    for (const request of held) server.emit('request', ...request)
  }
}

/**
 * Accepts the connections in the backlog, one in each cycle of the event loop, until none arrives for a short time, in
 * which clients that were just answered can send their next request. The time is measured in milliseconds and in
 * cycles, because a process that waits for the processor does not poll.
 */
async function acceptPending(server: Server): Promise<void> {
  const until = performance.now() + maxAcceptMs
  let acceptedAt = performance.now()
  let cycles = 0
  server.on('connection', () => {
    acceptedAt = performance.now()
    cycles = 0
  })
  while (performance.now() < until) {
    await eventLoopCycle()
    cycles += 1
    if (cycles >= quietCycles && performance.now() - acceptedAt >= quietMs) return
  }
}

/** Resolves after the event loop has polled every socket at least once. */
async function eventLoopCycle(): Promise<void> {
  await nextImmediate()
  await nextImmediate()
}
