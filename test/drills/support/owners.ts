/** Two people who sign in to a portal with a moved clock (clocked-portal.ts). */
import { minutes } from '#shared/durations.ts'
import type { TestClient } from '#test/support/portal/test-client.ts'
import type { ClockedPortal } from './clocked-portal.ts'

export const people = { admin: 'secretary@drill.example', member: 'asha@drill.example' }
export type Person = keyof typeof people

const ownerHeaders = { 'X-Forwarded-For': '203.0.113.9' }

interface SignInMail {
  token: string
  code: string
}

/** The newest mail with a sign-in link in this mailbox that has not expired. */
export async function newestMail({ db, clock }: ClockedPortal, email: string) {
  const mail = await db
    .selectFrom('outbox')
    .select('body_text')
    .where('recipient', '=', email)
    .where('kind', '=', 'sign-in-link')
    .where('created_at', '>', new Date(clock.now.getTime() - minutes(10)).toISOString())
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const token = mail?.body_text?.match(/#token=([\w-]{43})/)?.[1]
  const code = mail?.body_text?.match(/^Your code: (\S+)$/m)?.[1]
  return token && code ? ({ token, code } satisfies SignInMail) : undefined
}

/** Requests a link in this browser and opens it there. Resolves to why that failed. */
export async function signInHere(
  portal: ClockedPortal,
  browser: TestClient,
  person: Person,
): Promise<string | undefined> {
  const refusal = await requestLink(browser, person)
  if (refusal !== undefined) return refusal
  const mail = await newestMail(portal, people[person])
  return verify(browser, { token: mail?.token })
}

/** Requests a link; resolves to why that failed. */
async function requestLink(browser: TestClient, person: Person): Promise<string | undefined> {
  const body = { email: people[person], type: person }
  const answer = await browser.request('POST', '/api/auth/request-link', body, ownerHeaders)
  return answer.ok ? undefined : `${answer.status} ${await answer.text()}`
}

export async function verify(browser: TestClient, proof: object): Promise<string | undefined> {
  const answer = await browser.request('POST', '/api/auth/verify', proof, ownerHeaders)
  return answer.ok ? undefined : `${answer.status} ${await answer.text()}`
}
