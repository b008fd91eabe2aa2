import { once } from 'node:events'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

/** A mail as it arrived: what it says, and whom the envelope named. */
export interface ReceivedMail extends Email {
  envelope: { from: string; to: string[] }
}

export interface MailServer {
  /** For SMTP_URL. */
  url: string
  /** In the order of arrival. */
  mails: ReceivedMail[]
  /** The first mail the predicate likes, already here or yet to come; rejects after `ms`. */
  waitFor: (predicate: (mail: ReceivedMail) => boolean, ms?: number) => Promise<ReceivedMail>
  clear: () => void
  /** While on, every mail is turned away for now (451), as a mail server in trouble does. */
  refuse: (on: boolean) => void
  stop: () => Promise<void>
}

/** A real SMTP server on a free port of 127.0.0.1, without TLS and password, that keeps what it gets. */
export async function startMailServer(): Promise<MailServer> {
  const mails: ReceivedMail[] = []
  const watchers = new Set<() => void>()
  let refusing = false

  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    onData(stream, session, done) {
      const refused = refusing
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', async () => {
        if (refused) return done(Object.assign(new Error('Try again later'), { responseCode: 451 }))
        const mail = await PostalMime.parse(Buffer.concat(chunks))
        const { mailFrom, rcptTo } = session.envelope
        const from = mailFrom ? mailFrom.address : ''
        mails.push({ ...mail, envelope: { from, to: rcptTo.map((to) => to.address) } })
        for (const look of watchers) look()
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
      refusing = on
    },
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
    const leave = () => {
      clearTimeout(timeout)
      watchers.delete(look)
    }
    const look = () => {
      const mail = mails.find(predicate)
      if (!mail) return
      leave()
      resolve(mail)
    }
    const timeout = setTimeout(() => {
      leave()
      const had = mails.map((mail) => `"${mail.subject}" to ${mail.envelope.to.join(', ')}`)
      reject(new Error(`No such mail within ${ms} ms; came: ${had.join('; ') || 'none'}`))
    }, ms)
    watchers.add(look)
    look()
  })
}
