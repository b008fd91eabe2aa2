import { describe, expect, test } from 'vitest'
import {
  agree,
  anotherFirm,
  countCalls,
  focusedName,
  named,
  oemFirm,
  patient,
  rows,
  submit,
  type,
  typedIn,
} from './support/applicants.ts'
import { onOnePortal } from './support/one-portal.ts'
import { axeViolations } from './support/people.ts'
import { paper, smallJpeg } from './support/photos.ts'

const portal = onOnePortal()

describe('a connection that comes and goes', () => {
  test('a reload brings back fields, files and previews, and unfinished uploads go on', async () => {
    const page = await portal.onPhone('/apply/oem')
    await type(page, oemFirm)
    await named(page, 'incorporationCertificate').setInputFiles(paper('certificate.pdf'))
    await rows(page, 'incorporationCertificate', 'done').waitFor()
    await page.route('**/api/upload*', () => {})
    await named(page, 'memberPhoto').setInputFiles(await smallJpeg('asha.jpg'))
    await rows(page, 'memberPhoto', 'sending').waitFor()
    await agree(page)
    const before = await typedIn(page)
    await page.unroute('**/api/upload*')
    await page.reload()
    await named(page, 'name').waitFor()
    expect(await typedIn(page)).toEqual(before)
    expect(await named(page, 'consent').isChecked()).toBe(true)
    await rows(page, 'incorporationCertificate', 'done').waitFor()
    await rows(page, 'memberPhoto', 'done').waitFor()
    const width = await rows(page, 'memberPhoto')
      .locator('img')
      .evaluate((image: HTMLImageElement) => image.naturalWidth)
    expect(width).toBe(640)
    expect(await axeViolations(page)).toEqual([])

    await page.getByRole('button', { name: 'Start afresh' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Start afresh' }).click()
    await expect.poll(() => page.locator('[data-upload]').count(), patient).toBe(0)
    await page.reload()
    await named(page, 'name').waitFor()
    expect(Object.values(await typedIn(page)).join('')).toBe('')
    expect(await page.locator('[data-upload]').count()).toBe(0)
  })

  test('an upload goes on by itself when the line is back, or when asked to', async () => {
    const page = await portal.onPhone('/apply/oem')
    await page.context().setOffline(true)
    await named(page, 'companyPanCard').setInputFiles(paper('pan.pdf'))
    await rows(page, 'companyPanCard', 'paused').waitFor()
    await page.getByText('No connection. It goes on by itself.').waitFor()
    await page.context().setOffline(false)
    await rows(page, 'companyPanCard', 'done').waitFor()

    let cuts = 3
    await page.route('**/api/upload*', (route) => {
      cuts -= 1
      return cuts < 0 ? route.continue() : route.abort('connectionreset')
    })
    await named(page, 'memberPhoto').setInputFiles(await smallJpeg('asha.jpg'))
    while (cuts > 0) await page.getByRole('button', { name: /Try again/ }).click()
    await rows(page, 'memberPhoto', 'done').waitFor()

    await page.route('**/api/upload*', (route) => route.abort('connectionreset'))
    await named(page, 'businessCard').setInputFiles(paper('card.pdf'))
    await rows(page, 'businessCard', 'paused').waitFor()
    await page.getByRole('button', { name: 'Cancel card.pdf' }).click()
    expect(await rows(page, 'businessCard').count()).toBe(0)
    expect(await focusedName(page)).toBe('businessCard')
  })

  test('a form that is sent without a line waits for its files and then goes by itself', async () => {
    const page = await portal.onPhone('/apply/vendor')
    await type(page, anotherFirm())
    await page.getByLabel('Veneer').check()
    await agree(page)
    await page.context().setOffline(true)
    await named(page, 'memberPhoto').setInputFiles(await smallJpeg('asha.jpg'))
    await rows(page, 'memberPhoto', 'paused').waitFor()
    expect(await page.getByText('All is there').count()).toBe(0)
    await submit(page).click()
    await page.getByText('1 file is on its way, then it is sent').waitFor()
    expect(await page.getByText('has not been uploaded yet').count()).toBe(0)
    await page.context().setOffline(false)
    await page.getByText('Application Submitted', { exact: true }).first().waitFor()
  })

  test('files that are no longer there travel again by themselves', async () => {
    const page = await portal.onPhone('/apply/vendor')
    const theirs = anotherFirm()
    await type(page, theirs)
    await page.getByLabel('Veneer').check()
    await named(page, 'memberPhoto').setInputFiles(await smallJpeg('asha.jpg'))
    await rows(page, 'memberPhoto', 'done').waitFor()
    await agree(page)
    const uploads = countCalls(page, '/api/upload')
    await page.route(
      '**/api/auth/apply',
      (route) => route.fulfill({ status: 410, contentType: 'text/plain', body: 'Gone' }),
      { times: 1 },
    )
    await submit(page).click()
    await page.getByText('Application Submitted', { exact: true }).first().waitFor()
    await page.waitForURL(`${portal.url()}/login`)
    expect(uploads.count).toBe(1)
  })

  test.each([
    [429, 'Too many applications came from here; please try again in 10 minutes'],
    [500, 'Something went wrong on our side (reference 1234)'],
  ])('an answer of %i keeps everything', async (status, words) => {
    const page = await portal.onPhone('/apply/vendor')
    const theirs = anotherFirm()
    await type(page, theirs)
    await page.getByLabel('Veneer').check()
    await named(page, 'memberPhoto').setInputFiles(await smallJpeg('asha.jpg'))
    await agree(page)
    await page.route('**/api/auth/apply', (route) =>
      route.fulfill({ status, contentType: 'text/plain', body: words }),
    )
    await submit(page).click()
    await page.getByText(words).first().waitFor()
    await page.getByText('Error', { exact: true }).first().waitFor()
    await page.getByText('Not sent yet. Nothing is lost').waitFor()
    expect(await typedIn(page)).toMatchObject(theirs)
    await page.unroute('**/api/auth/apply')
    await page.reload()
    await rows(page, 'memberPhoto', 'done').waitFor()
    expect(await typedIn(page)).toMatchObject(theirs)
    await submit(page).click()
    await page.getByText('Application Submitted', { exact: true }).first().waitFor()
  })
})
