/** All screens for each persona: where a path redirects, and whether the layout has defects. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { homePath, type Role } from '#shared/roles.ts'
import { type ScreenPath, screenPaths, screens } from '#shared/screens/paths.ts'
import type { Persona } from '#test/support/portal/personas.ts'
import { indistinctSelections } from './forced-colours.ts'
import { axeViolations, darkViolations } from './layout.ts'
import type { Sample } from './portals.ts'
import { setBrowserFontSize, unreadableText } from './readable.ts'
import {
  desktop,
  narrowest,
  openWindow,
  phone,
  resizeWindow,
  tablet,
  wideDesktop,
  zoomed,
} from './windows.ts'

const unknownPath = '/no-such-screen' as const

/** The route table of contract 2: the path that a persona ends on after opening `path`. */
function destination(path: ScreenPath | typeof unknownPath, persona: Persona): string {
  const role: Role | undefined = persona === 'visitor' || persona === 'seeker' ? undefined : persona
  const home = persona === 'visitor' ? '/login' : homePath(role)
  if (path === '/' || path === '/login') return home
  const access = path === unknownPath ? 'anyone' : screens[path]
  // Signed out, the profile says that a sign-in is needed and does not redirect.
  if (access === 'anyone' || path === '/profile') return path
  if (persona === 'visitor') return '/login'
  // A wrong role goes to /login, which redirects signed-in users to their home.
  return access === 'signed-in' || access === role ? path : home
}

/** The personas that check the layout of a path where several see the same screen; the others skip it. */
const checkedBy: Record<string, readonly Persona[]> = {
  '/jobs': ['seeker'],
  '/jobs/saved': ['seeker'],
  '/jobs/search': ['seeker'],
  '/profile': ['visitor', 'seeker'],
  // The screens of an OEM and a vendor have the same code. Each is checked for the one who sees all of it.
  '/oem/members': [],
  '/oem/profile': [],
  '/vendor/jobs': [],
  '/apply/oem': ['visitor'],
  '/apply/vendor': ['visitor'],
  '/apply/status': ['visitor'],
  '/dues': ['visitor'],
  '/login/verify': ['visitor'],
  '/confirm': ['visitor', 'admin'],
  '/verify/:code': ['visitor'],
  [unknownPath]: ['visitor'],
}

/** Journeys of these screens check them in the light colour scheme at both widths. */
const checkedElsewhere = [
  '/vendor/members',
  '/profile',
  '/admin/members',
  '/admin/settings',
  '/admin/system',
]

/**
 * Each size once, because laying the screen out and painting it again takes longest. So does axe: it checks the light
 * colour scheme of a desktop and the dark one of a phone. Ends as a desktop.
 */
async function layoutDefects(page: Page, path: string): Promise<string[]> {
  const defects: string[] = []
  const add = (prefix: string, lines: string[]) => {
    for (const line of lines) defects.push(`${prefix}: ${line}`)
  }
  for (const viewport of [narrowest, zoomed, tablet, wideDesktop, phone, desktop]) {
    await resizeWindow(page, viewport)
    const isChecked = !checkedElsewhere.includes(path)
    if (viewport === desktop && isChecked) add('as a desktop', await axeViolations(page))
    add(`at ${viewport.width}`, await unreadableText(page))
    if (viewport !== phone) continue
    defects.push(...(await darkViolations(page, isChecked ? 'all' : 'colours')))
    await setBrowserFontSize(page, 32)
    add('with text at 200 %', await unreadableText(page))
    await setBrowserFontSize(page, 16)
  }
  defects.push(...(await indistinctSelections(page)))
  return defects
}

/** Declares the test of all screens for each of these personas. */
export function testScreens(sample: () => Promise<Sample>, personas: readonly Persona[]): void {
  test.each(personas)(
    'open or redirect as in the route table, without layout defects: %s',
    async (persona) => {
      const { url, signIn } = await sample()
      const defects: string[] = []
      const { page, go } = persona === 'visitor' ? await openWindow(url) : await signIn(persona)
      await go('/')
      for (const path of [...screenPaths, unknownPath]) {
        const expected = destination(path, persona)
        if (expected === path) await go(path)
        else if (persona === 'visitor') await page.goto(url + path, { waitUntil: 'commit' })
        // Faster than loading the page again; the visitor's paths show that the server answers them.
        else await page.evaluate((target) => history.pushState(null, '', target), path)
        await page.waitForURL(url + expected, { timeout: 5000 }).catch(() => undefined)
        const { pathname } = new URL(page.url())
        if (pathname !== expected) defects.push(`${path}: ${pathname}, not ${expected}`)
        if (expected === path && (checkedBy[path]?.includes(persona) ?? true))
          for (const defect of await layoutDefects(page, path)) defects.push(`${path}, ${defect}`)
      }
      expect(defects).toEqual([])
    },
  )
}
