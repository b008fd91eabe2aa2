import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import {
  agree,
  anotherFirm,
  firm,
  focusedName,
  messageAt,
  named,
  oemFirm,
  patient,
  rows,
  submit,
  type,
} from './support/applicants.ts'
import { onOnePortal } from './support/one-portal.ts'
import { axeViolations, desk, narrowest, overflow, phone } from './support/people.ts'
import { disguised, heavyPaper, smallJpeg, smallPng } from './support/photos.ts'

const portal = onOnePortal()

/** Specification section 5, Application form: field, what is typed, the message. */
const wrongWords: [field: string, typed: string, message: string][] = [
  ['name', 'A', 'Name is required'],
  ['email', 'asha@', 'Please enter a valid email'],
  ['companyName', 'T', 'Company name is required'],
  ['whatsappNumber', '987654321', 'Please enter a valid WhatsApp number'],
  ['websiteUrl', 'teak', 'Must be a valid URL'],
  ['address', 'Plot 14', 'Please provide complete address'],
  ['factoryAddress', 'Plot 15', 'Please provide complete factory address'],
  ['certificatePostalAddress', 'Box 7', 'Please provide postal address for certificate dispatch'],
  ['servicesProducts', 'Doors', 'Please describe your services/products in detail'],
]

describe('the form says what is wrong', () => {
  test('at the field, on leaving it and on sending, in the words of the specification', async () => {
    const page = await portal.onPhone('/apply/oem')
    for (const [name, typed, message] of wrongWords) {
      await named(page, name).fill(typed)
      await named(page, name).blur()
      await expect.poll(() => messageAt(page, name), patient).toBe(message)
      await named(page, name).fill(oemFirm[name as keyof typeof oemFirm])
      await expect.poll(() => messageAt(page, name), patient).toBe('')
      await named(page, name).fill('')
    }
    await submit(page).click()
    await expect.poll(() => focusedName(page), patient).toBe('name')
    for (const [name, , message] of wrongWords)
      if (name !== 'websiteUrl') expect(await messageAt(page, name)).toBe(message)
    expect(await messageAt(page, 'memberPhoto')).toBe('Member Photo is required')
    for (const name of [
      'ageSex',
      'designation',
      'yearOfIncorporation',
      'totalEmployees',
      'companyDescription',
      'referenceBy',
      'incorporationCertificate',
      'companyPanCard',
      'factoryMachineryPhotos',
      'consent',
    ])
      expect(await messageAt(page, name)).not.toBe('')
    expect(await messageAt(page, 'businessCard')).toBe('')
    await named(page, 'referenceBy').fill('Ravi')
    await expect.poll(() => messageAt(page, 'referenceBy'), patient).toBe('')
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole('radio', { name: 'Vendor' }).check()
    await submit(page).click()
    await expect
      .poll(() => messageAt(page, 'materials'), patient)
      .toBe('Select at least one material')
    expect(await messageAt(page, 'memberPhoto')).toBe('Member Photo is required')
  })

  test('in a list that leads to each field and grows shorter', async () => {
    const page = await portal.onPhone('/apply/vendor')
    await page.getByRole('button', { name: '13 things missing' }).click()
    expect(await axeViolations(page)).toEqual([])
    await page
      .getByRole('list', { name: 'Still missing' })
      .getByText('Factory Address', { exact: true })
      .click()
    expect(await focusedName(page)).toBe('factoryAddress')
    await page.keyboard.type(firm.factoryAddress)
    await page.getByRole('button', { name: '12 things missing' }).waitFor()
    await named(page, 'websiteUrl').fill('www.teak.example')
    await named(page, 'websiteUrl').blur()
    expect(await named(page, 'websiteUrl').inputValue()).toBe('https://www.teak.example')
  })

  test('of a file, without losing the others', async () => {
    const page = await portal.onPhone('/apply/oem')
    await named(page, 'factoryMachineryPhotos').setInputFiles([
      await smallJpeg('saw.jpg'),
      disguised('press.jpg'),
      await smallPng('line.png'),
    ])
    await page.getByText('Please choose a JPG or PNG file').first().waitFor()
    await expect.poll(() => rows(page, 'factoryMachineryPhotos', 'done').count(), patient).toBe(2)
    await named(page, 'companyPanCard').setInputFiles(heavyPaper('pan.pdf'))
    await page.getByText('File size must be less than 10MB').first().waitFor()
    expect(await rows(page, 'companyPanCard', 'refused').count()).toBe(1)
    const many = await Promise.all(
      Array.from({ length: 12 }, (_, at) => smallJpeg(`photo-${at}.jpg`, at)),
    )
    await named(page, 'factoryMachineryPhotos').setInputFiles(many)
    await expect
      .poll(() => messageAt(page, 'factoryMachineryPhotos'), patient)
      .toBe('Please send at most 12 photos; 2 were left out')
    await expect.poll(() => rows(page, 'factoryMachineryPhotos', 'done').count(), patient).toBe(12)
  })

  test('that the portal refuses, at the field whose words they are', async () => {
    const page = await portal.onPhone('/apply/vendor')
    const theirs = anotherFirm()
    await type(page, theirs)
    await page.getByLabel('Veneer').check()
    await named(page, 'memberPhoto').setInputFiles(await smallJpeg('asha.jpg'))
    await agree(page)
    await page.route('**/api/auth/apply', (route) =>
      route.fulfill({
        status: 400,
        contentType: 'text/plain',
        body: 'Please enter a valid WhatsApp number',
      }),
    )
    await submit(page).click()
    await expect
      .poll(() => messageAt(page, 'whatsappNumber'), patient)
      .toBe('Please enter a valid WhatsApp number')
    await expect.poll(() => focusedName(page), patient).toBe('whatsappNumber')
  })
})

