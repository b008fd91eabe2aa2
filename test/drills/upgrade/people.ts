/** Signs people in to a portal with a stopped clock, as often as the drill needs it. */
import type { MailServer } from '#test/setup/mail-server.ts'
import type { ApiClient } from '#test/support/process/api-client.ts'
import { isTo, tokenOf } from '#test/support/process/sign-in.ts'

export type SignInType = 'member' | 'jobseeker' | 'admin'

/** A mail can take minutes on a busy machine. */
const longestWaitMs = 120_000

/** Signs in with a new mail, even if the mailbox has older ones. */
export async function signInAgain(
  client: ApiClient,
  mail: MailServer,
  email: string,
  type: SignInType,
): Promise<void> {
  const before = new Set(mail.mails)
  await client.call('POST', '/api/auth/request-link', { email, type })
  const received = await mail.waitFor(
    (one) => !before.has(one) && isTo(email)(one) && tokenOf(one) !== '',
    longestWaitMs,
  )
  await client.call('POST', '/api/auth/verify', { token: tokenOf(received) })
}
