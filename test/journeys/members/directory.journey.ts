/** The members' side: the directory, the member's own profile, and who else sees it. */
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { setFilter } from '../support/filters.ts'
import { expectSoundLayoutAt } from '../support/layout.ts'
import { sharedSample } from '../support/portals.ts'
import { phone } from '../support/windows.ts'

const sample = sharedSample()

async function savedCard(page: Page): Promise<string> {
  const download = page.waitForEvent('download')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Save contact/ })
    .click()
  return readFileSync(await (await download).path(), 'utf8')
}

test('members search and filter the directory, open a member and save a contact card', async () => {
  const { openAs } = await sample()
  const { page, go } = await openAs('vendor', '/vendor/members')
  await page.getByText(/^\d+ members$/).waitFor()
  await expectSoundLayoutAt(page, phone)

  await page.getByLabel('Search members').fill('SOFT-CLOSE jaipur')
  await page.getByText('1 member', { exact: true }).waitFor()
  expect(page.url()).toContain('q=SOFT-CLOSE')
  const company = 'Aravalli Hinges and Channels'
  await page.getByRole('link', { name: company }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: company })
  await dialog.waitFor()
  expect(page.url()).toContain('member=')
  await expectSoundLayoutAt(page, phone)
  const link = (name: string | RegExp) => dialog.getByRole('link', { name }).getAttribute('href')
  expect(await link('WhatsApp')).toMatch(/^https:\/\/wa\.me\/91\d{10}$/)
  expect(await link('Call')).toMatch(/^tel:\+91\d{10}$/)
  expect(await link('Email')).toMatch(/^mailto:deepak@/)
  expect(await link(/^www\./)).toMatch(/^https:\/\/www\./)
  const card = await savedCard(page)
  expect(card).toContain('FN:Deepak Gupta\r\n')
  for (const property of ['TEL;', 'EMAIL;', 'ADR;']) expect(card).toContain(`\r\n${property}`)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  const focused = await page.evaluate(() => document.activeElement?.textContent)
  expect(focused).toBe(company)

  await page.getByLabel('Search members').fill('')
  await setFilter(page, 'Type', 'Vendors')
  await setFilter(page, 'Material', 'MDF')
  await setFilter(page, 'City', /^Mumbai/)
  await page.getByText('1 member', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Table' }).click()
  await page.getByRole('link', { name: 'Trinity Board Traders' }).waitFor()
  await expectSoundLayoutAt(page, phone)

  // The address alone restores the result.
  const { search } = new URL(page.url())
  expect([...new URLSearchParams(search).keys()].toSorted()).toEqual([
    'city',
    'material',
    'type',
    'view',
  ])
  await go(`/vendor/members${search}`)
  await page.getByRole('link', { name: 'Trinity Board Traders' }).waitFor()
  await page.getByRole('button', { name: 'City: Mumbai', exact: true }).waitFor()

  await page.getByLabel('Search members').fill('nothing like it')
  await page.getByText('No members match your search').waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.getByText(/^\d\d+ members$/).waitFor()
})