describe('the sheet', () => {
  test('is sound for axe and fits every width, and its foot hides no field', async () => {
    const { page, go } = await portal.visitor()
    const found: string[] = []
    for (const kind of ['oem', 'vendor']) {
      await go(`/apply/${kind}`)
      for (const viewport of [narrowest, phone, { width: 820, height: 1180 }, desk]) {
        await page.setViewportSize(viewport)
        // The others are looked at with every screen.
        if (viewport.width === narrowest.width || viewport.width === 820)
          for (const line of await axeViolations(page)) found.push(`${viewport.width}: ${line}`)
        if ((await overflow(page)) > 0) found.push(`too wide at ${viewport.width}`)
      }
      await page.setViewportSize(narrowest)
      const button = await submit(page).boundingBox()
      expect((button?.x ?? 0) + (button?.width ?? 999)).toBeLessThanOrEqual(narrowest.width)
      for (const name of await hiddenFields(page)) found.push(`${kind}: ${name} is hidden`)
    }
    expect(found).toEqual([])
  })

  test('works where the browser keeps nothing', async () => {
    const { page, go, context } = await portal.visitor()
    await context.addInitScript(() => {
      const shut = () => {
        throw new DOMException('shut', 'SecurityError')
      }
      for (const name of ['localStorage', 'sessionStorage', 'indexedDB'])
        Object.defineProperty(window, name, { get: shut })
    })
    await go('/apply/vendor')
    await page.getByText('This browser keeps nothing').waitFor()
    const theirs = anotherFirm()
    await type(page, theirs)
    await page.getByLabel('Veneer').check()
    await named(page, 'memberPhoto').setInputFiles(await smallJpeg('asha.jpg'))
    await page.getByRole('radio', { name: 'OEM Member' }).check()
    await page.getByRole('radio', { name: 'Vendor' }).check()
    await page.getByRole('button', { name: 'Bring it back' }).click()
    await rows(page, 'memberPhoto', 'done').waitFor()
    await agree(page)
    await submit(page).click()
    await page.getByText('Application Submitted', { exact: true }).first().waitFor()
  })
})

/** Goes through the form with the Tab key; the names of fields that the foot covers. */
async function hiddenFields(page: Page): Promise<string[]> {
  const hidden: string[] = []
  await named(page, 'name').focus()
  for (let step = 0; step < 60; step += 1) {
    const state = await page.evaluate(() => {
      const focused = document.activeElement
      const foot = document.querySelector('[data-sheet-foot]')
      if (!focused || !foot || foot.contains(focused)) return null
      const covered = focused.getBoundingClientRect().bottom > foot.getBoundingClientRect().top
      return { name: focused.getAttribute('name') ?? focused.textContent ?? '', covered }
    })
    if (!state) return hidden
    if (state.covered) hidden.push(state.name)
    await page.keyboard.press('Tab')
  }
  return hidden
}
