/** How people get into a portal that runs: by the mail it sends them. */
import type { MailServer, ReceivedMail } from '#test/setup/mail-server.ts'
import type { Site } from './site.ts'
import type { Visitor } from './visitor.ts'

export const adminEmail = 'secretary@drill.example'
const oemEmail = 'asha@drill.example'

export const tokenOf = (mail: ReceivedMail): string =>
  mail.text?.match(/\/login\/verify#token=([\w-]{43})/)?.[1] ?? ''

export const codeOf = (mail: ReceivedMail): string =>
  mail.text?.match(/^Your code: (\d{6})$/m)?.[1] ?? ''

export const isTo =
  (email: string) =>
  (mail: ReceivedMail): boolean =>
    mail.envelope.to.includes(email)

/** Asks for a link and waits for the mail that brings it. */
export async function requestLink(
  visitor: Visitor,
  mail: MailServer,
  email: string,
  type: 'member' | 'jobseeker' | 'admin',
): Promise<ReceivedMail> {
  await visitor.call('POST', '/api/auth/request-link', { email, type })
  return mail.waitFor((one) => isTo(email)(one) && tokenOf(one) !== '', 30_000)
}

/** Signs in with the link of the mail, in the browser that asked for it. */
export async function signIn(
  visitor: Visitor,
  mail: MailServer,
  email: string,
  type: 'member' | 'jobseeker' | 'admin',
): Promise<Visitor> {
  const letter = await requestLink(visitor, mail, email, type)
  await visitor.call('POST', '/api/auth/verify', { token: tokenOf(letter) })
  return visitor
}

/** The administrator of ADMIN_EMAIL, and an OEM member added by them, both signed in. */
export async function adminAndOem(
  site: Site,
  portal: { url: string },
  mail: MailServer,
): Promise<{ admin: Visitor; oem: Visitor }> {
  const admin = await signIn(site.visitor(portal), mail, adminEmail, 'admin')
  await admin.call('POST', '/api/admin/members', {
    name: 'Asha Patil',
    email: oemEmail,
    role: 'oem',
    company_name: 'Teak & Co',
    whatsapp_number: '+91 98765 43210',
  })
  const oem = await signIn(site.visitor(portal), mail, oemEmail, 'member')
  return { admin, oem }
}
