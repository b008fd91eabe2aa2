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
])('the settings, on %s,', (_name, viewport) => {
  test('are changed, and everybody sees it', async () => {
    await onSample(async (url, linkOf) => {
      const person = await openPerson(browser, url, viewport)
      const { page } = person
      const healthy = async () => {
        expect(await axeViolations(page)).toEqual([])
        expect(await overflow(page)).toBeLessThanOrEqual(0)
      }
      await person.go(linkOf('admin'))
      await page.waitForURL('**/admin')
      await person.go('/admin/settings')
      await page.getByLabel('Association Name').waitFor()
      await healthy()

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
      await healthy()

      await page.getByRole('tab', { name: 'Administrators' }).click()
      await page.getByLabel('Name', { exact: true }).fill('Treasurer')
      await page.getByLabel('Email', { exact: true }).fill('treasurer@fpma.example')
      await page.getByRole('button', { name: 'Add Administrator' }).click()
      await page.getByRole('button', { name: 'Remove Treasurer' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
      await page.getByText('Administrator removed').first().waitFor()
      await page.getByRole('button', { name: 'Remove Treasurer' }).waitFor({ state: 'detached' })
      await healthy()

      await page.getByRole('tab', { name: 'History' }).click()
      await page.getByText(/changed the name of the association, .* and the IFSC/).waitFor()
      await healthy()

      const visitor = await openPerson(browser, url, viewport)
      await visitor.go('/apply/oem')
      await visitor.page.getByText('Board Makers of India').first().waitFor()
    })
  })
})
