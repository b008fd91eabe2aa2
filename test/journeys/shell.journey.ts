/** What holds around every screen: signing out, toasts, dialogs, the phone's Back. */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { askForLink, enter, logout } from './support/arrivals.ts'
import { desk, openPerson, overflow, phone } from './support/people.ts'
import { onOneSample } from './support/portals.ts'

const sample = onOneSample()

describe('a toast', () => {
  test('speaks without its code, and the screen stays', async () => {
    const { browser, url, linkOf } = await sample()
    const person = await openPerson(browser, url, desk)
    await person.page.route(/Toaster-/, (route) => route.abort())
    await enter(person, linkOf('seeker'))
    await logout(person.page)
    await person.page.getByRole('status').getByText('Successfully logged out').waitFor()
    await person.page.getByRole('heading', { name: /^Welcome to / }).waitFor()
    await person.page.unroute(/Toaster-/)
    await askForLink(person.page, 'a@work.example')
    await person.page
      .getByRole('region', { name: /Notifications/ })
      .getByText('Magic')
      .waitFor()
  })

  test('covers no button of a dialog', async () => {
    const { at } = await sample()
    const { page, context } = await at('oem', '/oem/members', { width: 1024, height: 768 })
    await page.getByRole('button', { name: /account of/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out everywhere' }).click()
    for (const width of [1024, 700]) {
      await page.setViewportSize({ width, height: 768 })
      await context.setOffline(true)
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: 'Sign out everywhere' }).click()
      const toast = page.getByRole('region', { name: /Notifications/ }).getByRole('listitem')
      await toast.getByText('Logout failed').waitFor()
      for (const name of ['Cancel', 'Sign out everywhere'])
        expect(await meet(toast, dialog.getByRole('button', { name })), name).toBe(false)
      await context.setOffline(false)
    }
  })
})

type Place = ReturnType<Page['locator']>

async function meet(one: Place, other: Place): Promise<boolean> {
  const [a, b] = [await one.first().boundingBox(), await other.first().boundingBox()]
  if (!a || !b) throw new Error('is not on the screen')
  const apart =
    a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y
  return !apart
}

describe('logging out without a connection', () => {
  test.each([
    ['seeker', '/jobs', 'Logout failed'],
    ['admin', '/admin', 'Failed to logout. Please try again.'],
  ] as const)('stays on the screen of the %s', async (who, home, words) => {
    const { at } = await sample()
    const { page, context } = await at(who, home)
    // What is cut off on its way would have its own complaints.
    await page.waitForLoadState('networkidle')
    await context.setOffline(true)
    await logout(page)
    await page.getByText(words, { exact: true }).first().waitFor()
    await context.setOffline(false)
    await page.reload()
    await page.locator('main h1').waitFor()
    expect(new URL(page.url()).pathname).toBe(home)
  })
})

describe('on a phone, Back', () => {
  test('closes the menu, and leads back from the screen that was chosen in it', async () => {
    const { url, at } = await sample()
    const { page } = await at('seeker', '/jobs', phone)
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

  test('closes a form, whose long text leaves room for its message', async () => {
    const { at } = await sample()
    const { page } = await at('oem', '/oem/jobs', phone)
    await page.getByRole('button', { name: 'Post New Job' }).click()
    const text = page.getByRole('dialog').getByRole('textbox', { name: 'Description' })
    await text.fill('Sawing\n'.repeat(200))
    const box = await text.boundingBox()
    expect(box?.height).toBeLessThanOrEqual(phone.height / 2 + 1)
    await page.getByRole('dialog').locator('button[type="submit"]').first().click()
    const message = page.getByRole('dialog').getByRole('alert').first()
    await message.waitFor()
    await expect
      .poll(async () => {
        const at = await message.boundingBox()
        return at !== null && at.y >= 0 && at.y + at.height <= phone.height
      })
      .toBe(true)
    await page.goBack()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(new URL(page.url()).pathname).toBe('/oem/jobs')
  })
})

describe('the frame', () => {
  test('gives the focus to the heading when what had it is gone', async () => {
    const { at } = await sample()
    const { page } = await at('oem', '/oem/members')
    const trigger = page.getByRole('button', { name: /account of/ })
    await trigger.click()
    await page.getByRole('menuitem', { name: 'Sign out everywhere' }).click()
    await page.getByRole('dialog').waitFor()
    await page.evaluate(() => document.querySelector('[aria-label*="account of"]')?.remove())
    await page.keyboard.press('Escape')
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
  })

  test('keeps its parts apart at 200 % text on a phone', async () => {
    const { at } = await sample()
    const { page } = await at('seeker', '/jobs', phone)
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
    })
    const banner = page.getByRole('banner')
    const welcome = banner.getByRole('heading', { name: 'Welcome' })
    expect(await meet(welcome, banner.locator('img'))).toBe(false)
    expect(await meet(welcome, banner.getByRole('button', { name: /account of/ }))).toBe(false)
    expect(await overflow(page)).toBeLessThanOrEqual(0)
  })
})
