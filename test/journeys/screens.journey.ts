import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { homePath, type Role } from '#shared/roles.ts'
import { screenPaths } from '#shared/screens.ts'
import {
  axeViolations,
  darkViolations,
  desk,
  narrowest,
  openPerson,
  overflow,
  phone,
  settled,
} from './people.ts'
import { onOneSample } from './portals.ts'

const sample = onOneSample()

const people = ['visitor', 'seeker', 'vendor', 'oem', 'admin'] as const
type People = (typeof people)[number]

const nowhere = '/no-such-screen'

/** The route table of specification section 2: where each person ends who opens a path. */
function destination(path: string, who: People): string {
  const role: Role | undefined = who === 'visitor' || who === 'seeker' ? undefined : who
  const home = who === 'visitor' ? '/login' : homePath(role)
  if (path === '/' || path === '/login') return home
  if (path === '/login/verify' || path.startsWith('/apply/') || path === nowhere) return path
  // Not in the route table; it says 'Please log in to view your profile.' without a user.
  if (path === '/profile') return path
  if (who === 'visitor') return '/login'
  if (path.startsWith('/jobs')) return path
  const owner = path.split('/')[1]
  // A wrong role goes to /login, which sends the signed-in on to their own home.
  return owner === role ? path : home
}

async function enter(go: (path: string) => Promise<void>, page: Page, link: string) {
  await go(link)
  await page.waitForURL((address) => !address.pathname.startsWith('/login'))
}

describe('every screen', () => {
  test.each(people)(
    'opens, or sends on, as the specification says; is sound for axe, light and dark, on a phone and a desk, and fits 360 pixels: %s',
    async (who) => {
      const { browser, url, linkOf } = await sample()
      const found: string[] = []
      const { page, go } = await openPerson(browser, url, desk)
      if (who !== 'visitor') await enter(go, page, linkOf(who))
      for (const path of [...screenPaths, nowhere]) {
        await go(path)
        const wanted = destination(path, who)
        await page.waitForURL(url + wanted, { timeout: 5000 }).catch(() => undefined)
        const seen = new URL(page.url()).pathname
        if (seen !== wanted) found.push(`${path}: ${seen}, not ${wanted}`)
        if (wanted !== path) continue
        for (const viewport of [desk, phone]) {
          await page.setViewportSize(viewport)
          await settled(page)
          for (const line of await axeViolations(page))
            found.push(`${path} at ${viewport.width}: ${line}`)
        }
        for (const line of await darkViolations(page)) found.push(`${path}, ${line}`)
        await page.setViewportSize(narrowest)
        const wide = await overflow(page)
        if (wide > 0) found.push(`${path} is ${wide} px too wide at 360`)
        await page.setViewportSize(desk)
      }
      expect(found).toEqual([])
    },
    // More than twenty screens, each looked at four times.
    240_000,
  )

  test('shows the 404 card in the words of the specification', async () => {
    const { browser, url } = await sample()
    const { page, go } = await openPerson(browser, url, phone)
    await go('/no/such/place')
    await page.getByRole('heading', { name: '404 Page Not Found' }).waitFor()
    await page.getByText("The page you're looking for doesn't exist.").waitFor()
  })
})

describe('the six tabs of the administrator', () => {
  test('are sound for axe, with their rows and dialogs, by keyboard', async () => {
    const { browser, url, linkOf } = await sample()
    const { page, go } = await openPerson(browser, url, desk)
    await enter(go, page, linkOf('admin'))
    await page.getByRole('heading', { name: 'Admin Dashboard' }).waitFor()
    await page.getByRole('tab', { name: 'Pending Approvals' }).focus()
    const tabs = [
      'Pending Approvals',
      'Job Posts',
      'Approved Jobs',
      'OEM Members',
      'Vendors',
      'Deleted Users',
    ]
    const found: string[] = []
    for (const name of tabs) {
      const tab = page.getByRole('tab', { name })
      await expect.poll(() => tab.getAttribute('aria-selected')).toBe('true')
      for (const viewport of [desk, phone, narrowest]) {
        await page.setViewportSize(viewport)
        await settled(page)
        for (const line of await axeViolations(page))
          found.push(`${name} at ${viewport.width}: ${line}`)
        if ((await overflow(page)) > 0) found.push(`${name} is too wide at ${viewport.width}`)
      }
      for (const line of await darkViolations(page)) found.push(`${name}, ${line}`)
      await page.setViewportSize(desk)
      await page.keyboard.press('ArrowRight')
    }
    expect(found).toEqual([])
  })
})

describe('toasts', () => {
  test('show one at a time, are reached by F8, and go', async () => {
    const { browser, url, linkOf } = await sample()
    const { page, go } = await openPerson(browser, url, desk)
    await enter(go, page, linkOf('seeker'))
    await page.getByRole('button', { name: 'Logout' }).first().click()
    await page.waitForURL(`${url}/login`)
    await page.getByText('Logged out', { exact: true }).first().waitFor()
    await page.getByText('Successfully logged out').first().waitFor()
    await page.keyboard.press('F8')
    const inRegion = await page.evaluate(
      () => document.activeElement?.closest('[role="region"]') !== null,
    )
    expect(inRegion).toBe(true)
    await page.locator('body').click({ position: { x: 5, y: 5 } })
    await page
      .getByText('Successfully logged out')
      .first()
      .waitFor({ state: 'detached', timeout: 15_000 })
  })
})
