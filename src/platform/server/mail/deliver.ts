/** Delivers mails: to an SMTP server, or as `.eml` files in a folder. */
import { mkdirSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport, type SendMailOptions } from 'nodemailer'
import { isPrivateHost } from '../http/trusted-proxies.ts'
import { mailLogoId } from './mail-html.ts'
import { type MailLogo, portalLogo } from './mail-page.ts'
import type { Deliver, OutgoingMail } from './outbox.ts'

/** The address of MAIL_FROM, which may be 'Name <address>'. */
const addressOf = (from: string): string => from.match(/<([^<>]+)>$/)?.[1]?.trim() ?? from

/** The sender of mails. */
export interface SenderIdentity {
  /** The display name of the sender. */
  name: string
  /** The address for replies; empty for the address of the sender. */
  replyTo: string
  logo: () => Promise<MailLogo>
}

/** Returns the sender identity at the time of sending. */
export type FindSenderIdentity = () => SenderIdentity
const noSenderIdentity: FindSenderIdentity = () => ({
  name: '',
  replyTo: '',
  logo: async () => portalLogo,
})

async function buildMessage(
  mail: OutgoingMail,
  from: string,
  { name, replyTo, logo }: SenderIdentity,
): Promise<SendMailOptions> {
  const address = addressOf(from)
  const host = address.split('@')[1] ?? 'localhost'
  return {
    from: { name, address },
    ...(replyTo !== '' && { replyTo: [{ name, address: replyTo }] }),
    to: [{ name: '', address: mail.to }],
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    messageId: `<${mail.id}@${host}>`,
    headers: {
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      // Gmail folds mails of one subject, such as two sign-in links, and hides the newer one.
      'X-Entity-Ref-ID': mail.id,
    },
    attachments: [
      ...(mail.html.includes(`cid:${mailLogoId}`)
        ? [{ ...(await logo()), cid: mailLogoId, contentDisposition: 'inline' as const }]
        : []),
      ...(mail.attachments ?? []),
    ],
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/**
 * The address and encryption for Nodemailer. Mails have sign-in links: to a server outside of private networks they go
 * encrypted or not at all, unless the address says `requireTLS=false`.
 */
export function smtpServer(url: string): { url: string; requireTLS?: true } {
  const { hostname, searchParams } = new URL(url)
  const isChosen = searchParams.has('requireTLS') || searchParams.has('ignoreTLS')
  return isPrivateHost(hostname) || isChosen ? { url } : { url, requireTLS: true }
}

/** Delivers to the SMTP server at `url`, with timeouts of 10 to 30 seconds. */
export function smtpDelivery(
  url: string,
  from: string,
  identity = noSenderIdentity,
): Deliver & { close: () => void } {
  const transport = createTransport({
    ...smtpServer(url),
    pool: true,
    maxConnections: 4,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
  })
  const deliver = async (mail: OutgoingMail) => {
    await transport.sendMail(await buildMessage(mail, from, identity()))
  }
  return Object.assign(deliver, { close: () => transport.close() })
}

/** Writes each mail as `<time>-<id>.eml` into `folder`; a file is complete or absent. */
export function fileDelivery(folder: string, from: string, identity = noSenderIdentity): Deliver {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return async (mail) => {
    const { message: content } = await transport.sendMail(
      await buildMessage(mail, from, identity()),
    )
    const time = new Date().toISOString().replaceAll(':', '-')
    const path = join(folder, `${time}-${mail.id}.eml`)
    const file = await open(`${path}.part`, 'w', 0o600)
    try {
      await file.writeFile(content as Buffer)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(`${path}.part`, path)
  }
}
