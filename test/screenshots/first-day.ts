/** The pictures of docs/secretary.md, in the order of its steps. */
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import {
  desktop,
  fixtures,
  open,
  openWindow,
  type PicturePortal,
  phone,
  settled,
  take,
  write,
} from './camera.ts'

export const secretary = 'office@sahyadri.example'

export async function firstDay(browser: Browser, portal: PicturePortal): Promise<void> {
  const page = await openWindow(browser, desktop)
  await signIn(page, portal)
  await fillSettings(page, portal)
  await importMembers(page)
  await inviteMembers(page)
  await whoHasPaid(browser, page, portal)
  await open(page, `${portal.url}/admin/settings?tab=administrators`)
  await write(await take(page), 'images/administrators.png')
  await open(page, `${portal.url}/admin/settings?tab=notifications`)
  await write(await take(page), 'images/notifications.png')
}

async function signIn(page: Page, { url, linkFor }: PicturePortal): Promise<void> {
  await open(page, `${url}/login`)
  await page.getByText('Admin Login', { exact: true }).click()
  await page.getByLabel('Email').fill(secretary)
  await page.setViewportSize({ width: 900, height: 560 })
  await write(await take(page), 'images/sign-in.png')
  await page.setViewportSize(desktop)
  await page.getByRole('button', { name: 'Send Magic Link' }).click()
  await page.getByRole('heading', { name: 'Check Your Email' }).waitFor()
  await page.goto(linkFor(secretary))
  await page.getByRole('heading', { name: 'Admin Dashboard' }).waitFor()
  await settled(page)
  await page.getByLabel('Your name').fill('Asha Patil')
  await write(await take(page), 'images/checklist.png')
  await page.getByRole('button', { name: 'Save name' }).click()
  await page.getByText('Setup 1 of 7 done').waitFor()
}

const association = {
  'Association Name': 'Sahyadri Furniture Makers’ Association',
  'Short Name': 'Sahyadri',
  'Portal Name': 'Sahyadri Members',
  Website: 'https://www.sahyadri.example',
  'Office Email': secretary,
}

const paymentDetails = {
  'Account Holder': 'Sahyadri Furniture Makers’ Association',
  'Bank and Branch': 'State Bank of India, Nashik Road',
  'Account Number': '30001234567',
  IFSC: 'SBIN0001234',
  'UPI ID': 'sahyadri@sbi',
}

const logo = `<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256">
  <rect width="256" height="256" rx="40" fill="#14213d"/>
  <path d="M40 190 104 80l40 64 24-36 48 82z" fill="#e9a23b"/>
</svg>`

async function fillSettings(page: Page, { url }: PicturePortal): Promise<void> {
  await open(page, `${url}/admin/settings`)
  for (const [label, value] of Object.entries(association)) await page.getByLabel(label).fill(value)
  await page.getByRole('heading', { name: 'Names and website' }).scrollIntoViewIfNeeded()
  await write(await take(page), 'images/association.png')
  const buffer = await sharp(Buffer.from(logo)).png().toBuffer()
  const file = { name: 'logo.png', mimeType: 'image/png', buffer }
  await page.locator('input[type="file"]').setInputFiles(file)
  await page.getByRole('button', { name: /remove/i }).waitFor()
  await settled(page)
  await page.evaluate(() => scrollTo(0, 0))
  await write(await take(page), 'images/logo.png')
  for (const [label, value] of Object.entries(paymentDetails))
    await page.getByLabel(label).fill(value)
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await page.getByText('You have unsaved changes.').waitFor({ state: 'detached' })
  await open(page, `${url}/admin/settings?tab=dues`)
  for (const [index, amount] of ['5000', '7500'].entries())
    await page.getByLabel('Annual dues (₹)').nth(index).fill(amount)
  await write(await take(page), 'images/dues.png')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await page.getByText('You have unsaved changes.').waitFor({ state: 'detached' })
  await page.getByText(/^Dues .* saved$/).waitFor({ state: 'detached' })
  await open(page, `${url}/admin`)
}

async function importMembers(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Import members' }).click()
  await page.getByLabel('Spreadsheet').setInputFiles(join(fixtures, 'help-register.csv'))
  await page.getByRole('heading', { name: /^Review the changes/ }).waitFor()
  await page.getByLabel('OEM members', { exact: true }).check()
  const importButton = page.getByRole('button', { name: 'Import the good rows, skip 1' })
  await importButton.and(page.locator(':enabled')).waitFor()
  await settled(page)
  await write(await take(page), 'images/import.png')
  await importButton.click()
  await page.getByText('1 row was skipped').waitFor()
}

async function inviteMembers(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Send sign-in invitation' }).click()
  await page.getByRole('button', { name: /^Write \d+ emails to files$/ }).waitFor()
  await settled(page)
  await write(await take(page), 'images/invitation.png')
}

async function whoHasPaid(browser: Browser, page: Page, { url }: PicturePortal): Promise<void> {
  await open(page, `${url}/admin`)
  await page.getByRole('link', { name: 'Send reminders' }).click()
  await page.getByRole('heading', { name: 'Renewals' }).waitFor()
  await settled(page)
  await write(await take(page), 'images/owing.png')
  const small = await openWindow(browser, phone, await page.context().storageState())
  await open(small, page.url())
  await write(await take(small), 'images/owing-on-a-phone.png')
  await small.context().close()
}
