/**
 * A mail scanner reads each mail before the recipient: it opens the link in many ways, follows redirects
 * and posts the token. It must not get a session, and must not consume the link.
 */

import type { ApiClient } from '#test/support/process/api-client.ts'
import { concurrently, type DrillEnvironment } from '#test/support/process/environment.ts'
import { counted, type Finding } from '#test/support/process/findings.ts'
import { portalSettings } from '#test/support/process/portal-settings.ts'
import { codeOf, requestLink, tokenOf } from '#test/support/process/sign-in.ts'

const openings = 20

export async function scannerDrill(env: DrillEnvironment, mails: number): Promise<Finding[]> {
  const mail = await env.mailServer()
  const portal = await env.portal(await portalSettings(env, mail))
  let humansSignedIn = 0
  let scannersSignedIn = 0
  let requests = 0
  let serverErrors = 0
  await concurrently(mails, 8, async (index) => {
    const email = `worker${index}@drill.example`
    const human = env.client(portal)
    const signInMail = await requestLink(human, mail, email, 'jobseeker')
    const scanner = env.client(portal)
    const statuses = await scan(scanner, tokenOf(signInMail), codeOf(signInMail))
    requests += statuses.length
    // 503 is allowed: without a build there are no screens.
    serverErrors += statuses.filter((status) => status === 500).length
    const { status } = await scanner.request('GET', '/api/user')
    if (status !== 401 || scanner.cookies.has('session')) scannersSignedIn += 1
    await human.request('POST', '/api/auth/verify', { token: tokenOf(signInMail) })
    const user = await human.request('GET', '/api/user')
    if (user.status === 200 && JSON.parse(user.text).email === email) humansSignedIn += 1
  })
  return [
    counted('people signed in by the link after the scanner', humansSignedIn, mails),
    counted('scanners without a session', mails - scannersSignedIn, mails),
    counted('scanner requests without a status 500', requests - serverErrors, requests),
  ]
}

/** All requests of a scanner with one link; returns their statuses. */
async function scan(scanner: ApiClient, token: string, code: string): Promise<number[]> {
  const forms = [
    '/login/verify',
    `/login/verify#token=${token}`,
    `/login/verify%23token=${token}`,
    `/login/verify?token=${token}`,
    `/api/auth/verify?token=${token}`,
  ]
  const statuses: number[] = []
  for (let i = 0; i < openings; i++)
    statuses.push(...(await follow(scanner, 'GET', forms[i % forms.length] ?? '')))
  for (const method of ['HEAD', 'OPTIONS'])
    for (const form of forms) statuses.push(...(await follow(scanner, method, form)))
  const wrong = code === '000000' ? '111111' : '000000'
  const form = { 'Content-Type': 'application/x-www-form-urlencoded' }
  for (const [payload, headers] of [
    [{ token }, {}],
    [{ token, code: wrong }, {}],
    [{ token }, form],
    [{ token }, {}],
  ] as const)
    statuses.push((await scanner.request('POST', '/api/auth/verify', payload, headers)).status)
  return statuses
}

async function follow(scanner: ApiClient, method: string, path: string): Promise<number[]> {
  const statuses: number[] = []
  for (let next: string | undefined = path; next !== undefined && statuses.length < 5; ) {
    const { status, location } = await scanner.request(method, next)
    statuses.push(status)
    next = location && new URL(location, 'http://portal').pathname
  }
  return statuses
}
