import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Starts a server at a free port of 127.0.0.1; `stop` ends its connections, too. */
export async function listen(server: Server): Promise<{ port: number; stop: () => void }> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const stop = () => {
    server.close()
    server.closeAllConnections()
  }
  return { port, stop }
}
