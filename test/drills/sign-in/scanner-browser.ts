/**
 * A scanner with a browser: it opens the link of a mail, runs the scripts of the page and presses
 * every button, but has not asked for the link. The person who has asked is in afterwards.
 */
import type { Browser, Page } from 'playwright-core'
import { launchBrowser } from '#test/setup/browser.ts'
import type { MailServer } from '#test/setup/mail-server.ts'
import { counted, type Finding, info } from '../support/findings.ts'
import type { PortalProcess } from '../support/portal-process.ts'
import { portalSettings } from '../support/portal-settings.ts'
import { isTo, tokenOf } from '../support/sign-in.ts'
import type { Site } from '../support/site.ts'

const presses = 8

export async function scannerBrowserDrill(site: Site, mails: number): Promise<Finding[]> {
  const mail = await site.mailServer()
  const portal = await site.portal(await portalSettings(site, mail))
  const browser = await launchBrowser()
  site.onClose(() => browser.close())
  const sum = { humansIn: 0, scannersOut: 0, pressed: 0 }
  for (let index = 0; index < mails; index++) {
    const outcome = await oneMail(browser, portal, mail, `worker${index}@drill.example`)
    sum.humansIn += outcome.humanIn ? 1 : 0
    sum.scannersOut += outcome.scannerOut ? 1 : 0
    sum.pressed += outcome.pressed
  }
  return [
    counted('people in by the link after the scanner, in Chromium', sum.humansIn, mails),
    counted('scanners that got no session, in Chromium', sum.scannersOut, mails),
    info('buttons and links the scanners pressed', String(sum.pressed)),
  ]
}

async function oneMail(browser: Browser, portal: PortalProcess, mail: MailServer, email: string) {
  const human = await browser.newContext({ baseURL: portal.url })
  const scanner = await browser.newContext({ baseURL: portal.url })
  try {
    const asking = await human.newPage()
    await asking.goto('/login?as=jobseeker')
    await asking.getByRole('textbox').fill(email)
    await asking.getByRole('textbox').press('Enter')
    const letter = await mail.waitFor(isTo(email), 30_000)
    const link = `/login/verify#token=${tokenOf(letter)}`

    const looking = await scanner.newPage()
    await looking.goto(link, { waitUntil: 'networkidle' })
    const pressed = await pressEverything(looking, link)
    const cookies = await scanner.cookies()
    const { status } = await whoIs(looking)

    const opening = await human.newPage()
    await opening.goto(link)
    await opening.waitForURL((url) => url.pathname !== '/login/verify', { timeout: 15_000 })
    const user = await whoIs(opening)
    return {
      pressed,
      scannerOut: status === 401 && cookies.every(({ name }) => !name.endsWith('session')),
      humanIn: user.status === 200 && user.email === email,
    }
  } catch (error) {
    console.error(`${email}: ${error}`)
    return { pressed: 0, scannerOut: false, humanIn: false }
  } finally {
    await human.close()
    await scanner.close()
  }
}

/** Presses one thing after the other, beginning anew with the link after each; fills in what it can. */
async function pressEverything(page: Page, link: string): Promise<number> {
  let pressed = 0
  for (let turn = 0; turn < presses; turn++) {
    // Its wrong code may be tried once: the fifth wrong one would end the request, by rule.
    const digits = page.getByRole('textbox')
    if (turn === 0 && (await digits.count()) > 0) await digits.first().fill('000000')
    const things = page.locator('button:visible, a:visible, [role=button]:visible')
    const count = await things.count()
    if (turn >= count) break
    await things
      .nth(turn)
      .click({ timeout: 3000, noWaitAfter: true })
      .then(
        () => {
          pressed += 1
        },
        () => {},
      )
    await page.waitForLoadState('networkidle').catch(() => {})
    // By way of elsewhere, for a change behind the # alone loads nothing.
    await page.goto('about:blank')
    await page.goto(link, { waitUntil: 'networkidle' })
  }
  return pressed
}

/** Who the portal takes this page's browser for. */
async function whoIs(page: Page): Promise<{ status: number; email?: string }> {
  const answer = await page.request.get('/api/user')
  if (!answer.ok()) return { status: answer.status() }
  return { status: answer.status(), email: (await answer.json()).email }
}
