/** The two ways a letter leaves: an SMTP server, or `.eml` files in a folder. */
import { mkdirSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport, type SendMailOptions } from 'nodemailer'
import { type MailLogo, mailLogoId, portalLogo } from './mail-page.ts'
import type { Deliver, OutgoingMail } from './outbox.ts'

const address = (from: string): { name: string; address: string } => {
  const named = from.match(/^(?<name>[^<>]*)<(?<bare>[^<>]+)>$/)?.groups
  return { name: named?.name?.trim() ?? '', address: named?.bare?.trim() ?? from }
}

/** The logo as it is when a mail leaves. */
export type FindLogo = () => Promise<MailLogo>
const findPortalLogo: FindLogo = async () => portalLogo

async function message(
  letter: OutgoingMail,
  from: string,
  logo: FindLogo,
): Promise<SendMailOptions> {
  const sender = address(from)
  const host = sender.address.split('@')[1] ?? 'localhost'
  return {
    from: sender,
    to: [{ name: '', address: letter.to }],
    subject: letter.subject,
    text: letter.text,
    html: letter.html,
    messageId: `<${letter.id}@${host}>`,
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    attachments: letter.html.includes(`cid:${mailLogoId}`)
      ? [{ ...(await logo()), cid: mailLogoId, contentDisposition: 'inline' }]
      : [],
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** Delivers to the SMTP server at `url`; gives up on a silent server after some seconds. */
export function smtpDelivery(
  url: string,
  from: string,
  logo = findPortalLogo,
): Deliver & { close: () => void } {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 4,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
  })
  const deliver = async (letter: OutgoingMail) => {
    await transport.sendMail(await message(letter, from, logo))
  }
  return Object.assign(deliver, { close: () => transport.close() })
}

/** Writes each mail as `<time>-<id>.eml` into `folder`; a file is complete or absent. */
export function fileDelivery(folder: string, from: string, logo = findPortalLogo): Deliver {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return async (letter) => {
    const { message: content } = await transport.sendMail(await message(letter, from, logo))
    const time = new Date().toISOString().replaceAll(':', '-')
    const path = join(folder, `${time}-${letter.id}.eml`)
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
