/** Every screen for every kind of visitor: where its path leads, and whether its layout is sound. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { homePath, type Role } from '#shared/roles.ts'
import { screenPaths } from '#shared/screens.ts'
import { axeViolations, darkViolations, overflow } from './layout.ts'
import type { Sample } from './portals.ts'
import { desktop, narrowPhone, openWindow, phone, settled } from './windows.ts'

export type Visitor = 'visitor' | 'seeker' | 'vendor' | 'oem' | 'admin'

const unknownPath = '/no-such-screen'

/** The route table of contract 2: the path at which a visitor arrives who opens `path`. */
function destination(path: string, who: Visitor): string {
  const role: Role | undefined = who === 'visitor' || who === 'seeker' ? undefined : who
  const home = who === 'visitor' ? '/login' : homePath(role)
  if (path === '/' || path === '/login') return home
  if (path === '/login/verify' || path.startsWith('/apply/') || path === unknownPath) return path
  // Signed out, this screen says 'Please log in to view your profile.' and does not redirect.
  if (path === '/profile') return path
  if (who === 'visitor') return '/login'
  if (path.startsWith('/jobs')) return path
  const owner = path.split('/')[1]
  // A wrong role goes to /login, which redirects signed-in users to their home.
  return owner === role ? path : home
}

/** Who checks the layout of a path when several see the same screen on it; the others skip it. */
const checkedBy: Record<string, readonly Visitor[]> = {
  '/jobs': ['seeker'],
  '/jobs/saved': ['seeker'],
  '/jobs/search': ['seeker'],
  '/profile': ['visitor', 'seeker'],
  // The same directory as the vendor's.
  '/oem/members': [],
  '/apply/oem': ['visitor'],
  '/apply/vendor': ['visitor'],
  '/apply/status': ['visitor'],
  '/login/verify': ['visitor'],
  [unknownPath]: ['visitor', 'seeker'],
}

/** Checked in the light colour scheme, at both widths, by the journeys of what is done there. */
const checkedElsewhere = [
  '/vendor/members',
  '/oem/profile',
  '/profile',
  '/admin/members',
  '/admin/settings',
]

/** Those who load a path that redirects. For the others the loaded portal navigates, in less time. */
const loading: readonly Visitor[] = ['visitor', 'seeker']

async function layoutDefects(page: Page, path: string): Promise<string[]> {
  const defects: string[] = []
  for (const viewport of [desktop, phone]) {
    await page.setViewportSize(viewport)
    await settled(page)
    if (checkedElsewhere.includes(path)) continue
    for (const line of await axeViolations(page)) defects.push(`at ${viewport.width}: ${line}`)
  }
  defects.push(...(await darkViolations(page)))
  await page.setViewportSize(narrowPhone)
  const excess = await overflow(page)
  if (excess > 0) defects.push(`${excess} px too wide at ${narrowPhone.width}`)
  await page.setViewportSize(desktop)
  return defects
}

/** Declares the test of all screens for each of these visitors. */
export function testScreens(sample: () => Promise<Sample>, visitors: readonly Visitor[]): void {
  test.each(visitors)(
    'open or redirect as in the route table and have a sound layout: %s',
    async (who) => {
      const { url, enter } = await sample()
      const defects: string[] = []
      const { page, go } = who === 'visitor' ? await openWindow(url) : await enter(who)
      await go('/')
      for (const path of [...screenPaths, unknownPath]) {
        const expected = destination(path, who)
        if (expected === path) await go(path)
        else if (loading.includes(who)) await page.goto(url + path, { waitUntil: 'commit' })
        else await page.evaluate((target) => history.pushState(null, '', target), path)
        await page.waitForURL(url + expected, { timeout: 5000 }).catch(() => undefined)
        const { pathname } = new URL(page.url())
        if (pathname !== expected) defects.push(`${path}: ${pathname}, not ${expected}`)
        if (expected === path && (checkedBy[path]?.includes(who) ?? true))
          for (const line of await layoutDefects(page, path)) defects.push(`${path}, ${line}`)
      }
      expect(defects).toEqual([])
    },
    240_000,
  )
}
