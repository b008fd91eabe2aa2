/** A mail server on a bad day: down, turning away, silent, or gone after it has taken the mail. */
import { once } from 'node:events'
import type { Socket } from 'node:net'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'

/**
 * What happens to one try: taken; 451 after DATA; 550 after DATA; taken, but the line breaks before
 * the yes; or nothing at all, until the other side gives up.
 */
export type Fate = 'taken' | 'later' | 'never' | 'dropped' | 'silence'

export interface TroubledMailServer {
  port: number
  /** How often each Message-ID was taken, by the address it was for. */
  taken: Map<string, Map<string, number>>
  /** How often each fate befell somebody. */
  fates: Map<Fate, number>
  /** Chooses the fate of a try, from the address and how many tries came before. */
  decide: (choose: (address: string, before: number) => Fate) => void
  /** Stops listening and breaks every line; `up` listens on the same port again. */
  down: () => Promise<void>
  up: () => Promise<void>
}

export async function startTroubledMailServer(): Promise<TroubledMailServer> {
  const taken = new Map<string, Map<string, number>>()
  const tries = new Map<string, number>()
  const fates = new Map<Fate, number>()
  const sockets = new Set<Socket>()
  let choose: (address: string, before: number) => Fate = () => 'taken'
  let server: SMTPServer | undefined
  let port = 0

  const receive = async (content: Buffer, address: string, remotePort: number) => {
    const before = tries.get(address) ?? 0
    tries.set(address, before + 1)
    const fate = choose(address, before)
    fates.set(fate, (fates.get(fate) ?? 0) + 1)
    if (fate === 'later') throw Object.assign(new Error('Try again later'), { responseCode: 451 })
    if (fate === 'never') throw Object.assign(new Error('No such user'), { responseCode: 550 })
    if (fate === 'silence') return new Promise<void>(() => {})
    const { messageId = '' } = await PostalMime.parse(content)
    const ofAddress = taken.get(address) ?? new Map<string, number>()
    taken.set(address, ofAddress.set(messageId, (ofAddress.get(messageId) ?? 0) + 1))
    if (fate === 'dropped')
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
    taken,
    fates,
    decide: (next) => {
      choose = next
    },
    down,
    up,
  }
}
