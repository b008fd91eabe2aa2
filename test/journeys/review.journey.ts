import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { isTo } from '../drills/people.ts'
import { onSite } from '../drills/site.ts'
import { launchBrowser } from '../setup/browser.ts'
import type { MailServer } from '../setup/mail-server.ts'
import { applies } from './firms.ts'
import {
  axeViolations,
  desk,
  narrowest,
  openPerson,
  overflow,
  type Person,
  phone,
  signInByMail,
} from './people.ts'

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

const secretary = 'secretary@panel.example'
const treasurer = 'treasurer@panel.example'

interface Office {
  url: string
  mail: MailServer
  /** The secretary at a desk, signed in. */
  admin: Person
}

/** An empty association with a mail server and its secretary, signed in. */
const inOffice = (journey: (office: Office) => Promise<void>, viewport = desk) =>
  onSite(inject('postgresUrl'), async (site) => {
    const mail = await site.mailServer()
    const { url } = await site.portal({
      DATA_DIR: site.folder(),
      SMTP_URL: mail.url,
      ADMIN_EMAIL: `${secretary}, ${treasurer}`,
    })
    await journey({ url, mail, admin: await signedIn(url, mail, secretary, viewport) })
  })

async function signedIn(url: string, mail: MailServer, email: string, viewport = desk) {
  const person = await openPerson(browser, url, viewport)
  await signInByMail(person, url, mail, email, 'Admin Login')
  await person.page.waitForURL(`${url}/admin`)
  return person
}

const firms = {
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

const rows = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('cell') })
const names = (page: Page) => rows(page).locator('td:first-child').allTextContents()
const row = (page: Page, name: string) => rows(page).filter({ hasText: name })
/** Buttons of rows that stand outside of the frame in which their table scrolls. */
const hiddenButtons = (page: Page) =>
  page.locator('tbody button').evaluateAll((all) =>
    all
      .filter((it) => {
        const edge = it.closest('section')?.getBoundingClientRect().right ?? 0
        return it.getBoundingClientRect().right > edge
      })
      .map((it) => it.textContent),
  )
const dialog = (page: Page) => page.getByRole('dialog')
const shut = (page: Page) => dialog(page).waitFor({ state: 'detached' })
const succeeded = (page: Page) =>
  page.getByText('Application status updated successfully').first().waitFor()
/** What has the focus: its words, and the name in its row. */
const focus = (page: Page) =>
  page.evaluate(() => {
    const it = document.activeElement
    return `${it?.textContent} ${it?.closest('tr')?.querySelector('td')?.textContent}`
  })

test('the pending applications are sorted by their day, and on a phone Back closes what lies over them', async () => {
  await inOffice(async ({ url, admin: { page, go } }) => {
    await go('/admin')
    await page.getByText('No pending applications').waitFor()
    for (const firm of [firms.asha, firms.ravi, firms.farida]) await applies(url, firm)
    await go('/admin')
    await rows(page).first().waitFor()
    expect(await names(page)).toEqual(['Farida Sheikh', 'Ravi Kumar', 'Asha Patil'])
    expect(await page.getByRole('tab', { name: 'Pending Approvals' }).textContent()).toContain('3')
    const heads = await page.getByRole('columnheader').allTextContents()
    expect(heads).toEqual(['Name', 'Company', 'Type', 'Applied On', 'Actions'])
    await page.getByRole('button', { name: 'Applied On' }).click()
    await expect.poll(() => names(page)).toEqual(['Asha Patil', 'Ravi Kumar', 'Farida Sheikh'])
    await page.reload()
    await rows(page).first().waitFor()
    expect(await names(page)).toEqual(['Asha Patil', 'Ravi Kumar', 'Farida Sheikh'])
    expect(await axeViolations(page)).toEqual([])

    await page.setViewportSize({ width: 820, height: 900 })
    await expect.poll(() => hiddenButtons(page)).toEqual([])
    await page.setViewportSize(narrowest)
    const card = page.getByRole('listitem').filter({ hasText: 'Ply House' })
    await card.waitFor()
    expect(await overflow(page)).toBeLessThanOrEqual(0)
    expect(await axeViolations(page)).toEqual([])
    const listed = page.url()
    await card.getByRole('button', { name: 'Reject' }).click()
    await page.getByLabel(/^Reason/).waitFor()
    await page.goBack()
    await shut(page)
    await card.getByRole('button', { name: 'View Details' }).click()
    await dialog(page).getByRole('button', { name: 'Reject' }).click()
    await page.getByLabel(/^Reason/).waitFor()
    await page.goBack()
    await shut(page)
    expect(page.url()).toBe(listed)
  })
})

