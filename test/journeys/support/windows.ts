/** Browser windows on a portal. An error in their consoles fails the test. */
import type { BrowserContext, Page } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'
import { newContext } from '#test/setup/browser.ts'
import { refuseLooseText } from '#test/support/page/loose-text.ts'
import { workerBrowser } from './browser.ts'

export type Viewport = { width: number; height: number }

export const phone: Viewport = { width: 390, height: 844 }
export const desktop: Viewport = { width: 1366, height: 900 }
export const narrowPhone: Viewport = { width: 360, height: 740 }
/** The narrowest width without sideways scrolling (WCAG 2.2, 1.4.10). */
export const narrowest: Viewport = { width: 320, height: 640 }
export const tablet: Viewport = { width: 820, height: 1180 }
/** A desktop at a zoom of 200 %. */
export const zoomed: Viewport = { width: 683, height: 450 }
export const wideDesktop: Viewport = { width: 1920, height: 1080 }

/** Chromium reports every response of 400 and more, and a header that needs HTTPS. */
const expected = /^(Failed to load resource|The Cross-Origin-Opener-Policy header has been ignored)/

/** A window with cookies and storage of its own. */
export interface BrowserWindow {
  page: Page
  context: BrowserContext
  /** Errors of the console and violations of the content security policy so far. */
  errors: string[]
  /** Opens a path of the portal and waits until the screen has loaded. */
  go: (path: string) => Promise<void>
}

/** A new window that closes with the test; the test fails when the console reported an error. */
export async function openWindow(
  url: string,
  viewport = desktop,
  { mayReportErrors = false } = {},
): Promise<BrowserWindow> {
  const window = await newWindow(url, viewport)
  onTestFinished(async () => {
    // Closing aborts requests, which the console reports too.
    const errors = [...window.errors]
    await window.context.close()
    if (!mayReportErrors) expect(errors).toEqual([])
  })
  return window
}

/** A new window that stays open until the caller closes it. */
async function newWindow(url: string, viewport: Viewport): Promise<BrowserWindow> {
  const browser = await workerBrowser()
  const context = await newContext(browser, { viewport, reducedMotion: 'reduce' })
  await context.addInitScript(refuseLooseText)
  const page = await context.newPage()
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(`page: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error' && !expected.test(message.text()))
      errors.push(`console: ${message.text()}`)
  })
  const go = async (path: string) => {
    await page.goto(url + path)
    await settled(page)
  }
  return { page, context, errors, go }
}

/**
 * Windows by name that outlive a test, because signing in and the first load take the longest. A test
 * finds its window signed in, without what an earlier test left in it.
 */
export function windowPool() {
  const windows = new Map<string, Promise<BrowserWindow>>()

  /** The window of this name; `signIn` is called once, when it is new. */
  const get = async (
    name: string,
    url: string,
    viewport: Viewport,
    signIn: (window: BrowserWindow) => Promise<void>,
  ): Promise<BrowserWindow> => {
    const existing = windows.get(name)
    const opening = existing ?? newWindow(url, viewport)
    windows.set(name, opening)
    const window = await opening
    if (existing) await reset(window, viewport)
    else await signIn(window)
    window.errors.length = 0
    onTestFinished(() => expect(window.errors).toEqual([]))
    return window
  }

  const close = async (): Promise<void> => {
    for (const opening of windows.values()) await opening.then(({ context }) => context.close())
    windows.clear()
  }
  return { get, close }
}

async function reset({ context, page }: BrowserWindow, viewport: Viewport): Promise<void> {
  for (const other of context.pages()) if (other !== page) await other.close()
  await context.setOffline(false)
  for (const routed of [context, page]) await routed.unrouteAll({ behavior: 'ignoreErrors' })
  await page.setViewportSize(viewport)
  await page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
}

/** Milliseconds between checks. Playwright's default checks every frame, so that every frame is painted. */
export const polling = { polling: 40 }

/**
 * Gives the window another size and waits until the screen is laid out for it: media queries, and with
 * them the components that phones have instead of tables, follow with the next frame.
 */
export async function resizeWindow(page: Page, viewport: Viewport): Promise<void> {
  await page.setViewportSize(viewport)
  await page.waitForFunction((width) => innerWidth === width, viewport.width, polling)
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))),
  )
  await settled(page)
}

/** Waits until nothing on the screen is marked as busy. */
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(
    () => !document.querySelector('[aria-busy="true"]') && document.querySelector('h1,h2') !== null,
    undefined,
    polling,
  )
}
