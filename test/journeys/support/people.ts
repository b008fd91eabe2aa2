/** People in front of real browser windows; whatever their console complains of is kept. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'
import { isTo, tokenOf } from '../../drills/people.ts'
import type { MailServer, ReceivedMail } from '../../setup/mail-server.ts'

export const phone = { width: 390, height: 844 }
export const desk = { width: 1366, height: 900 }
export const narrowest = { width: 360, height: 740 }

export interface Person {
  page: Page
  context: BrowserContext
  /** Errors of the console and refusals of the content policy so far. */
  complaints: string[]
  go: (path: string) => Promise<void>
}

/** A new window with its own cookies; it closes with the test, and must not have complained. */
export async function openPerson(
  browser: Browser,
  url: string,
  viewport = desk,
  { mayComplain = false } = {},
): Promise<Person> {
  const person = await openWindow(browser, url, viewport)
  onTestFinished(async () => {
    // What closing the window cuts off is nobody's complaint.
    const before = [...person.complaints]
    await person.context.close()
    if (!mayComplain) expect(before).toEqual([])
  })
  return person
}

/** A new window with its own cookies, which stays until somebody closes it. */
export async function openWindow(browser: Browser, url: string, viewport = desk): Promise<Person> {
  const context = await browser.newContext({ viewport, reducedMotion: 'reduce' })
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(`page: ${error.message}`))
  page.on('console', (message) => {
    // Chromium reports every answer of 400 and more; those are the portal's words, not defects.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      complaints.push(`console: ${message.text()}`)
  })
  return {
    page,
    context,
    complaints,
    go: async (path) => {
      await page.goto(url + path)
      await settled(page)
    },
  }
}

/** Looking at every frame, as Playwright does by itself, has every frame painted. */
export const calmly = { polling: 40 }

/** Waits until nothing on the screen says that it is busy. */
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(
    () => !document.querySelector('[aria-busy="true"]') && document.querySelector('h1,h2') !== null,
    undefined,
    calmly,
  )
}

/** Signs in as a person does: choose, type the address, open the mail, follow its link. */
export async function signInByMail(
  person: Person,
  url: string,
  mail: MailServer,
  email: string,
  choice: string,
): Promise<ReceivedMail> {
  const { page } = person
  mail.clear()
  await person.go('/login')
  await page.getByText(choice, { exact: true }).click()
  await page.getByLabel(/e-?mail/i).fill(email)
  await page.getByRole('button', { name: 'Send Magic Link' }).click()
  await page.getByRole('heading', { name: 'Check Your Email' }).waitFor()
  const letter = await mail.waitFor(isTo(email), 15_000)
  if (tokenOf(letter) !== '') await person.go(`/login/verify#token=${tokenOf(letter)}`)
  expect(url).toContain('http')
  return letter
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface AxeWindow {
  axe: {
    run: (
      what: Document | Element,
      options: { resultTypes: string[]; runOnly?: string[] },
    ) => Promise<{
      violations: { id: string; help: string; nodes: { target: unknown[] }[] }[]
    }>
  }
}

/**
 * What axe finds wrong on the screen as it is now, a line each; by these rules only, if any are named.
 * What lies under a modal dialog is out of reach, and looked at while none lies over it.
 */
export async function axeViolations(page: Page, rules?: string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe)
  return page.evaluate(async (runOnly) => {
    const { violations } = await (window as unknown as AxeWindow).axe.run(
      [...document.querySelectorAll('dialog:modal')].at(-1) ?? document,
      { resultTypes: ['violations'], ...(runOnly && { runOnly }) },
    )
    return violations.map(
      ({ id, help, nodes }) =>
        `${id}: ${help} (${nodes
          .slice(0, 3)
          .map((node) => node.target.join(' '))
          .join(', ')})`,
    )
  }, rules)
}

/** The same for the dark look, where only the colours are others. */
export async function darkViolations(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'dark' })
  const found = await axeViolations(page, ['color-contrast'])
  await page.emulateMedia({ colorScheme: 'light' })
  return found.map((line) => `dark: ${line}`)
}

/** By how many pixels the page stays wider than its window, once it has had time to fit itself. */
export async function overflow(page: Page): Promise<number> {
  const tooWide = () => document.documentElement.scrollWidth - window.innerWidth
  await page
    .waitForFunction(() => document.documentElement.scrollWidth <= window.innerWidth, undefined, {
      timeout: 1000,
      ...calmly,
    })
    .catch(() => undefined)
  return page.evaluate(tooWide)
}
