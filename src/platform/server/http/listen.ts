/** Taking connections, and letting go of them without cutting anybody off. */
import type { Server } from 'node:http'
import { Server as NetServer } from 'node:net'
import { setImmediate as nextImmediate } from 'node:timers/promises'
import { serve } from '@hono/node-server'
import { minutes } from '#shared/dates.ts'
import { StartupError } from '../database/database.ts'

/** Serves on the address; refuses with CannotOpen, in a sentence, when it cannot be had. */
export function listen(
  fetch: (request: Request) => Response | Promise<Response>,
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
          // Papers from a phone take their time; JSON has less of it (http.ts).
          requestTimeout: minutes(5),
          connectionsCheckingInterval: 5000,
          // Longer than browsers and proxies keep a line: who is about to ask is not cut off.
          keepAliveTimeout: 75_000,
          maxHeaderSize: 16 * 1024,
        },
      },
      () => resolve(server),
    ) as Server
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(new StartupError(whyNot(error, config)))
    })
  })
}

function whyNot(
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

const longestStop = 10_000
const longestWelcome = 1000
const idleCheck = 200

/**
 * Answers everything that was sent before, then lets go. Node's own close would cut off connections
 * that are not accepted yet, and those on which a request has arrived but was not read.
 */
export async function closeServer(server: Server | undefined): Promise<void> {
  if (!server) return
  server.prependListener('request', (_request, response) => {
    response.shouldKeepAlive = false
  })
  await welcomeWaiting(server)
  const closed = new Promise<void>((resolve) => {
    NetServer.prototype.close.call(server, () => resolve())
  })
  const idle = setInterval(async () => {
    await wholeTurn()
    server.closeIdleConnections()
  }, idleCheck)
  const force = setTimeout(() => server.closeAllConnections(), longestStop - 2 * longestWelcome)
  await closed
  clearInterval(idle)
  clearTimeout(force)
}

/** Accepts who has already knocked: one connection at each turn of the event loop, says libuv. */
async function welcomeWaiting(server: Server): Promise<void> {
  const until = performance.now() + longestWelcome
  let came = true
  server.on('connection', () => {
    came = true
  })
  while (came && performance.now() < until) {
    came = false
    await wholeTurn()
  }
}

/** From here to here the event loop has looked at every socket once. */
async function wholeTurn(): Promise<void> {
  await nextImmediate()
  await nextImmediate()
}
