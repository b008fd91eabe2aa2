import { describe, expect, test } from 'vitest'
import * as form from '../support/application-form.ts'
import { pdf, smallJpeg } from '../support/files.ts'
import { axeViolations } from '../support/layout.ts'
import { openForm } from '../support/open-form.ts'
import { sharedSample } from '../support/portals.ts'

const sample = sharedSample()

describe('the application form on a bad connection', () => {
  test('has its fields, files and previews back after a reload, and continues uploads', async () => {
    const page = await openForm(sample, '/apply/oem')
    await form.fill(page, form.oemFirm)
    await form.field(page, 'incorporationCertificate').setInputFiles(pdf('certificate.pdf'))
    await form.uploads(page, 'incorporationCertificate', 'done').waitFor()
    await page.route('**/api/upload*', () => {})
    await form.field(page, 'memberPhoto').setInputFiles(await smallJpeg('asha.jpg'))
    await form.uploads(page, 'memberPhoto', 'sending').waitFor()
    await form.agree(page)
    const before = await form.textValues(page)
    await page.unroute('**/api/upload*')
    await page.reload()
    await form.field(page, 'name').waitFor()
    expect(await form.textValues(page)).toEqual(before)
    expect(await form.field(page, 'consent').isChecked()).toBe(true)
    await form.uploads(page, 'incorporationCertificate', 'done').waitFor()
    await form.uploads(page, 'memberPhoto', 'done').waitFor()
    const width = await form
      .uploads(page, 'memberPhoto')
      .locator('img')
      .evaluate((image: HTMLImageElement) => image.naturalWidth)
    expect(width).toBe(640)
    expect(await axeViolations(page)).toEqual([])

    await page.getByRole('button', { name: 'Start over' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Start over' }).click()
    await expect.poll(() => page.locator('[data-upload]').count(), form.uploadWait).toBe(0)
    await page.reload()
    await form.field(page, 'name').waitFor()
    expect(Object.values(await form.textValues(page)).join('')).toBe('')
    expect(await page.locator('[data-upload]').count()).toBe(0)
  })

  test('continues an upload once online again, or on request', async () => {
    const page = await openForm(sample, '/apply/oem')
    await page.context().setOffline(true)
    await form.field(page, 'companyPanCard').setInputFiles(pdf('pan.pdf'))
    await form.uploads(page, 'companyPanCard', 'paused').waitFor()
    await page.getByText('No connection. Upload will resume automatically.').waitFor()
    await page.context().setOffline(false)
    await form.uploads(page, 'companyPanCard', 'done').waitFor()

    let cuts = 3
    await page.route('**/api/upload*', (route) => {
      cuts -= 1
      return cuts < 0 ? route.continue() : route.abort('connectionreset')
    })
    await form.field(page, 'memberPhoto').setInputFiles(await smallJpeg('asha.jpg'))
    while (cuts > 0) await page.getByRole('button', { name: /Try again/ }).click()
    await form.uploads(page, 'memberPhoto', 'done').waitFor()

    await page.route('**/api/upload*', (route) => route.abort('connectionreset'))
    await form.field(page, 'businessCard').setInputFiles(pdf('card.pdf'))
    await form.uploads(page, 'businessCard', 'paused').waitFor()
    await page.getByRole('button', { name: 'Cancel card.pdf' }).click()
    expect(await form.uploads(page, 'businessCard').count()).toBe(0)
    expect(await form.focusedName(page)).toBe('businessCard')
  })

  test('sends a form that was submitted offline, after its files', async () => {
    const page = await openForm(sample, '/apply/vendor')
    await form.fill(page, form.newFirm())
    await page.getByLabel('Veneer').check()
    await form.agree(page)
    await page.context().setOffline(true)
    await form.field(page, 'memberPhoto').setInputFiles(await smallJpeg('asha.jpg'))
    await form.uploads(page, 'memberPhoto', 'paused').waitFor()
    expect(await page.getByText('Ready to submit').count()).toBe(0)
    await form.submit(page).click()
    await page.getByText('Uploading 1 file, then submitting…').waitFor()
    expect(await page.getByText('has not been uploaded yet').count()).toBe(0)
    await page.context().setOffline(false)
    await page.getByText('Application Submitted', { exact: true }).first().waitFor()
  })

  test('uploads files again that the portal has deleted', async () => {
    const page = await openForm(sample, '/apply/vendor')
    const values = form.newFirm()
    await form.fillVendorForm(page, values)
    await form.uploads(page, 'memberPhoto', 'done').waitFor()
    const uploadCalls = form.countCalls(page, '/api/upload')
    await page.route(
      '**/api/auth/apply',
      (route) =>
        route.fulfill({
          status: 410,
          contentType: 'text/plain',
          headers: { 'Error-Code': 'upload-gone' },
          body: 'Gone',
        }),
      { times: 1 },
    )
    await form.submit(page).click()
    await page.getByText('Application Submitted', { exact: true }).first().waitFor()
    await page.waitForURL('**/login')
    expect(uploadCalls.count).toBe(1)
  })

  test.each([
    [429, 'Too many applications came from here; please try again in 10 minutes'],
    [500, 'Something went wrong on our side (reference 1234)'],
  ])('keeps everything after a response of %i', async (status, message) => {
    const page = await openForm(sample, '/apply/vendor')
    const values = form.newFirm()
    await form.fillVendorForm(page, values)
    await page.route('**/api/auth/apply', (route) =>
      route.fulfill({ status, contentType: 'text/plain', body: message }),
    )
    await form.submit(page).click()
    await page.getByText(message).first().waitFor()
    await page.getByText('Error', { exact: true }).first().waitFor()
    await page.getByText('Not submitted yet.').waitFor()
    expect(await form.textValues(page)).toMatchObject(values)
    await page.unroute('**/api/auth/apply')
    await page.reload()
    await form.uploads(page, 'memberPhoto', 'done').waitFor()
    expect(await form.textValues(page)).toMatchObject(values)
    await form.submit(page).click()
    await page.getByText('Application Submitted', { exact: true }).first().waitFor()
  })
})
