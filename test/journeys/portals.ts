/** The portals that journeys go through, each a process of its own that ends with the journey. */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject } from 'vitest'
import { type Engine, onSite, type Site } from '../drills/site.ts'
import { launchBrowser } from '../setup/browser.ts'
import type { MailServer } from '../setup/mail-server.ts'
import { copySample } from '../setup/sample.ts'
import { type SampleLinks, sampleOnPostgres } from './sample-on-postgres.ts'

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

/** One browser and one sample association for a group of journeys; call it once in the group. */
export function onOneSample(engine: Engine = 'SQLite') {
  let browser: Browser
  let leave = () => {}
  let stay = Promise.resolve()
  let opened: Promise<Opened> | undefined
  const open = () =>
    new Promise<Opened>((ready, failed) => {
      stay = onSample(async (url, linkOf) => {
        ready({ url, linkOf })
        await new Promise<void>((left) => {
          leave = left
        })
      }, engine)
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
  return async (): Promise<Opened & { browser: Browser }> => {
    // Opened by the first journey: whoever waits for a portal must be a test.
    opened ??= open()
    return { browser, ...(await opened) }
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
