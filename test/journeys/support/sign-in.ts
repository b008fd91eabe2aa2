/** Ways into the portal and out of it. */
import type { BrowserContext, Page } from 'playwright-core'
import { isTo, tokenOf } from '#test/drills/support/sign-in.ts'
import type { MailServer, ReceivedMail } from '#test/setup/mail-server.ts'
import { type BrowserWindow, settled } from './windows.ts'

/** The options of the login screen (contract 2). */
export const memberLogin = 'Login as OEM / Vendor (Members only)'
export const seekerLogin = 'Login to check job openings'
export const adminLogin = 'Admin Login'

/** Chooses a login option, types the address, opens the mail and follows its link. */
export async function signInByMail(
  window: BrowserWindow,
  mail: MailServer,
  email: string,
  option: string,
): Promise<ReceivedMail> {
  mail.clear()
  await window.go('/login')
  await requestLink(window.page, email, option)
  const letter = await mail.waitFor(isTo(email), 15_000)
  if (tokenOf(letter) !== '') await window.go(`/login/verify#token=${tokenOf(letter)}`)
  return letter
}

/** From the login screen to the one that waits for the mail. */
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

/** Signs the window in without a screen; it shows nothing yet. */
export async function signInWithToken(
  { context }: BrowserWindow,
  url: string,
  token: string,
): Promise<void> {
  await post(context, url, '/api/auth/verify', { token })
}

/** The same for people who need a mail to sign in. */
export async function signInDirectly(
  window: BrowserWindow,
  url: string,
  mail: MailServer,
  request: { email: string; type: 'member' | 'jobseeker' | 'admin' },
): Promise<void> {
  mail.clear()
  await post(window.context, url, '/api/auth/request-link', request)
  const letter = await mail.waitFor(isTo(request.email), 15_000)
  await signInWithToken(window, url, tokenOf(letter))
}

async function post({ request }: BrowserContext, url: string, path: string, data: object) {
  const answer = await request.post(url + path, { data, headers: { Origin: url } })
  if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`)
}

/** Follows a sign-in link and waits until the first screen of the role has loaded. */
export async function enter({ page, go }: BrowserWindow, link: string): Promise<void> {
  await go(link)
  await page.waitForURL((address) => !address.pathname.startsWith('/login'))
  await page.locator('main h1').waitFor()
  await settled(page)
}

export const logout = (page: Page): Promise<void> =>
  page.getByRole('main').getByRole('button', { name: 'Logout' }).click()