test('a member edits the profile and chooses what others see', async () => {
  const { openAs } = await sample()
  const { page } = await openAs('oem', '/oem/profile')
  await page.getByRole('heading', { name: 'Company Profile' }).waitFor()
  for (const name of ['Basic Information', 'Company Information', 'Membership Status'])
    await page.getByRole('heading', { name }).waitFor()
  await page.getByText('OEM Member', { exact: true }).waitFor()
  await page.getByText('08/04/2019').waitFor()
  expect(await page.getByLabel('Email', { exact: true }).first().isDisabled()).toBe(true)
  await expectSoundLayoutAt(page, phone)

  await page.getByLabel('Name', { exact: true }).fill('R')
  await page.getByLabel('Website').fill('teak')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await page.getByText('Name must be at least 2 characters').waitFor()
  await page.getByText('Must be a valid URL').waitFor()

  const logo = page.locator('input[type="file"]')
  await logo.setInputFiles({
    name: 'logo.png',
    mimeType: 'image/png',
    buffer: Buffer.from('%PDF-1.4'),
  })
  // 'The error text is shown in red under the button' (contract 8).
  const wrong = page.getByText('Please choose a JPG, PNG or GIF file')
  await wrong.waitFor()
  const [above, below] = [await logo.boundingBox(), await wrong.boundingBox()]
  expect(below?.y).toBeGreaterThan((above?.y ?? 0) + (above?.height ?? 0) - 1)
  const [red = 0, green = 0, blue = 0] = await wrong.evaluate((element) => {
    const pen = document.createElement('canvas').getContext('2d')
    if (!pen) throw new Error('This browser does not draw')
    pen.fillStyle = getComputedStyle(element).color
    pen.fillRect(0, 0, 1, 1)
    return [...pen.getImageData(0, 0, 1, 1).data]
  })
  expect(red).toBeGreaterThan(2 * Math.max(green, blue))
  expect(await page.locator('input[type="file"]').getAttribute('accept')).toBe(
    'image/jpeg,image/png,image/gif',
  )
  await logo.setInputFiles('src/platform/server/mail/logo.png')
  await page.getByRole('img', { name: 'The logo of your company' }).waitFor()

  await page.getByLabel('Name', { exact: true }).fill('Rajendra K. Vyas')
  await page.getByLabel('Website').fill('')
  await page.getByLabel('City').fill('Bikaner')
  for (const label of ['Mobile No., with WhatsApp', 'Address and factory address'])
    await page.getByLabel(label).uncheck()
  await page.locator('fieldset, section').getByLabel('Email', { exact: true }).last().uncheck()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await page.getByText('Profile Updated').first().waitFor()
  await page.getByText('Your profile has been updated successfully.').first().waitFor()
  await page.getByText('You have unsaved changes.').waitFor({ state: 'detached' })

  await page.reload()
  expect(await page.getByLabel('City').inputValue()).toBe('Bikaner')
  await page.getByLabel('City').fill('Jodhpur')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await page.getByText('Profile Updated').first().waitFor()

  await page.getByText('This device', { exact: true }).waitFor()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download my data' }).click()
  const data = JSON.parse(readFileSync(await (await download).path(), 'utf8'))
  expect(data.profile.city).toBe('Jodhpur')

  const other = await openAs('vendor', '/vendor/members')
  await other.page.getByLabel('Search members').fill('marudhar')
  await other.page.getByText('1 member', { exact: true }).waitFor()
  await other.page.getByRole('heading', { name: /^Marudhar/ }).click()
  const dialog = other.page.getByRole('dialog')
  await dialog.getByText('Rajendra K. Vyas').first().waitFor()
  for (const hidden of ['Mobile No.', 'Email', 'Address', 'Factory Address'])
    expect(await dialog.getByText(hidden, { exact: true }).count()).toBe(0)
  expect(await dialog.getByRole('link', { name: /WhatsApp|Call|Email/ }).count()).toBe(0)
  expect(await savedCard(other.page)).not.toMatch(/TEL|EMAIL/)
})

test('a profile signs out other sessions, loads with a spinner, and asks the signed-out to log in', async () => {
  const { url, signIn } = await sample()
  const elsewhere = await signIn('seeker')
  const { page, go } = await signIn('seeker')
  await go('/profile')
  await page.getByRole('heading', { name: 'Profile Settings' }).waitFor()
  await page.getByText('This device', { exact: true }).waitFor()
  await page.getByRole('button', { name: /^Sign out \w+ on/ }).click()
  await page.getByRole('button', { name: /^Sign out \w+ on/ }).waitFor({ state: 'detached' })
  await expectSoundLayoutAt(page, phone)

  await elsewhere.go('/profile')
  await elsewhere.page.getByText('Please log in to view your profile.').waitFor()
  await expectSoundLayoutAt(elsewhere.page, phone)
  await elsewhere.page.getByRole('button', { name: 'Login' }).click()
  await elsewhere.page.waitForURL('**/login')

  let answer = () => {}
  const held = new Promise<void>((released) => {
    answer = released
  })
  await page.route('**/api/user', async (route) => {
    await held
    await route.continue()
  })
  await page.goto(`${url}/profile`)
  await page
    .getByRole('status')
    .getByText(/loading/i)
    .waitFor({ state: 'attached' })
  answer()
  await page.getByRole('heading', { name: 'Profile Settings' }).waitFor()
})
