/** The portals that journeys go through, each a process of its own that ends with the journey. */
import { expect, inject } from 'vitest'
import { onSite } from '../drills/site.ts'
import type { MailServer } from '../setup/mail-server.ts'

const order = ['admin', 'oem', 'vendor', 'seeker'] as const
export type SamplePerson = (typeof order)[number]

/** The sample association, with a way in for everybody. */
export const onSample = (
  journey: (url: string, linkOf: (who: SamplePerson) => string) => Promise<void>,
): Promise<void> =>
  onSite(inject('postgresUrl'), async (site) => {
    const portal = await site.portal({ DATA_DIR: site.folder() })
    await expect.poll(() => portal.said(), { timeout: 10_000 }).toContain('Job seeker')
    const links = [...portal.said().matchAll(/http\S+#token=(\S+)/g)].map((match) => match[1])
    await journey(portal.url, (who) => `/login/verify#token=${links[order.indexOf(who)]}`)
  })

/** An empty association with one administrator and a real mail server. */
export const withMail = (
  journey: (url: string, mail: MailServer) => Promise<void>,
): Promise<void> =>
  onSite(inject('postgresUrl'), async (site) => {
    const mail = await site.mailServer()
    const { url } = await site.portal({
      DATA_DIR: site.folder(),
      SMTP_URL: mail.url,
      ADMIN_EMAIL: 'secretary@panel.example',
    })
    await journey(url, mail)
  })
