/** Serves the metrics on a port of loopback, for a collector on the same machine. */
import { createServer, type Server } from 'node:http'
import type { Registry } from 'prom-client'
import { StartupError } from '../core/startup-error.ts'

/**
 * Answers GET /metrics on 127.0.0.1 only. A request whose Host is another name is refused: a website
 * in a browser on this machine could send it.
 */
export function serveMetrics(registry: Registry, port: number): Promise<Server> {
  const server = createServer(async (request, response) => {
    const isLocal = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/.test(request.headers.host ?? '')
    if (!isLocal || request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(isLocal ? 404 : 403, { 'Content-Type': 'text/plain' }).end()
      return
    }
    const text = await registry.metrics().catch(() => undefined)
    response
      .writeHead(text === undefined ? 500 : 200, {
        'Content-Type': registry.contentType,
        'Cache-Control': 'no-store',
      })
      .end(text)
  })
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(
        new StartupError(
          error.code === 'EADDRINUSE'
            ? `Port ${port} on 127.0.0.1 is already in use; set METRICS_PORT to another port.`
            : `The metrics cannot be served on port ${port}: ${error.message}.`,
        ),
      )
    })
    server.listen(port, '127.0.0.1', () => resolve(server))
  })
}
