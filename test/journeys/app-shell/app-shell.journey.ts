/** The frame around all screens: signing out, toasts, dialogs, Back on a phone. */
import type { Locator } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { overflow } from '../support/layout.ts'
import { sharedSample } from '../support/portals.ts'
import { followSignInLink, logout, requestLink } from '../support/sign-in.ts'
import { openWindow, phone, resizeWindow } from '../support/windows.ts'

const sample = sharedSample()

describe('a toast', () => {
  test('shows its text even when its code fails to load, and the screen stays', async () => {
    const { url, linkOf } = await sample()
    const window = await openWindow(url)
    await window.page.route(/Toaster-/, (route) => route.abort())
    await followSignInLink(window, linkOf('seeker'))
    await logout(window.page)
    await window.page.getByRole('status').getByText('Successfully logged out').waitFor()
    await window.page.getByRole('heading', { name: /^Welcome to / }).waitFor()
    await window.page.unroute(/Toaster-/)
    await requestLink(window.page, 'a@work.example')
    // A browser that remembers the failure of an import shows the text without its code again.
    const region = window.page.getByRole('region', { name: /Notifications/ })
    await region.or(window.page.getByRole('status')).getByText('Magic').first().waitFor()
  })

  test('covers no button of a dialog', async () => {
    const { openAs } = await sample()
    const { page, context } = await openAs('oem', '/oem/members', { width: 1024, height: 768 })
    await page.getByRole('button', { name: /account of/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out everywhere' }).click()
    for (const width of [1024, 700]) {
      await resizeWindow(page, { width, height: 768 })
      await context.setOffline(true)
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: 'Sign out everywhere' }).click()
      const toast = page.getByRole('region', { name: /Notifications/ }).getByRole('listitem')
      await toast.getByText('Logout failed').waitFor()
      // A toast under the pointer is not dismissed after its time.
      await toast.hover()
      for (const name of ['Cancel', 'Sign out everywhere'])
        expect(await overlap(toast, dialog.getByRole('button', { name })), name).toBe(false)
      await toast.getByRole('button', { name: 'Close' }).click()
      await toast.waitFor({ state: 'detached' })
      await context.setOffline(false)
    }
  })
})

/** Whether two elements overlap on the screen. */
async function overlap(first: Locator, second: Locator): Promise<boolean> {
  const [a, b] = [await first.boundingBox(), await second.boundingBox()]
  if (!a || !b) throw new Error('One of the elements is not on the screen')
  const isApart =
    a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y
  return !isApart
}

test.each([
  ['/favicon.ico', 'image/x-icon', 48],
  ['/apple-touch-icon.png', 'image/png', 180],
])('the icon %s is one that browsers without SVG icons show', async (path, type, size) => {
  const { url } = await sample()
  const { page, go } = await openWindow(url)
  await go('/login')
  expect(await page.locator(`link[rel$="icon"][href="${path}"]`).count()).toBe(1)
  const icon = await page.evaluate(async (src) => {
    const { headers } = await fetch(src)
    const image = new Image()
    image.src = src
    await image.decode()
    return [headers.get('Content-Type'), image.naturalWidth, image.naturalHeight]
  }, path)
  expect(icon).toEqual([type, size, size])
})

describe('logging out without a connection', () => {
  test.each([
    ['seeker', '/jobs', 'Logout failed'],
    ['admin', '/admin', 'Failed to logout. Please try again.'],
  ] as const)('stays on the screen of the %s', async (who, home, message) => {
    const { openAs } = await sample()
    const { page, context } = await openAs(who, home)
    // Aborted requests would report errors too.
    await page.waitForLoadState('networkidle')
    await context.setOffline(true)
    await logout(page)
    await page.getByText(message, { exact: true }).first().waitFor()
    await context.setOffline(false)
    await page.reload()
    await page.locator('main h1').waitFor()
    expect(new URL(page.url()).pathname).toBe(home)
  })
})

describe('on a phone, Back', () => {
  test('closes the menu, and returns from a screen opened in it', async () => {
    const { url, openAs } = await sample()
    const { page } = await openAs('seeker', '/jobs', phone)
    const menu = page.getByRole('dialog', { name: 'Menu' })
    await page.getByRole('button', { name: 'Open menu' }).click()
    await expect.poll(() => page.evaluate(() => history.state?.modals)).toBe(1)
    await page.goBack()
    await menu.waitFor({ state: 'detached' })
    expect(page.url()).toBe(`${url}/jobs`)
    await page.getByRole('button', { name: 'Open menu' }).click()
    await expect.poll(() => page.evaluate(() => history.state?.modals)).toBe(1)
    await menu.getByRole('link', { name: 'Saved Jobs' }).click()
    await page.waitForURL(`${url}/jobs/saved`)
    await menu.waitFor({ state: 'detached' })
    await page.goBack()
    await page.waitForURL(`${url}/jobs`)
    await page.getByRole('button', { name: 'Open menu' }).click()
    await expect.poll(() => page.evaluate(() => history.state?.modals)).toBe(1)
    await page.keyboard.press('Escape')
    await expect.poll(() => page.evaluate(() => history.state?.modals ?? 0)).toBe(0)
    expect(page.url()).toBe(`${url}/jobs`)
  })

  test('closes a form whose long text leaves room for messages', async () => {
    const { openAs } = await sample()
    const { page } = await openAs('oem', '/oem/jobs', phone)
    await page.getByRole('button', { name: 'Post New Job' }).click()
    const text = page.getByRole('dialog').getByRole('textbox', { name: 'Description' })
    await text.fill('Sawing\n'.repeat(200))
    const box = await text.boundingBox()
    expect(box?.height).toBeLessThanOrEqual(phone.height / 2 + 1)
    await page.getByRole('dialog').locator('button[type="submit"]').first().click()
    const message = page.getByRole('dialog').locator('[data-field-error]').first()
    await message.waitFor()
    await expect
      .poll(async () => {
        const box = await message.boundingBox()
        return box !== null && box.y >= 0 && box.y + box.height <= phone.height
      })
      .toBe(true)
    await page.goBack()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(new URL(page.url()).pathname).toBe('/oem/jobs')
  })
})

describe('the frame', () => {
  test('focuses the heading when the opener of a dialog has been removed', async () => {
    const { openAs } = await sample()
    const { page } = await openAs('oem', '/oem/members')
    const trigger = page.getByRole('button', { name: /account of/ })
    await trigger.click()
    await page.getByRole('menuitem', { name: 'Sign out everywhere' }).click()
    await page.getByRole('dialog').waitFor()
    await page.evaluate(() => document.querySelector('[aria-label*="account of"]')?.remove())
    await page.keyboard.press('Escape')
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
  })

  test('has no overlap with 200 % text on a phone', async () => {
    const { openAs } = await sample()
    const { page } = await openAs('seeker', '/jobs', phone)
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
    })
    const banner = page.getByRole('banner')
    const welcome = banner.getByRole('heading', { name: 'Welcome' })
    expect(await overlap(welcome, banner.locator('img'))).toBe(false)
    expect(await overlap(welcome, banner.getByRole('button', { name: /account of/ }))).toBe(false)
    expect(await overflow(page)).toBeLessThanOrEqual(0)
  })
})
