import { once } from 'node:events'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

/** A received mail and its envelope. */
export interface ReceivedMail extends Email {
  envelope: { from: string; to: string[] }
  /** Milliseconds since 1970. */
  /** By performance.now(). */
  receivedAt: number
}

export interface MailServer {
  /** For SMTP_URL. */
  url: string
  /** In the order received. */
  mails: ReceivedMail[]
  /** The first mail that matches, received already or later; rejects after `ms`. */
  waitFor: (predicate: (mail: ReceivedMail) => boolean, ms?: number) => Promise<ReceivedMail>
  clear: () => void
  /** While on, every mail is deferred with 451. */
  refuse: (on: boolean) => void
  /** From now on mails to this address are refused for good, with 550. */
  reject: (address: string) => void
  stop: () => Promise<void>
}

/** A real SMTP server on a free port of 127.0.0.1, without TLS and password, that stores all mails. */
export async function startMailServer(): Promise<MailServer> {
  const mails: ReceivedMail[] = []
  const watchers = new Set<() => void>()
  let isRefusing = false
  const rejected = new Set<string>()

  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    onRcptTo({ address }, _session, done) {
      if (!rejected.has(address)) return done()
      done(Object.assign(new Error(`No such user: ${address}`), { responseCode: 550 }))
    },
    onData(stream, session, done) {
      const isRefused = isRefusing
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', async () => {
        if (isRefused)
          return done(Object.assign(new Error('Try again later'), { responseCode: 451 }))
        const mail = await PostalMime.parse(Buffer.concat(chunks))
        const { mailFrom, rcptTo } = session.envelope
        const from = mailFrom ? mailFrom.address : ''
        const envelope = { from, to: rcptTo.map((to) => to.address) }
        mails.push({ ...mail, envelope, receivedAt: performance.now() })
        for (const check of watchers) check()
        done()
      })
    },
  })
  server.on('error', () => {})
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const address = server.server.address()
  const port = typeof address === 'object' && address ? address.port : 0

  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    waitFor: (predicate, ms = 5000) => firstMail(mails, watchers, predicate, ms),
    clear: () => {
      mails.length = 0
    },
    refuse: (on) => {
      isRefusing = on
    },
    reject: (address) => rejected.add(address),
    stop: () => new Promise((resolve) => server.close(resolve)),
  }
}

function firstMail(
  mails: readonly ReceivedMail[],
  watchers: Set<() => void>,
  predicate: (mail: ReceivedMail) => boolean,
  ms: number,
): Promise<ReceivedMail> {
  return new Promise((resolve, reject) => {
    const finish = () => {
      clearTimeout(timeout)
      watchers.delete(check)
    }
    const check = () => {
      const mail = mails.find(predicate)
      if (!mail) return
      finish()
      resolve(mail)
    }
    const timeout = setTimeout(() => {
      finish()
      const received = mails.map((mail) => `"${mail.subject}" to ${mail.envelope.to.join(', ')}`)
      reject(new Error(`No such mail within ${ms} ms; received: ${received.join('; ') || 'none'}`))
    }, ms)
    watchers.add(check)
    check()
  })
}
