/** What a treasurer does by hand in the season, in Chromium. */
import { readFile } from 'node:fs/promises'
import type { Browser, Page } from 'playwright-core'
import type { BankFile } from '#test/files/bank-statements.ts'
import { newContext } from '#test/setup/browser.ts'
import type { ApiClient } from '#test/support/process/api-client.ts'
import type { DrillEnvironment } from '#test/support/process/environment.ts'
import { year } from '../dues/season.ts'

const timeout = 30_000

export interface Treasurer {
  page: Page
  /** The messages of errors in the console. */
  errors: string[]
}

/** A window signed in like `client`. */
export async function openTreasurer(
  env: DrillEnvironment,
  browser: Browser,
  url: string,
  { cookies }: ApiClient,
): Promise<Treasurer> {
  const context = await newContext(browser, {
    baseURL: url,
    viewport: { width: 1366, height: 900 },
    reducedMotion: 'reduce',
  })
  env.onClose(() => context.close())
  await context.addCookies([...cookies].map(([name, value]) => ({ name, value, url })))
  const page = await context.newPage()
  page.setDefaultTimeout(timeout)
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  return { page, errors }
}

export async function raiseDues({ page }: Treasurer, members: number): Promise<void> {
  await page.goto('/admin/renewals')
  await page.getByRole('button', { name: 'Raise dues' }).first().click()
  await page.getByLabel('Financial year').selectOption(year)
  await page.getByRole('button', { name: `Raise dues for ${members} members` }).click()
  await page
    .getByText(new RegExp(`^Dues ${year} raised`))
    .first()
    .waitFor()
}

/** Emails the notices of all members who owe dues and waits until they are sent. */
export async function sendNotices({ page }: Treasurer, members: number): Promise<void> {
  await page.goto('/admin/renewals?status=owes')
  await page.getByRole('button', { name: `Select all ${members}` }).click()
  await page.getByRole('button', { name: 'Email notices' }).click()
  await page.getByRole('button', { name: `Send ${members} notices` }).click()
  await page
    .getByText(`${members} notices sent`, { exact: true })
    .waitFor({ timeout: timeout + members * 2_000 })
    .catch(async (error) => {
      throw new Error(await page.locator('body').innerText(), { cause: error })
    })
}

/** Imports the statement and confirms all sure lines; fails unless there are `sure` of them. */
export async function confirmStatement(
  { page }: Treasurer,
  { name, bytes }: BankFile,
  { lines, sure }: { lines: number; sure: number },
): Promise<void> {
  await page.goto('/admin/renewals/bank-statements')
  await page.getByRole('button', { name: 'Import bank statement' }).first().click()
  const field = page.getByLabel('Bank statement', { exact: true })
  await field.setInputFiles({ name, mimeType: 'text/csv', buffer: bytes })
  await page.getByRole('button', { name: `Review ${lines} lines` }).click()
  await page.getByRole('button', { name: `Confirm all sure ones (${sure})` }).click()
  await page.getByRole('button', { name: 'Confirm all', exact: true }).click()
  await page.getByText(`${sure} payments recorded`, { exact: true }).waitFor()
}

/** Prints the certificates of all members; returns the PDF. */
export async function printCertificates({ page }: Treasurer, members: number): Promise<Buffer> {
  await page.goto('/admin?tab=oem-members')
  await page.getByLabel('Select all loaded rows').click()
  const selectAll = page.getByRole('button', { name: `Select all ${members}` })
  if (await selectAll.isVisible()) await selectAll.click()
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Print certificates' }).click()
  const downloads = page.waitForEvent('download')
  await page.getByRole('button', { name: `Print ${members}`, exact: true }).click()
  return readFile(await (await downloads).path())
}

/** The status that the page of a certificate shows to a visitor: 'Valid'. */
export async function verifyPage(env: DrillEnvironment, browser: Browser, url: string) {
  const context = await newContext(browser, { baseURL: url })
  env.onClose(() => context.close())
  const page = await context.newPage()
  page.setDefaultTimeout(timeout)
  return {
    open: async (code: string): Promise<string> => {
      await page.goto(`/verify/${code}`)
      const status = page.getByRole('status').locator('p').first()
      await page.getByRole('button', { name: 'Check again' }).waitFor()
      return status.innerText()
    },
  }
}