test('the details show what was sent, and each paper opens from its address', async () => {
  await inOffice(async ({ url, admin: { page, go, context } }) => {
    await applies(url, { ...firms.asha, noticeVersion: '2026-11-21' })
    await applies(url, { ...firms.ravi, materials: '["plywood","acrylicPanels","other"]' })
    await go('/admin')
    await row(page, 'Ravi Kumar').getByRole('button', { name: 'View Details' }).click()
    await dialog(page).getByText('Acrylic Panels etc', { exact: true }).waitFor()
    await dialog(page).getByText('Wood stains').waitFor()
    await dialog(page).getByText('Sent without the form').waitFor()
    expect(await axeViolations(page)).toEqual([])
    await page.goBack()
    await shut(page)

    await row(page, 'Asha Patil').getByRole('button', { name: 'View Details' }).click()
    await dialog(page).getByText('Agreed to the privacy notice of 2026-11-21').waitFor()
    await dialog(page).getByText('E-mail not confirmed').waitFor()
    await dialog(page).getByText('12 Timber Lane, Ahmedabad 380001').waitFor()
    const papers = dialog(page).getByRole('link', { name: /in a new tab$/ })
    expect(await papers.allTextContents()).toEqual([
      '',
      'Open PDF, Incorporation Certificate, in a new tab',
      'Open PNG, Company PAN Card, in a new tab',
      '',
      '',
      'Open PDF, Business Card, in a new tab',
    ])
    const pictures = dialog(page).locator('img')
    await expect
      .poll(() =>
        pictures.evaluateAll((all) => all.map((it) => (it as HTMLImageElement).naturalWidth > 0)),
      )
      .toEqual([true, true, true])
    const heads = []
    for (const link of await papers.all()) {
      expect(await link.getAttribute('target')).toBe('_blank')
      const answer = await context.request.get(url + (await link.getAttribute('href')))
      const { 'content-type': type, 'content-disposition': how, ...rest } = answer.headers()
      heads.push([answer.status(), type, how?.split(';')[0]])
      expect(rest).toMatchObject({
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
      })
    }
    const picture = (type: string) => [200, type, 'inline']
    const pdf = [200, 'application/pdf', 'attachment']
    expect(heads).toEqual([
      picture('image/jpeg'),
      pdf,
      picture('image/png'),
      picture('image/jpeg'),
      picture('image/png'),
      pdf,
    ])
    expect(await axeViolations(page)).toEqual([])
    const address = page.url()
    await page.goto(address)
    await dialog(page)
      .getByText(/opened the Company PAN Card$/)
      .waitFor()
    await page.setViewportSize(phone)
    expect(await overflow(page)).toBeLessThanOrEqual(0)
    expect(await axeViolations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await shut(page)
    expect(new URL(page.url()).search).toBe('')
  })
})

test('a rejection is worded, mailed and taken back; changes are asked for in words', async () => {
  await inOffice(async ({ url, mail, admin: { page, go } }) => {
    for (const firm of [firms.asha, firms.ravi, firms.farida]) await applies(url, firm)
    await go('/admin')
    await row(page, 'Ravi Kumar').getByRole('button', { name: 'Reject' }).click()
    await page.getByLabel(/^Reason/).fill('No GST number')
    await page.keyboard.press('Escape')
    await shut(page)
    await row(page, 'Ravi Kumar').getByRole('button', { name: 'Reject' }).click()
    await page.getByText('What you typed before is still here.').waitFor()
    expect(await page.getByLabel(/^Reason/).inputValue()).toBe('No GST number')
    await dialog(page).getByRole('button', { name: 'Reject' }).click()
    await succeeded(page)
    await expect.poll(() => names(page)).toEqual(['Farida Sheikh', 'Asha Patil'])
    await expect.poll(() => focus(page)).toBe('View Details Asha Patil')
    expect(await page.evaluate(() => Object.keys(sessionStorage))).toEqual([])
    await mail.waitFor(isAbout('ravi@ply.example', 'No GST number'), 15_000)

    await row(page, 'Farida Sheikh').getByRole('button', { name: 'View Details' }).click()
    await dialog(page).getByRole('button', { name: 'Ask for changes' }).click()
    await page.getByRole('heading', { name: 'Ask for Changes' }).waitFor()
    await dialog(page).getByRole('button', { name: 'Ask for changes' }).click()
    await page.getByText('Please say what should be changed').waitFor()
    await page.getByLabel('What should be changed').fill('A sharper PAN card, please')
    expect(await axeViolations(page)).toEqual([])
    await dialog(page).getByRole('button', { name: 'Ask for changes' }).click()
    await expect.poll(() => names(page)).toEqual(['Asha Patil'])
    await shut(page)
    await expect.poll(() => focus(page)).toBe('View Details Asha Patil')
    const asked = await mail.waitFor(isAbout('farida@veneer.example', 'A sharper PAN card'), 15_000)
    expect(asked.text).toMatch(/\/apply\/status#token=[\w-]{43}\s/)

    await page.getByRole('link', { name: 'All applications' }).click()
    await row(page, 'Changes asked').waitFor()
    await page.setViewportSize({ width: 820, height: 900 })
    await expect.poll(() => hiddenButtons(page)).toEqual([])
    await page.setViewportSize(desk)
    await page.getByLabel('Status').selectOption('Rejected')
    await expect.poll(() => names(page)).toEqual(['Ravi Kumar'])
    await page.getByText(/deleted after 90 days/).waitFor()
    expect(await row(page, 'Ravi Kumar').textContent()).toContain('by secretary')
    expect(await axeViolations(page)).toEqual([])
    await row(page, 'Ravi Kumar').getByRole('button', { name: 'Reopen' }).click()
    await page.getByText('No rejected applications').waitFor()
    await page.getByRole('button', { name: 'Show all' }).click()
    await expect.poll(() => names(page)).toEqual(['Farida Sheikh', 'Ravi Kumar', 'Asha Patil'])
    await page.getByRole('searchbox').fill('ply hou')
    await expect.poll(() => names(page)).toEqual(['Ravi Kumar'])
    expect(new URL(page.url()).searchParams.get('q')).toBe('ply hou')
  })
})

const isAbout = (email: string, words: string) => (mail: Parameters<ReturnType<typeof isTo>>[0]) =>
  isTo(email)(mail) && mail.text?.includes(words) === true

test('who may be somebody the association knows is named before the approval', async () => {
  await inOffice(async ({ url, admin: { page, go } }) => {
    await applies(url, firms.asha)
    await applies(url, { ...firms.farida, whatsappNumber: firms.asha.whatsappNumber })
    await go('/admin')
    const approve = row(page, 'Farida Sheikh').getByRole('button', { name: 'Approve' })
    await approve.click()
    await dialog(page)
      .getByText('Application (pending): Asha Patil, Teak & Co (same phone number)')
      .waitFor()
    expect(await axeViolations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await shut(page)
    await expect.poll(() => focus(page)).toBe('Approve Farida Sheikh')
    await approve.click()
    await dialog(page).getByRole('button', { name: 'Approve' }).click()
    await succeeded(page)
    await shut(page)
    await page.getByText(/^Farida Sheikh of Veneer Works is now .*member/).waitFor()
    await expect.poll(() => focus(page)).toBe('View Details Asha Patil')
    await page.getByText('Total Members').locator('..').getByText('1', { exact: true }).waitFor()

    await row(page, 'Asha Patil').getByRole('button', { name: 'View Details' }).click()
    await dialog(page)
      .getByText(/^Member OEM\d{7}: Farida Sheikh/)
      .waitFor()
    await dialog(page).getByRole('button', { name: 'Approve' }).click()
    await page.getByText('Approve all the same?').waitFor()
    await dialog(page).getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('heading', { name: 'Application Details' }).waitFor()
  })
})

test('of two administrators at once one decides and the other is told', async () => {
  await inOffice(async ({ url, mail, admin: first }) => {
    await applies(url, firms.asha)
    const second = await signedIn(url, mail, treasurer)
    for (const { page, go } of [first, second]) {
      await go('/admin')
      await row(page, 'Asha Patil').getByRole('button', { name: 'View Details' }).click()
      await page.getByText('Uploaded Documents').waitFor()
    }
    await second.page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click()
    await second.page.getByLabel(/^Reason/).fill('We know them')
    await dialog(first.page).getByRole('button', { name: 'Approve' }).click()
    await succeeded(first.page)
    await shut(first.page)
    await first.page.getByText('No pending applications').waitFor()

    await dialog(second.page).getByRole('button', { name: 'Reject' }).click()
    const told = /^.+ has already approved this application$/
    await dialog(second.page).getByRole('alert').filter({ hasText: told }).waitFor()
    expect(await second.page.getByLabel(/^Reason/).inputValue()).toBe('We know them')
    expect(await axeViolations(second.page)).toEqual([])
    await dialog(second.page).getByRole('button', { name: 'Cancel' }).click()
    await dialog(second.page).getByText('Approved', { exact: true }).waitFor()
    expect(await dialog(second.page).getByRole('button').allTextContents()).toEqual(['', 'Close'])
  })
})
