/** The portal while the browser translates it, as Chrome does for the many whose phone is set to Hindi. */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { screenPaths } from '#shared/screens/paths.ts'
import { translatePage } from '#test/support/page/translate-page.ts'
import type { Persona } from '#test/support/portal/personas.ts'
import * as form from '../support/application-form.ts'
import { type Sample, sharedSample } from '../support/portals.ts'
import {
  button,
  dialog,
  dialogClosed,
  oemMembers,
  rowAction,
  visible,
} from '../support/register.ts'
import { requestLink } from '../support/sign-in.ts'
import { type BrowserWindow, openWindow, settled } from '../support/windows.ts'

const sample = sharedSample()

/** A window in which every page is translated. An error of React fails the test. */
async function openTranslated(persona: Persona): Promise<BrowserWindow & Pick<Sample, 'url'>> {
  const { url, signIn } = await sample()
  const window = persona === 'visitor' ? await openWindow(url) : await signIn(persona)
  await window.context.addInitScript(translatePage)
  return { ...window, url }
}

const isTranslated = (page: Page) => page.locator('h1 font, h2 font').first().waitFor()

describe('a translated page', () => {
  test.each<Persona>(['visitor', 'seeker', 'vendor', 'oem', 'admin'])(
    'opens every screen, one after the other: %s',
    async (persona) => {
      const { page, go } = await openTranslated(persona)
      await go('/')
      await isTranslated(page)
      for (const path of screenPaths) {
        await page.evaluate((target) => history.pushState(null, '', target), path)
        await settled(page)
        expect(await page.getByText("Couldn't open this page").count(), path).toBe(0)
      }
    },
  )

  test('counts what the screen shows after a change', async () => {
    const { page, go } = await openTranslated('vendor')
    await go('/vendor/members')
    await isTranslated(page)
    await page.getByText(/^Showing 24 of/).waitFor()
    await button(page, 'Show more').click()
    await page.getByText(/^Showing (?!24 )\d+ of/).waitFor()
  })

  test('signs in: a link is requested, a wrong code refused', async () => {
    const { page, go } = await openTranslated('visitor')
    await go('/login')
    await requestLink(page, 'ramesh@teak.example')
    await page.getByLabel('Six-digit code').fill('123456')
    await page.getByRole('button', { name: 'Sign in with code' }).click()
    await page.getByText('That code is incorrect').waitFor()
  })

  test('refuses an application with missing fields, and takes a complete one', async () => {
    const { page, go } = await openTranslated('visitor')
    await go('/apply/vendor')
    const firm = form.newFirm()
    await form.field(page, 'name').fill(firm.name)
    await form.submit(page).click()
    await page.getByText('Please enter a valid email').first().waitFor()
    await form.fillVendorForm(page, firm)
    await form.submit(page).click()
    await page.getByText('Application Submitted', { exact: true }).first().waitFor(form.uploadWait)
  })

  test('approves an application and records a payment', async () => {
    const { page, go } = await openTranslated('admin')
    await go('/admin')
    await button(page, /^Approve/).click()
    await dialog(page)
      .getByRole('button', { name: /^Approve/ })
      .click()
    await visible(page, 'Application status updated successfully')
    await dialogClosed(page)
    await go(oemMembers)
    await rowAction(page, 'Aarti Purohit', 'Mark Paid')
    await button(page, 'Mark as Paid').click()
    await visible(page, 'Payment status updated successfully')
  })

  test('previews an import and saves the settings', async () => {
    const { page, go } = await openTranslated('admin')
    await go('/admin/member-data')
    await button(page, 'Upload CSV').click()
    await page.getByLabel('Spreadsheet').setInputFiles({
      name: 'members.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(
        'Name,Company Name,Email,Mobile No.\nAsha,Teak,asha@new.example,98250 11111\n',
      ),
    })
    await page.getByLabel('OEM members', { exact: true }).check()
    await page.getByRole('heading', { name: /^Review the changes/ }).waitFor()
    await button(page, 'Close').click()
    await go('/admin/settings')
    await page.getByLabel('Association Name').fill('Board Makers of India')
    await button(page, 'Save Changes').click()
    await page.getByText('Settings saved').first().waitFor()
  })

  test('saves a profile and posts a job', async () => {
    const { page, go } = await openTranslated('oem')
    await go('/oem/profile')
    await page.getByLabel('Name', { exact: true }).fill('R')
    await button(page, 'Save Changes').click()
    await page.getByText('Name must be at least 2 characters').first().waitFor()
    await page.getByLabel('Name', { exact: true }).fill('Asha Patil')
    await button(page, 'Save Changes').click()
    await page.getByText('Profile updated').first().waitFor()
    // Until then the browser asks before the screen is left.
    await page.locator('[data-save-bar]').waitFor({ state: 'detached' })
    await go('/oem/jobs')
    await button(page, 'Post New Job').click()
    await dialog(page).getByRole('button', { name: /^Post/ }).click()
    await dialog(page)
      .getByText(/required/)
      .first()
      .waitFor()
  })
})
