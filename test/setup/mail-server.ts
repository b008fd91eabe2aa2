import { once } from 'node:events'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { maxWaitMs } from '#test/support/eventually.ts'

/** A received mail and its envelope. */
export interface ReceivedMail extends Email {
  envelope: { from: string; to: string[] }
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
  /** Ends `reject`. */
  accept: (address: string) => void
  /** From now on the command is answered so ('535 5.7.8 …'), after `accepted` more of it; undefined ends it. */
  answer: (command: SmtpCommand, reply: string | undefined, accepted?: number) => void
  /** How often a command was answered so. */
  refusals: () => number
  stop: () => Promise<void>
}

type SmtpCommand = 'AUTH' | 'MAIL FROM' | 'RCPT TO' | 'DATA'

/** Reads no certificate: it refuses STARTTLS, and tests start a server for each portal. */
class ServerWithoutTls extends SMTPServer {
  override updateSecureContext(): void {}
}

/** A real SMTP server on a free port of 127.0.0.1, without TLS, that takes any password and stores all mails. */
export async function startMailServer(): Promise<MailServer> {
  const mails: ReceivedMail[] = []
  const watchers = new Set<() => void>()
  let isRefusing = false
  const rejected = new Set<string>()
  const replies = new Map<SmtpCommand, { reply: string; accepted: number }>()
  let refusals = 0
  /** The error that smtp-server answers a command with, if any. */
  const refusalOf = (command: SmtpCommand): Error | undefined => {
    const planned = replies.get(command)
    if (!planned) return undefined
    if (planned.accepted > 0) {
      planned.accepted -= 1
      return undefined
    }
    refusals += 1
    const responseCode = Number(planned.reply.slice(0, 3))
    return Object.assign(new Error(planned.reply.slice(4)), { responseCode })
  }

  const server = new ServerWithoutTls({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onAuth(_auth, _session, done) {
      const refusal = refusalOf('AUTH')
      if (refusal) return done(refusal)
      done(null, { user: 'office' })
    },
    onMailFrom(_address, _session, done) {
      done(refusalOf('MAIL FROM'))
    },
    onRcptTo({ address }, _session, done) {
      if (!rejected.has(address)) return done(refusalOf('RCPT TO'))
      done(Object.assign(new Error(`No such user: ${address}`), { responseCode: 550 }))
    },
    onData(stream, session, done) {
      const isRefused = isRefusing
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', async () => {
        if (isRefused)
          return done(Object.assign(new Error('Try again later'), { responseCode: 451 }))
        const refusal = refusalOf('DATA')
        if (refusal) return done(refusal)
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
    waitFor: (predicate, ms = maxWaitMs) => firstMail(mails, watchers, predicate, ms),
    clear: () => {
      mails.length = 0
    },
    refuse: (on) => {
      isRefusing = on
    },
    reject: (address) => rejected.add(address),
    accept: (address) => rejected.delete(address),
    answer: (command, reply, accepted = 0) => {
      if (reply === undefined) replies.delete(command)
      else replies.set(command, { reply, accepted })
    },
    refusals: () => refusals,
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
