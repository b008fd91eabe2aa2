import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { axeViolations, desk, openPerson, overflow, phone, signInByMail } from './support/people.ts'
import { onOneSample, withMail } from './support/portals.ts'

async function healthy(page: Page) {
  expect(await axeViolations(page)).toEqual([])
  expect(await overflow(page)).toBeLessThanOrEqual(0)
}

// Each engine and each screen once: what the engine answers does not hang on the width.
const ways = [
  { engine: 'SQLite', where: 'a desk', viewport: desk },
  { engine: 'PostgreSQL', where: 'a phone', viewport: phone },
] as const

describe.each(ways)('the settings, on $engine and $where,', ({ engine, viewport }) => {
  const sample = onOneSample(engine)

  test('are changed, and everybody sees it', async () => {
    const { browser, url, at } = await sample()
    const { page } = await at('admin', '/admin/settings', viewport)
    await page.getByLabel('Association Name').waitFor()
    await healthy(page)

    await page.getByLabel('IFSC').fill('SBI')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await page.getByText('An IFSC is like SBIN0001234').waitFor()
    await page.getByLabel('IFSC').fill('SBIN0001234')
    await page.getByLabel('Association Name').fill('Board Makers of India')
    await page.getByLabel('OEM members (₹)').fill('5,000')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await page.getByText('Settings saved').first().waitFor()
    expect(await page.getByLabel('OEM members (₹)').inputValue()).toBe('5000')

    await page.getByRole('tab', { name: 'Mails' }).click()
    await page.getByLabel('Subject').fill('Namaste from {association_name}')
    await page.getByLabel('Text').fill('Dear {nmae}')
    await page.getByRole('button', { name: 'Save Mail' }).click()
    await page.getByText('There is no {nmae} here.').waitFor()
    await page.getByLabel('Text').fill('Dear {name}, dues are {dues_oem}.')
    await page.getByRole('button', { name: 'Preview' }).click()
    await page.getByText('Namaste from Board Makers of India').waitFor()
    await page.getByRole('button', { name: 'Save Mail' }).click()
    await page.getByText('In your own words').waitFor()
    await page.getByRole('button', { name: 'Send me a test mail' }).click()
    await page.getByText('Test mail sent to').first().waitFor()
    await healthy(page)

    await page.getByRole('tab', { name: 'Administrators' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Treasurer')
    await page.getByLabel('Email', { exact: true }).fill('treasurer@fpma.example')
    await page.getByRole('button', { name: 'Add Administrator' }).click()
    await page.getByRole('button', { name: 'Remove Treasurer' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
    await page.getByText('Administrator removed').first().waitFor()
    await page.getByRole('button', { name: 'Remove Treasurer' }).waitFor({ state: 'detached' })
    await healthy(page)

    await page.getByRole('tab', { name: 'History' }).click()
    await page.getByText(/changed the name of the association, .* and the IFSC/).waitFor()
    await healthy(page)

    const visitor = await openPerson(browser, url, viewport)
    await visitor.go('/apply/oem')
    await visitor.page.getByText('Board Makers of India').first().waitFor()
  })

  test('take a logo that everybody sees, in mails too, and let it go again', async () => {
    const { browser } = await sample()
    await withMail(async (url, mail) => {
      const admin = await openPerson(browser, url, viewport)
      const { page } = admin
      await signInByMail(admin, url, mail, 'secretary@panel.example', 'Admin Login')
      await page.waitForURL('**/admin')
      await admin.go('/admin/settings')
      const file = page.locator('input[type="file"]')
      await file.setInputFiles({
        name: 'logo.svg',
        mimeType: 'image/svg+xml',
        buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      })
      await page.getByText('Please choose a JPG, PNG or GIF file').waitFor()
      await file.setInputFiles('src/platform/server/mail/logo.png')
      await page.getByRole('img', { name: 'The logo of the association' }).waitFor()
      await healthy(page)
      await page.getByRole('button', { name: 'Save Changes' }).click()
      await page.getByText('Settings saved').first().waitFor()
      const shown = page.locator('header img[src^="/uploads/"]')
      await shown.waitFor()
      const address = (await shown.getAttribute('src')) ?? ''

      const visitor = await openPerson(browser, url, viewport)
      await visitor.go('/login')
      const logo = visitor.page.locator('header img')
      expect(await logo.getAttribute('src')).toBe(address)
      await expect
        .poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth))
        .toBeGreaterThan(0)
      await healthy(visitor.page)

      mail.clear()
      await page.getByRole('tab', { name: 'Mails' }).click()
      await page.getByLabel('Subject').fill('Namaste')
      await page.getByLabel('Text').fill('Dear {name}')
      await page.getByRole('button', { name: 'Send me a test mail' }).click()
      const letter = await mail.waitFor(({ subject }) => subject === 'Namaste', 15_000)
      const answer = await visitor.page.request.get(url + address)
      const [attached] = letter.attachments
      expect(Buffer.from(attached?.content as ArrayBuffer).equals(await answer.body())).toBe(true)

      await page.getByRole('tab', { name: 'Association' }).click()
      await page.getByRole('button', { name: 'Remove Logo' }).focus()
      await page.keyboard.press('Enter')
      expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Upload Logo')
      await page.getByRole('button', { name: 'Save Changes' }).click()
      await page.locator('header img[src="/logo.svg"]').waitFor()
      await visitor.go('/login')
      expect(await logo.getAttribute('src')).toBe('/logo.svg')
      expect((await visitor.page.request.get(url + address)).status()).toBe(404)
    }, engine)
  })

  test('tell the second of two administrators, and lead back', async () => {
    const { at, enter } = await sample()
    const second = await enter('admin', viewport)
    await second.go('/admin/settings')
    const first = await at('admin', '/admin/settings', viewport)
    for (const one of [first, second]) await one.page.getByLabel('UPI ID').waitFor()
    const { page } = second
    await first.page.getByLabel('UPI ID').fill('first@bank')
    await first.page.getByRole('button', { name: 'Save Changes' }).click()
    await first.page.getByText('Settings saved').first().waitFor()

    await page.getByLabel('UPI ID').fill('second@bank')
    await page.getByLabel('IFSC').fill('HDFC0001234')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await page
      .getByRole('alert')
      .getByText(
        'Meera Krishnan has changed the UPI ID since you opened the settings. Please look at it and save again.',
      )
      .waitFor()
    await page.getByText('Saved now: first@bank').waitFor()
    expect(await page.getByLabel('UPI ID').inputValue()).toBe('second@bank')
    expect(await page.getByLabel('IFSC').inputValue()).toBe('HDFC0001234')
    await healthy(page)
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await page.getByText('Settings saved').first().waitFor()
    await page.getByText('Saved now: first@bank').waitFor({ state: 'detached' })

    await page.getByRole('tab', { name: 'History' }).click()
    await page.getByText('Meera Krishnan changed the IFSC and the UPI ID').waitFor()
    await page.getByRole('button', { name: /^Undo: .* the IFSC and the UPI ID$/ }).click()
    await page.getByText('The change has been taken back').first().waitFor()
    await page
      .getByText('Meera Krishnan took back a change of the IFSC and the UPI ID', { exact: true })
      .waitFor()
    await healthy(page)
    await page.getByRole('tab', { name: 'Association' }).click()
    expect(await page.getByLabel('UPI ID').inputValue()).toBe('first@bank')

    await first.page.getByRole('tab', { name: 'Mails' }).click()
    await page.getByRole('tab', { name: 'Mails' }).click()
    for (const one of [first.page, page]) {
      await one.getByLabel('Subject').fill(one === page ? 'Second' : 'First')
      await one.getByLabel('Text').fill('Dear {name}')
    }
    const saved = first.page.waitForResponse((answer) => answer.request().method() !== 'GET')
    await first.page.getByRole('button', { name: 'Save Mail' }).click()
    expect((await saved).status()).toBe(200)
    await page.getByRole('button', { name: 'Save Mail' }).click()
    const told = page.getByRole('alert').filter({ hasText: 'since you opened the settings' })
    await told.getByText('First').waitFor()
    expect(await page.getByLabel('Subject').inputValue()).toBe('Second')
    await healthy(page)
    await page.getByRole('button', { name: 'Save Mail' }).click()
    await told.waitFor({ state: 'detached' })
    expect(await page.getByLabel('Subject').inputValue()).toBe('Second')
  })
})
