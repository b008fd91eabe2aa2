/** One browser and one sample portal for all journeys of a file: starting them takes the longest. */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, inject } from 'vitest'
import { onSite } from '../../drills/site.ts'
import { launchBrowser } from '../../setup/browser.ts'
import { openPerson, type Person, phone } from './people.ts'

export interface OnePortal {
  browser: () => Browser
  url: () => string
  /** A visitor in a new window. */
  visitor: (viewport?: typeof phone) => Promise<Person>
  /** A visitor with a phone at an address of the portal. */
  onPhone: (path: string) => Promise<Page>
}

/** Call it once at the head of a file; what it answers works inside the tests. */
export function onOnePortal(): OnePortal {
  let browser: Browser
  let url = ''
  let leave = () => {}
  let stay: Promise<void>
  beforeAll(async () => {
    browser = await launchBrowser()
    url = await new Promise<string>((ready, failed) => {
      stay = onSite(inject('postgresUrl'), async (site) => {
        ready((await site.portal({ DATA_DIR: site.folder() })).url)
        await new Promise<void>((left) => {
          leave = left
        })
      })
      stay.catch(failed)
    })
  })
  afterAll(async () => {
    leave()
    await stay
    await browser.close()
  })
  const visitor = (viewport = phone) => openPerson(browser, url, viewport)
  return {
    browser: () => browser,
    url: () => url,
    visitor,
    onPhone: async (path) => {
      const { page, go } = await visitor()
      await go(path)
      return page
    },
  }
}
