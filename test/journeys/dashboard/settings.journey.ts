import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { expectSoundLayoutAt } from '../support/layout.ts'
import { openAssociation, sharedSample, signInAsAdmin } from '../support/portals.ts'
import { openWindow, phone } from '../support/windows.ts'

const sample = sharedSample()

describe('the settings', () => {
  test('are changed, and visitors see the changes', async () => {
    const { url, openAs } = await sample()
    const { page } = await openAs('admin', '/admin/settings')
    await page.getByLabel('Association Name').waitFor()
    await expectSoundLayoutAt(page, phone)

    await page.getByLabel('IFSC').fill('SBI')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await page.getByText('An IFSC has 11 characters, like SBIN0001234').waitFor()
    await page.getByLabel('IFSC').fill('sbin0001234')
    await page.getByLabel('Association Name').fill('Board Makers of India')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await page.getByText('Settings saved').first().waitFor()
    // The bar goes with its button, so the focus returns to the field it came from.
    await page.getByText('You have unsaved changes.').waitFor({ state: 'detached' })
    const last = page.getByLabel('Association Name')
    await expect.poll(() => last.evaluate((one) => one === document.activeElement)).toBe(true)

    await page.getByRole('tab', { name: 'Dues', exact: true }).click()
    await page.getByLabel('Annual dues (₹)').first().fill('5,000')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await page.getByText(/^Dues .* saved$/).waitFor()

    await page.getByRole('tab', { name: 'Emails' }).click()
    await page.getByRole('button', { name: 'Edit: Welcome to a new member' }).click()
    await page.getByLabel('Subject').fill('Namaste from {association_name}')
    await page.getByLabel('Text').fill('Dear {nmae}')
    await page.getByText('{nmae} cannot be used here.').waitFor()
    await page.getByLabel('Text').fill('Dear {name}, dues are ')
    await page.getByRole('button', { name: '{dues_oem}' }).click()
    await page.getByText('Namaste from Board Makers of India').waitFor()
    const preview = page.frameLocator('iframe[title="The email as HTML"]')
    const sentence = preview.locator('p', { hasText: 'Dear Asha Patil, dues are ₹5,000' })
    await sentence.waitFor()
    expect(await sentence.evaluate((element) => getComputedStyle(element).fontSize)).toBe('16px')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await page.getByText('Customised', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Send me a test email' }).click()
    await page.getByText('the test email was written to a file').first().waitFor()
    await expectSoundLayoutAt(page, phone)

    await page.getByRole('tab', { name: 'Administrators' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Treasurer')
    await page.getByLabel('Email', { exact: true }).fill('treasurer@fpma.example')
    await page.getByRole('button', { name: 'Add Administrator' }).click()
    await page.getByRole('button', { name: 'Remove Treasurer' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
    await page.getByText('Administrator removed').first().waitFor()
    await page.getByRole('button', { name: 'Remove Treasurer' }).waitFor({ state: 'detached' })
    await expectSoundLayoutAt(page, phone)

    await page.getByRole('tab', { name: 'History' }).click()
    await page.getByText(/changed the name of the association(, .*)? and the IFSC/).waitFor()
    await expectSoundLayoutAt(page, phone)

    const visitor = await openWindow(url)
    await visitor.go('/apply/oem')
    await visitor.page.getByText('Board Makers of India').first().waitFor()
  })

  test('ask before unsaved changes are left, by a tab, a link or Back', async () => {
    const { openAs } = await sample()
    const { page, go } = await openAs('admin', '/admin/members')
    await go('/admin/settings')
    const office = page.getByLabel('Office Email')
    await office.fill('office@board.example')
    const question = page.getByRole('dialog', { name: 'Leave without saving?' })
    for (const leave of [
      () => page.getByRole('tab', { name: 'Receipts' }).click(),
      () => page.getByRole('link', { name: 'Renewals' }).click(),
      () => page.goBack(),
    ]) {
      await leave()
      await question.getByRole('button', { name: 'Stay' }).click()
      await question.waitFor({ state: 'detached' })
      expect(await office.inputValue()).toBe('office@board.example')
    }
    await page.goBack()
    await question.getByRole('button', { name: 'Leave' }).click()
    await page.getByRole('heading', { name: 'All Members' }).waitFor()
    expect(page.url()).toContain('/admin/members')
    await page.goForward()
    await page.getByRole('heading', { name: 'Settings', exact: true }).waitFor()
    expect(await office.inputValue()).not.toBe('office@board.example')
    await page.getByRole('link', { name: 'Renewals' }).click()
    await page.getByRole('heading', { name: 'Renewals', exact: true }).waitFor()
    await question.waitFor({ state: 'detached' })
  })

  test('take a logo, which screens and mails show, and remove it', async () => {
    const association = await openAssociation()
    const { url, mail } = association

    const { page, go } = await signInAsAdmin(association)
    await go('/admin/settings')
    const file = page.locator('input[type="file"]')
    await file.setInputFiles({
      name: 'logo.svg',
      mimeType: 'image/svg+xml',
      buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    })
    await page.getByText('This is an SVG drawing. Open it, save it as JPG or PNG').waitFor()
    await file.setInputFiles('src/platform/server/mail/logo.png')
    await page.getByRole('img', { name: 'Association logo' }).waitFor()
    await expectSoundLayoutAt(page, phone)
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await page.getByText('Settings saved').first().waitFor()
    const shown = page.locator('header img[src^="/uploads/"]')
    await shown.waitFor()
    const address = (await shown.getAttribute('src')) ?? ''

    const visitor = await openWindow(url)
    await visitor.go('/login')
    const logo = visitor.page.locator('aside img')
    expect(await logo.getAttribute('src')).toBe(address)
    await expect
      .poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0)
    await expectSoundLayoutAt(visitor.page, phone)

    mail.clear()
    await page.getByRole('tab', { name: 'Emails' }).click()
    await page.getByRole('button', { name: 'Edit: Welcome to a new member' }).click()
    await page.getByLabel('Subject').fill('Namaste')
    await page.getByRole('button', { name: 'Send me a test email' }).click()
    const received = await mail.waitFor(({ subject }) => subject === 'Namaste')
    const [attached] = received.attachments
    expect(await sharp(attached?.content as ArrayBuffer).metadata()).toMatchObject({ height: 72 })

    await page.getByRole('tab', { name: 'Association' }).click()
    await page.getByRole('button', { name: 'Remove Logo' }).focus()
    await page.keyboard.press('Enter')
    expect(await page.evaluate(() => document.activeElement?.getAttribute('type'))).toBe('file')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await page.locator('header img[src="/logo.svg"]').waitFor()
    await visitor.go('/login')
    expect(await logo.getAttribute('src')).toBe('/logo.svg')
    expect((await visitor.page.request.get(url + address)).status()).toBe(404)
  })

  test('warn the second of two administrators, and undo a change', async () => {
    const { openAs, signIn } = await sample()
    const second = await signIn('admin')
    await second.go('/admin/settings')
    const first = await openAs('admin', '/admin/settings')
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
        'Meera Krishnan has changed the UPI ID since you opened the settings. Please check it and save again.',
      )
      .waitFor()
    await page.getByText('Now saved: first@bank').waitFor()
    expect(await page.getByLabel('UPI ID').inputValue()).toBe('second@bank')
    expect(await page.getByLabel('IFSC').inputValue()).toBe('HDFC0001234')
    await expectSoundLayoutAt(page, phone)
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await page.getByText('Settings saved').first().waitFor()
    await page.getByText('Now saved: first@bank').waitFor({ state: 'detached' })

    await page.getByRole('tab', { name: 'History' }).click()
    await page.getByText('Meera Krishnan changed the IFSC and the UPI ID').waitFor()
    await page.getByRole('button', { name: /^Undo: .* the IFSC and the UPI ID$/ }).click()
    await page.getByText('Change undone').first().waitFor()
    await page
      .getByText('Meera Krishnan undid a change to the IFSC and the UPI ID', { exact: true })
      .waitFor()
    await expectSoundLayoutAt(page, phone)
    await page.getByRole('tab', { name: 'Association' }).click()
    expect(await page.getByLabel('UPI ID').inputValue()).toBe('first@bank')

    await first.page.getByRole('tab', { name: 'Emails' }).click()
    await page.getByRole('tab', { name: 'Emails' }).click()
    for (const one of [first.page, page]) {
      await one.getByRole('button', { name: 'Edit: Welcome to a new member' }).click()
      await one.getByLabel('Subject').fill(one === page ? 'Second' : 'First')
      await one.getByLabel('Text').fill('Dear {name}')
    }
    const saved = first.page.waitForResponse((answer) => answer.request().method() !== 'GET')
    await first.page.getByRole('button', { name: 'Save Changes' }).click()
    expect((await saved).status()).toBe(200)
    await page.getByRole('button', { name: 'Save Changes' }).click()
    const warning = page.getByRole('alert').filter({ hasText: 'since you opened the settings' })
    await warning.getByText('First').waitFor()
    expect(await page.getByLabel('Subject').inputValue()).toBe('Second')
    await expectSoundLayoutAt(page, phone)
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await warning.waitFor({ state: 'detached' })
    expect(await page.getByLabel('Subject').inputValue()).toBe('Second')
  })
})
