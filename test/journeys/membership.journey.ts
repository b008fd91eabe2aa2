import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { isTo } from '../drills/people.ts'
import { onSite } from '../drills/site.ts'
import { launchBrowser } from '../setup/browser.ts'
import { type S3Server, startS3Server } from '../setup/s3-server.ts'
import { applies } from './firms.ts'
import { openPerson, phone, signInByMail } from './people.ts'

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
const asha = 'asha@teak.example'

describe.each([
  ['SQLite', 'a folder'],
  ['PostgreSQL', 'S3'],
] as const)('becoming a member, on %s with the files in %s,', (engine, files) => {
  test('goes from the form over the decision to the sign-in', async () => {
    await onSite(inject('postgresUrl'), async (site) => {
      const mail = await site.mailServer()
      const { url } = await site.portal({
        DATA_DIR: site.folder(),
        DATABASE_URL: await site.database(engine),
        FILES_URL: files === 'S3' ? s3.place() : undefined,
        SMTP_URL: mail.url,
        ADMIN_EMAIL: secretary,
      })
      await applies(url, { name: 'Asha Patil', email: asha, companyName: 'Teak & Co' })
      const received = await mail.waitFor(isTo(asha), 15_000)
      expect(received.text).toMatch(/\/apply\/status#token=[\w-]{43}\s/)

      const admin = await openPerson(browser, url)
      await signInByMail(admin, url, mail, secretary, 'Admin Login')
      await admin.page.waitForURL(`${url}/admin`)
      await admin.page.getByRole('button', { name: 'View Details' }).click()
      const pan = admin.page.getByRole('link', { name: /Company PAN Card/ })
      const panAddress = url + (await pan.getAttribute('href'))
      const opened = await admin.context.request.get(panAddress)
      expect([opened.status(), opened.headers()['content-type']]).toEqual([200, 'image/png'])
      await admin.page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
      await admin.page.getByText('Application status updated successfully').first().waitFor()
      await admin.page.getByText('No pending applications').waitFor()
      const welcome = await mail.waitFor(isTo(asha), 15_000)
      const number = welcome.text?.match(/OEM\d{7}/)?.[0]
      expect(number).toBeDefined()

      const member = await openPerson(browser, url, phone)
      await signInByMail(member, url, mail, asha, 'Login as OEM / Vendor (Members only)')
      await member.page.waitForURL(`${url}/oem/members`)
      const user = await (await member.context.request.get(`${url}/api/user`)).json()
      expect(user).toMatchObject({
        name: 'Asha Patil',
        company_name: 'Teak & Co',
        role: 'oem',
        membership_number: number,
        factory_address: 'Plot 7, GIDC Vatva, Ahmedabad 382445',
      })
      const photo = await member.context.request.get(url + user.photo_url)
      expect([photo.status(), photo.headers()['content-type']]).toEqual([200, 'image/jpeg'])
      expect((await member.context.request.get(panAddress)).status()).toBe(404)
    })
  })
})
