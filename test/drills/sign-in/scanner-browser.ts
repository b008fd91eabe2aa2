/**
 * A mail scanner with a browser opens the link of a mail, runs the scripts of the page and presses all
 * buttons. It must not get a session, and the person who requested the link must still be able to sign in.
 */
import type { Browser, Page } from 'playwright-core'
import { launchBrowser, newContext } from '#test/setup/browser.ts'
import type { MailServer } from '#test/setup/mail-server.ts'
import type { DrillEnvironment } from '#test/support/process/environment.ts'
import { counted, type Finding, info } from '#test/support/process/findings.ts'
import type { PortalProcess } from '#test/support/process/portal-process.ts'
import { portalSettings } from '#test/support/process/portal-settings.ts'
import { isTo, tokenOf } from '#test/support/process/sign-in.ts'

const maxPresses = 8

export async function scannerBrowserDrill(
  env: DrillEnvironment,
  mails: number,
): Promise<Finding[]> {
  const mail = await env.mailServer()
  const portal = await env.portal(await portalSettings(env, mail))
  const browser = await launchBrowser()
  env.onClose(() => browser.close())
  const sum = { signedIn: 0, blocked: 0, pressed: 0 }
  for (let index = 0; index < mails; index++) {
    const outcome = await testMail(browser, portal, mail, `worker${index}@drill.example`)
    sum.signedIn += outcome.isSignedIn ? 1 : 0
    sum.blocked += outcome.isBlocked ? 1 : 0
    sum.pressed += outcome.pressed
  }
  return [
    counted('people signed in by the link after the scanner, in Chromium', sum.signedIn, mails),
    counted('scanners without a session, in Chromium', sum.blocked, mails),
    info('buttons and links the scanners pressed', String(sum.pressed)),
  ]
}

async function testMail(browser: Browser, portal: PortalProcess, mail: MailServer, email: string) {
  const human = await newContext(browser, { baseURL: portal.url })
  const scanner = await newContext(browser, { baseURL: portal.url })
  try {
    const loginPage = await human.newPage()
    await loginPage.goto('/login?as=jobseeker')
    await loginPage.getByRole('textbox').fill(email)
    await loginPage.getByRole('textbox').press('Enter')
    const signInMail = await mail.waitFor(isTo(email), 30_000)
    const link = `/login/verify#token=${tokenOf(signInMail)}`

    const scannerPage = await scanner.newPage()
    await scannerPage.goto(link, { waitUntil: 'networkidle' })
    const pressed = await pressEverything(scannerPage, link)
    const cookies = await scanner.cookies()
    const { status } = await currentUser(scannerPage)

    const linkPage = await human.newPage()
    await linkPage.goto(link)
    await linkPage.waitForURL((url) => url.pathname !== '/login/verify', { timeout: 15_000 })
    const user = await currentUser(linkPage)
    return {
      pressed,
      isBlocked: status === 401 && cookies.every(({ name }) => !name.endsWith('session')),
      isSignedIn: user.status === 200 && user.email === email,
    }
  } catch (error) {
    console.error(`${email}: ${error}`)
    return { pressed: 0, isBlocked: false, isSignedIn: false }
  } finally {
    await human.close()
    await scanner.close()
  }
}

/** Presses all buttons and links, opening the link again before each; returns how many it pressed. */
async function pressEverything(page: Page, link: string): Promise<number> {
  let pressed = 0
  for (let index = 0; index < maxPresses; index++) {
    // Sends a wrong code once only, because five wrong codes end the request.
    const digits = page.getByRole('textbox')
    if (index === 0 && (await digits.count()) > 0) await digits.first().fill('000000')
    const controls = page.locator('button:visible, a:visible, [role=button]:visible')
    const count = await controls.count()
    if (index >= count) break
    await controls
      .nth(index)
      .click({ timeout: 3000, noWaitAfter: true })
      .then(
        () => {
          pressed += 1
        },
        () => {},
      )
    await page.waitForLoadState('networkidle').catch(() => {})
    // A change of the fragment alone does not reload the page.
    await page.goto('about:blank')
    await page.goto(link, { waitUntil: 'networkidle' })
  }
  return pressed
}

/** The user who is signed in in this page. */
async function currentUser(page: Page): Promise<{ status: number; email?: string }> {
  const answer = await page.request.get('/api/user')
  if (!answer.ok()) return { status: answer.status() }
  return { status: answer.status(), email: (await answer.json()).email }
}
