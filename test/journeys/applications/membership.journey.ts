/** From the form to the sign-in, with a portal process on PostgreSQL that keeps files on S3. */
import type { Page } from 'playwright-core'
import { expect, inject, onTestFinished, test } from 'vitest'
import { startS3Server } from '#test/setup/s3-server.ts'
import { openEnvironment } from '#test/support/process/environment.ts'
import { isTo } from '#test/support/process/sign-in.ts'
import * as form from '../support/application-form.ts'
import { adminEmail } from '../support/portals.ts'
import { adminLogin, memberLogin, signInByMail } from '../support/sign-in.ts'
import { type BrowserWindow, openWindow, phone } from '../support/windows.ts'

const ravi = {
  ...form.firm,
  name: 'Ravi Kumar',
  email: 'ravi@veneers.example',
  companyName: 'Veneers',
  whatsappNumber: '+91 99250 11223',
}

test('applicants of both types become members who sign in', async () => {
  const { env, close } = openEnvironment(inject('postgresUrl'))
  onTestFinished(close)
  const s3 = await startS3Server()
  env.onClose(s3.stop)
  const mail = await env.mailServer()
  const { url } = await env.portal({
    DATA_DIR: env.folder(),
    DATABASE_URL: await env.database('PostgreSQL'),
    FILES_URL: s3.location(),
    SMTP_URL: mail.url,
    ADMIN_EMAIL: adminEmail,
  })
  const applicant = await openWindow(url, phone)
  await sendOemForm(applicant)
  await sendVendorForm(applicant)
  const received = await mail.waitFor(isTo(form.oemFirm.email))
  expect(received.text).toMatch(/\/apply\/status#token=[\w-]{43}\s/)
  await mail.waitFor(isTo(ravi.email))

  const admin = await openWindow(url, phone)
  await signInByMail(admin, mail, adminEmail, adminLogin)
  await admin.page.waitForURL(`${url}/admin`)
  await openApplication(admin, form.oemFirm.name)
  const pan = admin.page.getByRole('link', { name: /Company PAN Card/ })
  const panAddress = url + (await pan.getAttribute('href'))
  const opened = await admin.context.request.get(panAddress)
  expect([opened.status(), opened.headers()['content-type']]).toEqual([200, 'image/png'])
  await approve(admin)
  const number = (await mail.waitFor(isTo(form.oemFirm.email))).text?.match(/OEM\d{7}/)?.[0]
  expect(number).toBeDefined()
  await openApplication(admin, ravi.name)
  await approve(admin)
  await admin.page.getByText('No pending applications').waitFor()
  expect((await mail.waitFor(isTo(ravi.email))).text).toMatch(/VENDOR\d{7}/)

  const vendor = await openWindow(url, phone)
  await signInByMail(vendor, mail, ravi.email, memberLogin)
  await vendor.page.waitForURL(`${url}/vendor/members`)
  expect((await vendor.context.request.get(panAddress)).status()).toBe(404)
  const member = await openWindow(url, phone)
  await signInByMail(member, mail, form.oemFirm.email, memberLogin)
  await member.page.waitForURL(`${url}/oem/members`)
  const user = await (await member.context.request.get(`${url}/api/user`)).json()
  expect(user).toMatchObject({
    name: form.oemFirm.name,
    company_name: form.oemFirm.companyName,
    role: 'oem',
    membership_number: number,
    factory_address: form.oemFirm.factoryAddress,
  })
  const photo = await member.context.request.get(url + user.photo_url)
  expect([photo.status(), photo.headers()['content-type']]).toEqual([200, 'image/jpeg'])
  expect((await member.context.request.get(panAddress)).status()).toBe(404)
})

/** With a photo of 6 MB, a PDF, and JPEG and PNG pictures. */
async function sendOemForm({ page, go }: BrowserWindow): Promise<void> {
  await go('/apply/oem')
  await form.fillOemForm(page)
  await expect
    .poll(() => form.uploads(page, 'factoryMachineryPhotos', 'done').count(), form.uploadWait)
    .toBe(3)
  await send(page)
}

async function sendVendorForm({ page, go }: BrowserWindow): Promise<void> {
  await go('/apply/vendor')
  await form.fillVendorForm(page, ravi, 'ravi.jpg')
  await send(page)
}

async function send(page: Page): Promise<void> {
  await form.submit(page).click()
  await page.getByText('Application Submitted', { exact: true }).first().waitFor()
  await page.waitForURL('**/login')
}

/** By the applicant's name, in the table or in the cards. */
async function openApplication({ page }: BrowserWindow, name: string): Promise<void> {
  const row = page.locator('tr, li').filter({ hasText: name }).filter({ visible: true })
  await row.getByRole('button', { name: 'View Details' }).first().click()
}

async function approve({ page }: BrowserWindow): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Approve' }).click()
  await page.getByText('Application status updated successfully').first().waitFor()
  await dialog.waitFor({ state: 'hidden' })
}
