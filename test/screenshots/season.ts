/** The pictures of docs/treasurer.md, in the order of its steps. */
import type { Browser, Page } from 'playwright-core'
import { addDays } from '#shared/dates.ts'
import { bankStatement, narrations, upiReference } from '#test/files/bank-statements.ts'
import {
  desktop,
  open,
  openWindow,
  type PicturePortal,
  phone,
  settled,
  take,
  write,
} from './camera.ts'
import { openTapCounter } from './taps.ts'

interface Listed {
  id: string
  name: string
  membership_number: string
  owed_paise: number
}

export async function season(browser: Browser, portal: PicturePortal): Promise<void> {
  const page = await openWindow(browser, desktop)
  await page.goto(portal.linkFor('Administrator'))
  await page.getByRole('heading', { name: 'Admin Dashboard' }).waitFor()
  await setDues(page, portal)
  await raiseDues(page, portal)
  const hand = await openWindow(browser, phone, await page.context().storageState())
  await payOnPhone(hand, portal)
  await sendNotices(page, portal)
  const owing = await listOwing(page)
  await sendMessages(hand, portal)
  await reportPayment(hand, page, portal, owing)
  await matchStatement(page, portal, owing)
  await printCertificates(page, portal)
  await hand.context().close()
}

async function setDues(page: Page, { url }: PicturePortal): Promise<void> {
  await open(page, `${url}/admin/settings?tab=dues`)
  for (const [title, amount] of [
    ['OEM members', '10000'],
    ['Vendors', '7500'],
  ] as const) {
    const heading = page.getByRole('heading', { name: title, exact: true })
    const card = page.locator('section').filter({ has: heading })
    await card.getByLabel('Annual dues (₹)').fill(amount)
    await card.getByLabel('Joining fee (₹)').fill('1500')
    await card.getByLabel('Due date').fill('2026-05-15')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await card.getByText(/^Saved /).waitFor()
  }
  await page.evaluate(() => scrollTo(0, 0))
  await settled(page)
  await write(await take(page), 'images/yearly-dues.png')
}

async function raiseDues(page: Page, { url }: PicturePortal): Promise<void> {
  await open(page, `${url}/admin/renewals`)
  await page.getByRole('button', { name: 'Raise dues' }).first().click()
  const raise = page.getByRole('button', { name: /^Raise dues for \d+ members$/ })
  await raise.waitFor()
  await settled(page)
  await write(await take(page), 'images/raise-dues.png')
  await raise.click()
  await page.getByRole('button', { name: /^Due or lapsed/ }).click()
  await page.getByText(/^₹\d/).first().waitFor()
  await settled(page)
  await write(await take(page), 'images/renewals.png')
}

/** From 'who has not paid' to the receipt, with a mark on each tap. */
async function payOnPhone(page: Page, { url }: PicturePortal): Promise<void> {
  await open(page, `${url}/admin`)
  const { tap, write: writeTaps } = openTapCounter(page)
  await tap(page.getByRole('button', { name: /menu/i }))
  await tap(page.getByRole('link', { name: 'Renewals' }))
  await tap(page.getByRole('button', { name: /^Due or lapsed/ }))
  const first = page.getByRole('list', { name: 'Renewals' }).getByRole('listitem').first()
  await tap(first.getByRole('button', { name: /^Record payment/ }))
  await page.getByText('Settles everything owed').waitFor()
  await tap(page.getByLabel('Cash', { exact: true }))
  await tap(page.getByRole('button', { name: /^Record ₹/ }))
  await page
    .getByText('The email to the member is written to a file: no mail server is set.')
    .first()
    .waitFor()
  await writeTaps('images/receipt-on-a-phone.png')
}

async function sendNotices(page: Page, { url }: PicturePortal): Promise<void> {
  await open(page, `${url}/admin/renewals?status=owes`)
  await page.getByRole('button', { name: /^Select all/ }).click()
  await page.getByRole('button', { name: 'Email notices' }).click()
  const send = page.getByRole('button', { name: /^Write \d+ emails to files$/ })
  await send.waitFor()
  await settled(page)
  await write(await take(page), 'images/dues-notices.png')
  await send.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
}

