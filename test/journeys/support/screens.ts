/** Every screen, in front of every person: where its path leads, and whether it is sound. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
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
import type { OneSample } from './portals.ts'

export type People = 'visitor' | 'seeker' | 'vendor' | 'oem' | 'admin'

const nowhere = '/no-such-screen'

/** The route table of contract 2: where each person ends who opens a path. */
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

/** Whose window shows all that there is on a path: others see the same, or their own home. */
const lookers: Record<string, readonly People[]> = {
  '/jobs': ['seeker'],
  '/jobs/saved': ['seeker'],
  '/jobs/search': ['seeker'],
  '/profile': ['visitor', 'seeker'],
  // The directory is the vendor's too.
  '/oem/members': [],
  '/apply/oem': ['visitor'],
  '/apply/vendor': ['visitor'],
  '/apply/status': ['visitor'],
  '/login/verify': ['visitor'],
  [nowhere]: ['visitor', 'seeker'],
}

/** Looked at in the light, at a desk and on a phone, in the journeys of what is done there. */
const seenElsewhere = [
  '/vendor/members',
  '/oem/profile',
  '/profile',
  '/admin/members',
  '/admin/settings',
]

async function defects(page: Page, path: string): Promise<string[]> {
  const found: string[] = []
  for (const viewport of [desk, phone]) {
    await page.setViewportSize(viewport)
    await settled(page)
    if (seenElsewhere.includes(path)) continue
    for (const line of await axeViolations(page)) found.push(`at ${viewport.width}: ${line}`)
  }
  found.push(...(await darkViolations(page)))
  await page.setViewportSize(narrowest)
  const wide = await overflow(page)
  if (wide > 0) found.push(`${wide} px too wide at 360`)
  await page.setViewportSize(desk)
  return found
}

/** Call it in a describe block, for these people. */
export function everyScreen(sample: () => Promise<OneSample>, whom: readonly People[]): void {
  test.each(whom)(
    'opens, or sends on, as the specification says; is sound for axe, light and dark, on a phone and a desk, and fits 360 pixels: %s',
    async (who) => {
      const { browser, url, enter } = await sample()
      const found: string[] = []
      const { page, go } =
        who === 'visitor' ? await openPerson(browser, url, desk) : await enter(who)
      for (const path of [...screenPaths, nowhere]) {
        const wanted = destination(path, who)
        if (wanted === path) await go(path)
        else await page.goto(url + path, { waitUntil: 'commit' })
        await page.waitForURL(url + wanted, { timeout: 5000 }).catch(() => undefined)
        const seen = new URL(page.url()).pathname
        if (seen !== wanted) found.push(`${path}: ${seen}, not ${wanted}`)
        if (wanted === path && (lookers[path]?.includes(who) ?? true))
          for (const line of await defects(page, path)) found.push(`${path}, ${line}`)
      }
      expect(found).toEqual([])
    },
    240_000,
  )
}
