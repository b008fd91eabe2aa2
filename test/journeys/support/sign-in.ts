/** Signs windows in and out. */
import type { BrowserContext, Page } from 'playwright-core'
import type { MailServer, ReceivedMail } from '#test/setup/mail-server.ts'
import { storeCookie } from '#test/support/portal/test-client.ts'
import { isTo, tokenOf } from '#test/support/process/sign-in.ts'
import { type BrowserWindow, settled } from './windows.ts'

/** The options of the login screen (contract 2). */
export const memberLogin = 'Login as OEM / Vendor (Members only)'
export const seekerLogin = 'Login to check job openings'
export const adminLogin = 'Admin Login'

/** Requests a link on the login screen and opens the link of the mail, if it has one; returns the mail. */
export async function signInByMail(
  window: BrowserWindow,
  mail: MailServer,
  email: string,
  option: string,
): Promise<ReceivedMail> {
  mail.clear()
  await window.go('/login')
  await requestLink(window.page, email, option)
  // Administrators may get a notification at the same time.
  const isSignInMail = (received: ReceivedMail) =>
    isTo(email)(received) && /^(Your sign-in link for|Signing in to) /.test(received.subject ?? '')
  const signInMail = await mail.waitFor(isSignInMail)
  if (tokenOf(signInMail) !== '') await window.go(`/login/verify#token=${tokenOf(signInMail)}`)
  return signInMail
}

/** Requests a link on the login screen and waits for the screen 'Check Your Email'. */
export async function requestLink(
  page: Page,
  email: string,
  option: string = seekerLogin,
): Promise<void> {
  await page.getByText(option, { exact: true }).click()
  await page.getByLabel(/e-?mail/i).fill(email)
  await page.getByRole('button', { name: 'Send Magic Link' }).click()
  await page.getByRole('heading', { name: 'Check Your Email' }).waitFor()
}

/** Signs the window in by a request, without opening a page. */
export async function signInWithToken(
  { context }: BrowserWindow,
  url: string,
  token: string,
): Promise<void> {
  await post(context, url, '/api/auth/verify', { token })
}

/** The same for people who sign in by mail. */
export async function signInDirectly(
  window: BrowserWindow,
  url: string,
  mail: MailServer,
  request: { email: string; type: 'member' | 'jobseeker' | 'admin' },
): Promise<void> {
  mail.clear()
  await post(window.context, url, '/api/auth/request-link', request)
  const signInMail = await mail.waitFor(isTo(request.email))
  await signInWithToken(window, url, tokenOf(signInMail))
}

async function post(context: BrowserContext, url: string, path: string, data: object) {
  const answer = await context.request.post(url + path, { data, headers: { Origin: url } })
  if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`)
  // Again, without an end: Playwright takes it from the clock of this process, the browser has that of the machine.
  const cookies = new Map<string, string>()
  for (const { name, value } of answer.headersArray())
    if (name.toLowerCase() === 'set-cookie') storeCookie(cookies, value)
  await context.addCookies([...cookies].map(([name, value]) => ({ name, value, url })))
}

/** Follows a sign-in link and waits until the first screen of the role has loaded. */
export async function followSignInLink({ page, go }: BrowserWindow, link: string): Promise<void> {
  await go(link)
  await page.waitForURL((address) => !address.pathname.startsWith('/login'))
  await page.locator('main h1').waitFor()
  await settled(page)
}

export const logout = (page: Page): Promise<void> =>
  page.getByRole('main').getByRole('button', { name: 'Logout' }).click()
