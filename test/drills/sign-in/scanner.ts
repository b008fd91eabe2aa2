/**
 * A mail scanner reads every mail before its owner does: it opens the link in every way it knows,
 * follows redirects and posts what it found. It must not get in, and must use nothing up.
 */
import { counted, type Finding } from '../support/findings.ts'
import { portalSettings } from '../support/portal-settings.ts'
import { codeOf, requestLink, tokenOf } from '../support/sign-in.ts'
import { concurrently, type Site } from '../support/site.ts'
import type { Visitor } from '../support/visitor.ts'

const gets = 20

export async function scannerDrill(site: Site, mails: number): Promise<Finding[]> {
  const mail = await site.mailServer()
  const portal = await site.portal(await portalSettings(site, mail))
  let humansIn = 0
  let scannersIn = 0
  let requests = 0
  let defects = 0
  await concurrently(mails, 8, async (index) => {
    const email = `worker${index}@drill.example`
    const human = site.visitor(portal)
    const letter = await requestLink(human, mail, email, 'jobseeker')
    const scanner = site.visitor(portal)
    const seen = await scan(scanner, tokenOf(letter), codeOf(letter))
    requests += seen.length
    // 503 is fine: the screens of a checkout that was never built.
    defects += seen.filter((status) => status === 500).length
    const { status } = await scanner.request('GET', '/api/user')
    if (status !== 401 || scanner.cookies.has('session')) scannersIn += 1
    await human.request('POST', '/api/auth/verify', { token: tokenOf(letter) })
    const user = await human.request('GET', '/api/user')
    if (user.status === 200 && JSON.parse(user.text).email === email) humansIn += 1
  })
  return [
    counted('people in by the link after the scanner', humansIn, mails),
    counted('scanners that got no session', mails - scannersIn, mails),
    counted('requests of scanners answered without a defect', requests - defects, requests),
  ]
}

/** Everything a scanner does with one link; answers the statuses it got. */
async function scan(scanner: Visitor, token: string, code: string): Promise<number[]> {
  const forms = [
    '/login/verify',
    `/login/verify#token=${token}`,
    `/login/verify%23token=${token}`,
    `/login/verify?token=${token}`,
    `/api/auth/verify?token=${token}`,
  ]
  const statuses: number[] = []
  for (let i = 0; i < gets; i++)
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

async function follow(scanner: Visitor, method: string, path: string): Promise<number[]> {
  const statuses: number[] = []
  for (let next: string | undefined = path; next !== undefined && statuses.length < 5; ) {
    const { status, location } = await scanner.request(method, next)
    statuses.push(status)
    next = location && new URL(location, 'http://portal').pathname
  }
  return statuses
}
