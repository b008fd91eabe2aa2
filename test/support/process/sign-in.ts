/** Signs clients in to a running portal with the mails that it sends. */
import type { MailServer, ReceivedMail } from '#test/setup/mail-server.ts'
import type { ApiClient } from './api-client.ts'
import type { DrillEnvironment } from './environment.ts'

export const adminEmail = 'secretary@drill.example'
const oemEmail = 'asha@drill.example'

export const tokenOf = (mail: ReceivedMail): string =>
  mail.text?.match(/\/login\/verify#token=([\w-]{43})/)?.[1] ?? ''

export const codeOf = (mail: ReceivedMail): string =>
  mail.text?.match(/^Your code: (\S+)$/m)?.[1] ?? ''

export const isTo =
  (email: string) =>
  (mail: ReceivedMail): boolean =>
    mail.envelope.to.includes(email)

/** Requests a sign-in link and waits for its mail. */
async function requestLink(
  client: ApiClient,
  mail: MailServer,
  email: string,
  type: 'member' | 'jobseeker' | 'admin',
): Promise<ReceivedMail> {
  await client.call('POST', '/api/auth/request-link', { email, type })
  return mail.waitFor((received) => isTo(email)(received) && tokenOf(received) !== '', 30_000)
}

/** Signs in with a link that the same client has requested. */
export async function signIn(
  client: ApiClient,
  mail: MailServer,
  email: string,
  type: 'member' | 'jobseeker' | 'admin',
): Promise<ApiClient> {
  const signInMail = await requestLink(client, mail, email, type)
  await client.call('POST', '/api/auth/verify', { token: tokenOf(signInMail) })
  return client
}

/** Signed-in clients: the administrator of ADMIN_EMAIL, and an OEM member whom that one adds. */
export async function adminAndOem(
  env: DrillEnvironment,
  portal: { url: string },
  mail: MailServer,
): Promise<{ admin: ApiClient; oem: ApiClient }> {
  const admin = await signIn(env.client(portal), mail, adminEmail, 'admin')
  await admin.call('POST', '/api/admin/members', {
    name: 'Asha Patil',
    email: oemEmail,
    role: 'oem',
    company_name: 'Teak & Co',
    whatsapp_number: '+91 98765 43210',
  })
  const oem = await signIn(env.client(portal), mail, oemEmail, 'member')
  return { admin, oem }
}

/** A member for POST /api/admin/members; `name` is unique and also in the email. */
export const newMember = (name: string) => ({
  name,
  email: `${name}@drill.example`,
  role: 'oem',
  company_name: `${name} & Co`,
  whatsapp_number: '+91 98765 43210',
})

/** The ids of all members. */
export async function memberIds(admin: ApiClient): Promise<Set<string>> {
  const members = await admin.call('GET', '/api/admin/members?role=oem')
  if (!Array.isArray(members)) throw new Error('The members are not a list')
  return new Set(members.map(({ id }) => String(id)))
}
