/** Coming into the portal and leaving it. */
import type { Page } from 'playwright-core'
import { type Person, settled } from './people.ts'

/** The choice of a job seeker on the login screen. */
export const seeker = 'Login to check job openings'

export async function enter({ page, go }: Person, link: string): Promise<void> {
  await go(link)
  await page.waitForURL((address) => !address.pathname.startsWith('/login'))
  await page.locator('main h1').waitFor()
  await settled(page)
}

export const logout = (page: Page): Promise<void> =>
  page.getByRole('main').getByRole('button', { name: 'Logout' }).click()

/** As a job seeker, up to the screen that waits for the mail. */
export async function askForLink(page: Page, email: string): Promise<void> {
  await page.getByText(seeker, { exact: true }).click()
  await page.getByLabel(/e-?mail/i).fill(email)
  await page.getByRole('button', { name: 'Send Magic Link' }).click()
  await page.getByRole('heading', { name: 'Check Your Email' }).waitFor()
}
