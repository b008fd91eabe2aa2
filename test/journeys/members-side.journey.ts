import { readFileSync } from 'node:fs'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { launchBrowser } from '../setup/browser.ts'
import { axeViolations, desk, openPerson, overflow, phone } from './people.ts'
import { onSample } from './portals.ts'

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

describe.each([
  ['a phone', phone],
  ['a desk', desk],
])('the directory, on %s,', (_name, viewport) => {
  test('is searched, filtered and opened, and hands out visiting cards', async () => {
    await onSample(async (url, linkOf) => {
      const person = await openPerson(browser, url, viewport)
      const { page } = person
      await person.go(linkOf('vendor'))
      await page.waitForURL('**/vendor/members')
      await page.getByText(/^\d+ members$/).waitFor()
      expect(await axeViolations(page)).toEqual([])
      expect(await overflow(page)).toBeLessThanOrEqual(0)

      await page.getByLabel('Search members').fill('SOFT-CLOSE jaipur')
      await page.getByText('1 member', { exact: true }).waitFor()
      expect(page.url()).toContain('q=SOFT-CLOSE')
      await page.getByRole('button', { name: 'View Details' }).click()
      const dialog = page.getByRole('dialog', { name: 'Aravalli Hinges and Channels' })
      await dialog.waitFor()
      expect(page.url()).toContain('member=')
      expect(await axeViolations(page)).toEqual([])
      expect(await dialog.getByRole('link', { name: /WhatsApp/ }).getAttribute('href')).toMatch(
        /^https:\/\/wa\.me\/91\d{10}$/,
      )
      const download = page.waitForEvent('download')
      await dialog.getByRole('button', { name: /Save contact/ }).click()
      const file = await download
      expect(file.suggestedFilename()).toBe('deepak-gupta.vcf')
      expect(readFileSync(await file.path(), 'utf8')).toContain('FN:Deepak Gupta\r\n')
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })

      await page.getByLabel('Search members').fill('')
      await page.getByLabel('Material', { exact: true }).selectOption({ label: 'MDF' })
      await page.getByLabel('City', { exact: true }).selectOption('Mumbai')
      await page.getByText('1 member', { exact: true }).waitFor()
      await page.getByRole('button', { name: 'Table' }).click()
      await page.getByRole('button', { name: 'Trinity Board Traders' }).waitFor()
      expect(await overflow(page)).toBeLessThanOrEqual(0)
      await page.getByLabel('Search members').fill('nothing like it')
      await page.getByText('No members match your search').waitFor()
    })
  })
})

describe.each([
  ['a phone', phone],
  ['a desk', desk],
])('a profile, on %s,', (_name, viewport) => {
  test('is changed by its owner and seen by others as they chose', async () => {
    await onSample(async (url, linkOf) => {
      const person = await openPerson(browser, url, viewport)
      const { page } = person
      await person.go(linkOf('oem'))
      await page.waitForURL('**/oem/members')
      await person.go('/oem/profile')
      await page.getByRole('heading', { name: 'Membership Status' }).waitFor()
      expect(await page.getByLabel('Email', { exact: true }).first().isDisabled()).toBe(true)
      expect(await axeViolations(page)).toEqual([])
      expect(await overflow(page)).toBeLessThanOrEqual(0)

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
      await page.getByText('Please choose a JPG, PNG or GIF file').waitFor()
      await logo.setInputFiles('src/platform/server/assets/logo.png')
      await page.getByRole('img', { name: 'The logo of your company' }).waitFor()

      await page.getByLabel('Name', { exact: true }).fill('Rajendra K. Vyas')
      await page.getByLabel('Website').fill('')
      await page.getByLabel('City').fill('Bikaner')
      await page.getByLabel('Mobile No., with WhatsApp').uncheck()
      await page.getByRole('button', { name: 'Save Changes' }).click()
      await page.getByText('Profile Updated').first().waitFor()
      await page.getByText('Your profile has been updated successfully.').first().waitFor()
      await page.getByText('You have changes that are not saved.').waitFor({ state: 'detached' })

      await page.reload()
      expect(await page.getByLabel('City').inputValue()).toBe('Bikaner')
      await page.getByLabel('City').fill('Jodhpur')
      await page.getByRole('button', { name: 'Save Changes' }).click()
      await page.getByText('Profile Updated').first().waitFor()

      await page.getByText('This one', { exact: true }).waitFor()
      const download = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Download my data' }).click()
      const data = JSON.parse(readFileSync(await (await download).path(), 'utf8'))
      expect(data.profile.city).toBe('Jodhpur')

      const other = await openPerson(browser, url, viewport)
      await other.go(linkOf('vendor'))
      await other.page.getByLabel('Search members').fill('marudhar')
      await other.page.getByText('1 member', { exact: true }).waitFor()
      await other.page.getByRole('button', { name: 'View Details' }).click()
      const dialog = other.page.getByRole('dialog')
      await dialog.getByText('Rajendra K. Vyas').first().waitFor()
      expect(await dialog.getByText('Mobile No.').count()).toBe(0)
      expect(await dialog.getByRole('link', { name: /WhatsApp|Call/ }).count()).toBe(0)
    })
  })
})
