import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { isTo } from '../drills/people.ts'
import { onSite } from '../drills/site.ts'
import { launchBrowser } from '../setup/browser.ts'
import { type S3Server, startS3Server } from '../setup/s3-server.ts'
import {
  agree,
  chooseOemFiles,
  firm,
  named,
  oemFirm,
  patient,
  rows,
  submit,
  type,
} from './support/applicants.ts'
import { openPerson, type Person, phone, signInByMail } from './support/people.ts'
import { smallJpeg } from './support/photos.ts'

let browser: Browser
let s3: S3Server
beforeAll(async () => {
  browser = await launchBrowser()
  s3 = await startS3Server()
})
afterAll(async () => {
  await browser.close()
  await s3.stop()
})

const secretary = 'secretary@panel.example'
const ravi = {
  ...firm,
  name: 'Ravi Kumar',
  email: 'ravi@veneers.example',
  companyName: 'Veneers',
  whatsappNumber: '+91 99250 11223',
}

describe.each([
  ['SQLite', 'a folder'],
  ['PostgreSQL', 'S3'],
] as const)('becoming a member, on %s with the files in %s,', (engine, files) => {
  test('goes from both forms on a phone over the decision to the sign-in', async () => {
    await onSite(inject('postgresUrl'), async (site) => {
      const mail = await site.mailServer()
      const { url } = await site.portal({
        DATA_DIR: site.folder(),
        DATABASE_URL: await site.database(engine),
        FILES_URL: files === 'S3' ? s3.place() : undefined,
        SMTP_URL: mail.url,
        ADMIN_EMAIL: secretary,
      })
      const applicant = await openPerson(browser, url, phone)
      await sendsOemForm(applicant)
      await sendsVendorForm(applicant)
      const received = await mail.waitFor(isTo(oemFirm.email), 15_000)
      expect(received.text).toMatch(/\/apply\/status#token=[\w-]{43}\s/)

      const admin = await openPerson(browser, url, phone)
      await signInByMail(admin, url, mail, secretary, 'Admin Login')
      await admin.page.waitForURL(`${url}/admin`)
      await openApplication(admin, oemFirm.name)
      const pan = admin.page.getByRole('link', { name: /Company PAN Card/ })
      const panAddress = url + (await pan.getAttribute('href'))
      const opened = await admin.context.request.get(panAddress)
      expect([opened.status(), opened.headers()['content-type']]).toEqual([200, 'image/png'])
      await approves(admin)
      const number = (await mail.waitFor(isTo(oemFirm.email), 15_000)).text?.match(/OEM\d{7}/)?.[0]
      expect(number).toBeDefined()
      await openApplication(admin, ravi.name)
      await approves(admin)
      await admin.page.getByText('No pending applications').waitFor()
      expect((await mail.waitFor(isTo(ravi.email), 15_000)).text).toMatch(/VENDOR\d{7}/)

      const vendor = await openPerson(browser, url, phone)
      await signInByMail(vendor, url, mail, ravi.email, memberLogin)
      await vendor.page.waitForURL(`${url}/vendor/members`)
      expect((await vendor.context.request.get(panAddress)).status()).toBe(404)
      const member = await openPerson(browser, url, phone)
      await signInByMail(member, url, mail, oemFirm.email, memberLogin)
      await member.page.waitForURL(`${url}/oem/members`)
      const user = await (await member.context.request.get(`${url}/api/user`)).json()
      expect(user).toMatchObject({
        name: oemFirm.name,
        company_name: oemFirm.companyName,
        role: 'oem',
        membership_number: number,
        factory_address: oemFirm.factoryAddress,
      })
      const photo = await member.context.request.get(url + user.photo_url)
      expect([photo.status(), photo.headers()['content-type']]).toEqual([200, 'image/jpeg'])
      expect((await member.context.request.get(panAddress)).status()).toBe(404)
    })
  })
})

const memberLogin = 'Login as OEM / Vendor (Members only)'

/** With a 6 MB photo of the phone, a PDF, JPEG and PNG pictures. */
async function sendsOemForm({ page, go }: Person): Promise<void> {
  await go('/apply/oem')
  await chooseOemFiles(page)
  await type(page, oemFirm)
  await agree(page)
  await page.getByText('All is there').waitFor()
  await expect.poll(() => rows(page, 'factoryMachineryPhotos', 'done').count(), patient).toBe(3)
  await sends(page)
}

async function sendsVendorForm({ page, go }: Person): Promise<void> {
  await go('/apply/vendor')
  await type(page, ravi)
  await page.getByLabel('Veneer').check()
  await named(page, 'memberPhoto').setInputFiles(await smallJpeg('ravi.jpg'))
  await agree(page)
  await sends(page)
}

async function sends(page: Page): Promise<void> {
  await submit(page).click()
  await page.getByText('Application Submitted', { exact: true }).first().waitFor()
  await page.waitForURL('**/login')
}

/** By the name of the firm's person, whether the list stands as a table or as cards. */
async function openApplication({ page }: Person, name: string): Promise<void> {
  const row = page.locator('tr, li').filter({ hasText: name }).filter({ visible: true })
  await row.getByRole('button', { name: 'View Details' }).first().click()
}

async function approves({ page }: Person): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Approve' }).click()
  await page.getByText('Application status updated successfully').first().waitFor()
  await dialog.waitFor({ state: 'hidden' })
}
