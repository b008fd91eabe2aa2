/** The portals that journeys go through, each a process of its own that ends with the journey. */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject } from 'vitest'
import { type Engine, onSite, type Site } from '../../drills/site.ts'
import { launchBrowser } from '../../setup/browser.ts'
import type { MailServer } from '../../setup/mail-server.ts'
import { copySample } from '../../setup/sample.ts'
import { desk, openPerson, openWindow, type Person } from './people.ts'
import { type SampleLinks, sampleOnPostgres } from './sample-on-postgres.ts'
import { keepWindows } from './windows.ts'

const order = ['admin', 'oem', 'vendor', 'seeker'] as const
export type SamplePerson = (typeof order)[number]

/** The sample association, with a way in for everybody. */
export const onSample = (
  journey: (url: string, linkOf: (who: SamplePerson) => string) => Promise<void>,
  engine: Engine = 'SQLite',
): Promise<void> =>
  onSite(inject('postgresUrl'), async (site) => {
    const { url, said } =
      engine === 'SQLite' ? await sampleInFolder(site) : await sampleOnPostgres(site)
    const links = [...said.matchAll(/http\S+#token=(\S+)/g)].map((match) => match[1])
    await journey(url, (who) => `/login/verify#token=${links[order.indexOf(who)]}`)
  })

interface Opened {
  url: string
  linkOf: (who: SamplePerson) => string
}

export interface OneSample extends Opened {
  browser: Browser
  /** A person of the association in a new window, signed in, in front of the first screen. */
  enter: (who: SamplePerson, viewport?: typeof desk) => Promise<Person>
  /** A person at an address, in a window that the next test finds still signed in and emptied. */
  at: (who: SamplePerson, path: string, viewport?: typeof desk) => Promise<Person>
}

/** One browser and one sample association for a group of journeys; call it once in the group. */
export function onOneSample(engine: Engine = 'SQLite') {
  const place = onePlace<Opened>((opened) =>
    onSample((url, linkOf) => opened({ url, linkOf }), engine),
  )
  const kept = keepWindows()
  return async (): Promise<OneSample> => {
    const { browser, url, linkOf } = await place()
    return {
      browser,
      url,
      linkOf,
      enter: async (who, viewport) => {
        const person = await openPerson(browser, url, viewport)
        await signInByLink(person, linkOf(who))
        return person
      },
      at: async (who, path, viewport = desk) => {
        const person = await kept(who, () => openWindow(browser, url, viewport), viewport)
        if (person.isNew) await signInByLink(person, linkOf(who))
        await person.go(path)
        return person
      },
    }
  }
}

async function signInByLink({ page, go }: Person, link: string): Promise<void> {
  await go(link)
  await page.waitForURL((address) => !address.pathname.startsWith('/login'))
}

/** One browser and one association with a mail server for a group of journeys; call it once in it. */
export const onOneOffice = (engine: Engine = 'SQLite') =>
  onePlace<{ url: string; mail: MailServer }>((opened) =>
    withMail((url, mail) => opened({ url, mail }), engine),
  )

/** A browser, and what a journey opens for itself: held open to the end of the group. */
function onePlace<Opened>(journey: (opened: (what: Opened) => Promise<void>) => Promise<void>) {
  let browser: Browser
  let leave = () => {}
  let stay = Promise.resolve()
  let opening: Promise<Opened> | undefined
  const open = () =>
    new Promise<Opened>((ready, failed) => {
      stay = journey(async (what) => {
        ready(what)
        await new Promise<void>((left) => {
          leave = left
        })
      })
      stay.catch(failed)
    })
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(async () => {
    leave()
    await stay
    await browser.close()
  })
  return async () => {
    // By the first journey: whoever waits for a portal must be a test.
    opening ??= open()
    return { browser, ...(await opening) }
  }
}

async function sampleInFolder(site: Site): Promise<SampleLinks> {
  const folder = site.folder()
  copySample(inject('sampleFolder'), folder)
  const portal = await site.portal({ DATA_DIR: folder })
  await expect.poll(() => portal.said(), { timeout: 30_000 }).toContain('Job seeker')
  return { url: portal.url, said: portal.said() }
}

/** An empty association with one administrator and a real mail server. */
export const withMail = (
  journey: (url: string, mail: MailServer) => Promise<void>,
  engine: Engine = 'SQLite',
): Promise<void> =>
  onSite(inject('postgresUrl'), async (site) => {
    const mail = await site.mailServer()
    const { url } = await site.portal({
      DATA_DIR: site.folder(),
      DATABASE_URL: await site.database(engine),
      SMTP_URL: mail.url,
      ADMIN_EMAIL: 'secretary@panel.example',
    })
    await journey(url, mail)
  })
