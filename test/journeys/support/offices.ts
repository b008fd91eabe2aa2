/** The office of an association where applications are decided on. */
import type { Browser, Page } from 'playwright-core'
import { afterAll, inject } from 'vitest'
import { onSite } from '../../drills/site.ts'
import { launchBrowser } from '../../setup/browser.ts'
import type { MailServer } from '../../setup/mail-server.ts'
import { desk, openPerson, type Person, signInByMail } from './people.ts'

let browser: Browser | undefined
/** One browser for a file; it ends with it. */
const launched = async () => {
  browser ??= await launchBrowser()
  return browser
}
afterAll(() => browser?.close())

const secretary = 'secretary@panel.example'
export const treasurer = 'treasurer@panel.example'

interface Office {
  url: string
  mail: MailServer
  /** The secretary at a desk, signed in. */
  admin: Person
}

/** An empty association with a mail server and its secretary, signed in. */
export const inOffice = (journey: (office: Office) => Promise<void>, viewport = desk) =>
  onSite(inject('postgresUrl'), async (site) => {
    const mail = await site.mailServer()
    const { url } = await site.portal({
      DATA_DIR: site.folder(),
      SMTP_URL: mail.url,
      ADMIN_EMAIL: `${secretary}, ${treasurer}`,
    })
    await journey({ url, mail, admin: await signedIn(url, mail, secretary, viewport) })
  })

export async function signedIn(url: string, mail: MailServer, email: string, viewport = desk) {
  const person = await openPerson(await launched(), url, viewport)
  await signInByMail(person, url, mail, email, 'Admin Login')
  await person.page.waitForURL(`${url}/admin`)
  return person
}

export const firms = {
  asha: {
    name: 'Asha Patil',
    email: 'asha@teak.example',
    companyName: 'Teak & Co',
    whatsappNumber: '98200 11111',
  },
  ravi: {
    type: 'vendor',
    name: 'Ravi Kumar',
    email: 'ravi@ply.example',
    companyName: 'Ply House',
    whatsappNumber: '98200 22222',
  },
  farida: {
    name: 'Farida Sheikh',
    email: 'farida@veneer.example',
    companyName: 'Veneer Works',
    whatsappNumber: '98200 33333',
  },
}

export const rows = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('cell') })
export const names = (page: Page) => rows(page).locator('td:first-child').allTextContents()
export const row = (page: Page, name: string) => rows(page).filter({ hasText: name })
/** Buttons of rows that stand outside of the frame in which their table scrolls. */
export const hiddenButtons = (page: Page) =>
  page.locator('tbody button').evaluateAll((all) =>
    all
      .filter((it) => {
        const edge = it.closest('section')?.getBoundingClientRect().right ?? 0
        return it.getBoundingClientRect().right > edge
      })
      .map((it) => it.textContent),
  )
export const dialog = (page: Page) => page.getByRole('dialog')
export const shut = (page: Page) => dialog(page).waitFor({ state: 'detached' })
export const succeeded = (page: Page) =>
  page.getByText('Application status updated successfully').first().waitFor()
/** What has the focus: its words, and the name in its row. */
export const focus = (page: Page) =>
  page.evaluate(() => {
    const it = document.activeElement
    return `${it?.textContent} ${it?.closest('tr')?.querySelector('td')?.textContent}`
  })
