/** A mail server that fails on purpose: it defers, rejects, times out or breaks connections. */
import { once } from 'node:events'
import type { Socket } from 'node:net'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'

/**
 * The outcome of one delivery attempt: 250; 451 after DATA; 550 after DATA; stored, but the connection
 * breaks before the 250; or no reply until the client times out.
 */
export type DeliveryMode = 'accepted' | 'deferred' | 'rejected' | 'dropped' | 'silent'

export interface FailingMailServer {
  port: number
  /** How often each Message-ID was stored, by recipient address. */
  stored: Map<string, Map<string, number>>
  /** Delivery attempts by mode. */
  modes: Map<DeliveryMode, number>
  /** Sets the function that chooses the mode of an attempt. */
  chooseModes: (chooseMode: (address: string, earlierAttempts: number) => DeliveryMode) => void
  /** Stops listening and breaks all connections; `up` listens on the same port again. */
  down: () => Promise<void>
  up: () => Promise<void>
}

export async function startFailingMailServer(): Promise<FailingMailServer> {
  const stored = new Map<string, Map<string, number>>()
  const attempts = new Map<string, number>()
  const modes = new Map<DeliveryMode, number>()
  const sockets = new Set<Socket>()
  let chooseMode: (address: string, earlierAttempts: number) => DeliveryMode = () => 'accepted'
  let server: SMTPServer | undefined
  let port = 0

  const receive = async (content: Buffer, address: string, remotePort: number) => {
    const earlierAttempts = attempts.get(address) ?? 0
    attempts.set(address, earlierAttempts + 1)
    const mode = chooseMode(address, earlierAttempts)
    modes.set(mode, (modes.get(mode) ?? 0) + 1)
    if (mode === 'deferred')
      throw Object.assign(new Error('Try again later'), { responseCode: 451 })
    if (mode === 'rejected') throw Object.assign(new Error('No such user'), { responseCode: 550 })
    if (mode === 'silent') return new Promise<void>(() => {})
    const { messageId = '' } = await PostalMime.parse(content)
    const byMessageId = stored.get(address) ?? new Map<string, number>()
    stored.set(address, byMessageId.set(messageId, (byMessageId.get(messageId) ?? 0) + 1))
    if (mode === 'dropped')
      for (const socket of sockets) if (socket.remotePort === remotePort) socket.destroy()
  }

  const up = async () => {
    const opened = new SMTPServer({
      authOptional: true,
      disabledCommands: ['AUTH', 'STARTTLS'],
      logger: false,
      onData(stream, session, done) {
        const chunks: Buffer[] = []
        stream.on('data', (chunk: Buffer) => chunks.push(chunk))
        stream.on('end', () => {
          const [to] = session.envelope.rcptTo
          receive(Buffer.concat(chunks), to?.address ?? '', session.remotePort).then(
            () => done(),
            done,
          )
        })
      },
    })
    opened.on('error', () => {})
    opened.server.on('connection', (socket: Socket) => {
      sockets.add(socket)
      socket.once('close', () => sockets.delete(socket))
    })
    opened.listen(port, '127.0.0.1')
    await once(opened.server, 'listening')
    const address = opened.server.address()
    port = typeof address === 'object' && address ? address.port : 0
    server = opened
  }
  const down = async () => {
    const closing = server
    server = undefined
    if (!closing) return
    const closed = new Promise<void>((resolve) => closing.close(() => resolve()))
    for (const socket of sockets) socket.destroy()
    await closed
  }
  await up()
  return {
    port,
    stored,
    modes,
    chooseModes: (next) => {
      chooseMode = next
    },
    down,
    up,
  }
}
