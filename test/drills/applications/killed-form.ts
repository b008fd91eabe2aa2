/** Kills the portal while Chromium sends a form: the form must keep its values and be sent again. */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import * as form from '#test/journeys/support/application-form.ts'
import { launchBrowser, newContext } from '#test/setup/browser.ts'
import type { DrillEnvironment } from '#test/support/process/environment.ts'
import { counted, type Finding } from '#test/support/process/findings.ts'
import { adminEmail } from '#test/support/process/sign-in.ts'

export async function killedFormDrill(env: DrillEnvironment, kills: number): Promise<Finding[]> {
  const browser = await launchBrowser()
  env.onClose(() => browser.close())
  const settings = { DATA_DIR: env.folder(), ADMIN_EMAIL: adminEmail, LOG_LEVEL: 'warn' }
  let portal = await env.portal(settings)
  const restartSettings = { ...settings, PORT: portal.port }
  let intact = 0
  let sent = 0
  const emails: string[] = []
  for (let kill = 0; kill < kills; kill++) {
    const context = await newContext(browser, { viewport: { width: 390, height: 844 } })
    const page = await context.newPage()
    const values = { ...form.oemFirm, ...form.newFirm() }
    emails.push(values.email)
    await page.goto(`${portal.url}/apply/oem`)
    await form.fillOemForm(page, values)
    await waitForUploads(page)
    await form.submit(page).click()
    await sleep(Math.random() * 120)
    await portal.end('SIGKILL')
    portal = await env.portal(restartSettings)
    // The portal may have responded before it was killed.
    if (!(await isSubmitted(page))) {
      const shown = { ...(await form.textValues(page)) }
      const isUnchanged = Object.entries(values).every(([name, value]) => shown[name] === value)
      const papers = await page.locator('[data-upload="done"]').count()
      if (isUnchanged && papers === 6) intact += 1
      await form.submit(page).click()
      await page.getByText('Application Submitted', { exact: true }).first().waitFor()
    } else intact += 1
    sent += 1
    await context.close()
  }
  await portal.end('SIGTERM')
  return [
    counted(`forms with all values after ${kills} kills`, intact, kills),
    counted('forms sent at last', sent, kills),
    counted(
      'forms that became exactly one application',
      countStoredOnce(settings.DATA_DIR, emails),
      kills,
    ),
  ]
}

const waitForUploads = (page: Page) =>
  page.waitForFunction(() => document.querySelectorAll('[data-upload="done"]').length === 6)

/** True when the form shows success, false when it shows an error; waits for either. */
async function isSubmitted(page: Page): Promise<boolean> {
  const success = page.getByText('Application Submitted', { exact: true }).first()
  const failure = page.getByText('Error', { exact: true }).first()
  await success.or(failure).first().waitFor()
  return success.isVisible()
}

function countStoredOnce(folder: string, emails: readonly string[]): number {
  const database = new DatabaseSync(join(folder, 'portal.sqlite'), { readOnly: true })
  try {
    const rows = database
      .prepare('select email, count(*) as times from application group by email')
      .all()
    const times = new Map(rows.map(({ email, times }) => [String(email), Number(times)]))
    return emails.filter((email) => times.get(email) === 1).length
  } finally {
    database.close()
  }
}