const listOwing = (page: Page): Promise<Listed[]> =>
  page.evaluate(async () => (await fetch('/api/admin/renewals?status=owes&limit=40')).json())

async function sendMessages(page: Page, { url }: PicturePortal): Promise<void> {
  await open(page, `${url}/admin/renewals?status=owes`)
  for (const index of [0, 1])
    await page
      .getByLabel(/^Select /)
      .nth(index)
      .check()
  await page.locator('[data-selection-bar]').getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'WhatsApp', exact: true }).click()
  await page.getByRole('link', { name: 'Open WhatsApp' }).waitFor()
  // The link is another one each time, on a port of this run.
  const message = page.getByRole('textbox', { name: 'Message' })
  const text = await message.inputValue()
  await message.fill(text.replace(/http\S+/, 'https://members.fpma.example/dues#token=…'))
  await settled(page)
  await write(await take(page), 'images/whatsapp-on-a-phone.png')
  await page.getByRole('button', { name: 'Close' }).click()
}

/** A member opens the notice on a phone and reports the payment; the treasurer checks it. */
async function reportPayment(
  hand: Page,
  page: Page,
  { url }: PicturePortal,
  [member]: readonly Listed[],
): Promise<void> {
  const link = await page.evaluate(async (id) => {
    const answer = await fetch('/api/admin/dues/notices/links', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ selection: { ids: [id] } }),
    })
    const { members } = await answer.json()
    return String(members[0].link)
  }, member?.id)
  await open(hand, link)
  await hand.getByRole('heading', { name: /^Dues/ }).waitFor()
  await write(await take(hand), 'images/notice-on-a-phone.png')
  await hand.getByRole('button', { name: 'I have paid' }).click()
  await hand.getByLabel('UTR or reference number').fill(upiReference(7))
  await hand.getByRole('button', { name: 'Report payment' }).click()
  await hand.getByText('Reported, not confirmed yet').waitFor()
  await open(page, `${url}/admin/renewals`)
  await page.getByRole('button', { name: 'Check' }).click()
  await page.getByRole('button', { name: 'Confirm…' }).click()
  await settled(page)
  await write(await take(page), 'images/reported-payment.png')
}

async function matchStatement(
  page: Page,
  { url }: PicturePortal,
  owing: readonly Listed[],
): Promise<void> {
  const lines = owing.slice(1, 6).map(({ name, membership_number, owed_paise }, index) => ({
    date: addDays('2026-05-10', index),
    narration: narrations.HDFC.upi(
      name.toUpperCase(),
      upiReference(index),
      index < 4 ? `${membership_number} DUES` : 'MEMBERSHIP',
    ),
    reference: upiReference(index),
    credit: index === 3 ? 2500_00 : owed_paise,
  }))
  const { name, bytes } = bankStatement('HDFC', lines)
  await open(page, `${url}/admin/renewals/bank-statements`)
  await page.getByRole('button', { name: 'Import bank statement' }).first().click()
  const file = { name, mimeType: 'text/csv', buffer: bytes }
  await page.getByLabel('Bank statement', { exact: true }).setInputFiles(file)
  await page.getByRole('button', { name: /^Review \d+ lines$/ }).click()
  await page.getByRole('button', { name: /^Confirm all sure ones/ }).waitFor()
  await settled(page)
  await write(await take(page), 'images/bank-statement.png')
}

async function printCertificates(page: Page, { url }: PicturePortal): Promise<void> {
  await open(page, `${url}/admin/settings?tab=certificates`)
  await page
    .getByRole('textbox', { name: 'Signatory (optional)', exact: true })
    .fill('Meera Krishnan')
  await page.getByLabel('Title of the signatory').fill('Honorary Treasurer')
  await page.evaluate(() => scrollTo(0, 0))
  await settled(page)
  await write(await take(page), 'images/certificate-template.png')
}
