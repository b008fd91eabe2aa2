/** A portal killed while a form in Chromium is being sent: the form stays full, and goes again. */

import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import * as form from '#test/journeys/support/application-form.ts'
import { launchBrowser } from '#test/setup/browser.ts'
import { counted, type Finding } from '../support/findings.ts'
import { adminEmail } from '../support/sign-in.ts'
import type { Site } from '../support/site.ts'

export async function formDrill(site: Site, kills: number): Promise<Finding[]> {
  const browser = await launchBrowser()
  site.onClose(() => browser.close())
  const settings = { DATA_DIR: site.folder(), ADMIN_EMAIL: adminEmail, LOG_LEVEL: 'warn' }
  let portal = await site.portal(settings)
  const again = { ...settings, PORT: portal.port }
  let full = 0
  let sent = 0
  const emails: string[] = []
  for (let kill = 0; kill < kills; kill++) {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
    const page = await context.newPage()
    const values = { ...form.oemFirm, ...form.newFirm() }
    emails.push(values.email)
    await page.goto(`${portal.url}/apply/oem`)
    await form.fillOemForm(page, values)
    await uploaded(page)
    await form.submit(page).click()
    await sleep(Math.random() * 120)
    await portal.end('SIGKILL')
    portal = await site.portal(again)
    // It may have been taken before the end, and the answer have arrived.
    if (!(await thanked(page))) {
      const still = { ...(await form.textValues(page)) }
      const kept = Object.entries(values).every(([name, value]) => still[name] === value)
      const papers = await page.locator('[data-upload="done"]').count()
      if (kept && papers === 6) full += 1
      await form.submit(page).click()
      await page.getByText('Application Submitted', { exact: true }).first().waitFor()
    } else full += 1
    sent += 1
    await context.close()
  }
  await portal.end('SIGTERM')
  return [
    counted(`forms still full after ${kills} kills while they were sent`, full, kills),
    counted('forms sent in the end', sent, kills),
    counted(
      'forms that became exactly one application',
      onceEach(settings.DATA_DIR, emails),
      kills,
    ),
  ]
}

const uploaded = (page: Page) =>
  page.waitForFunction(() => document.querySelectorAll('[data-upload="done"]').length === 6)

/** True when the form has gone through; false once it has said that it did not. */
async function thanked(page: Page): Promise<boolean> {
  const good = page.getByText('Application Submitted', { exact: true }).first()
  const bad = page.getByText('Error', { exact: true }).first()
  await good.or(bad).first().waitFor()
  return good.isVisible()
}

function onceEach(folder: string, emails: readonly string[]): number {
  const book = new DatabaseSync(join(folder, 'portal.sqlite'), { readOnly: true })
  try {
    const rows = book
      .prepare('select email, count(*) as times from application group by email')
      .all()
    const times = new Map(rows.map(({ email, times }) => [String(email), Number(times)]))
    return emails.filter((email) => times.get(email) === 1).length
  } finally {
    book.close()
  }
}
