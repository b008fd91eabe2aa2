import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import * as form from '../support/application-form.ts'
import { disguisedPage, largePdf, smallJpeg, smallPng } from '../support/files.ts'
import { axeViolations, overflow } from '../support/layout.ts'
import { openForm } from '../support/open-form.ts'
import { sharedSample } from '../support/portals.ts'
import { blockStorage } from '../support/restrictions.ts'
import {
  desktop,
  narrowPhone,
  openWindow,
  phone,
  resizeWindow,
  tablet,
} from '../support/windows.ts'

const sample = sharedSample()

/** Contract 5, the application form: a value that is refused, and the message. */
const refusedValues: [name: string, value: string, message: string][] = [
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

describe('the application form', () => {
  test('announces the first of many errors only, by the focus on its field', async () => {
    const page = await openForm(sample, '/apply/oem')
    await form.submit(page).click()
    await expect.poll(() => form.focusedName(page), form.uploadWait).toBe('name')
    expect(await form.messageAt(page, 'name')).toBe('Name is required')
    expect(await page.locator('form [data-field-error]').count()).toBeGreaterThan(10)
    expect(await page.locator('form [role="alert"]').count()).toBe(0)
    await form.field(page, 'email').fill('asha@teak.example')
    await expect.poll(() => form.messageAt(page, 'email')).toBe('')
    await form.field(page, 'email').fill('asha@')
    await page.locator('form [role="alert"]').getByText('Please enter a valid email').waitFor()
  })

  test('shows each message at its field, on blur and on submit', async () => {
    const page = await openForm(sample, '/apply/oem')
    for (const [name, value, message] of refusedValues) {
      await form.field(page, name).fill(value)
      await form.field(page, name).blur()
      await expect.poll(() => form.messageAt(page, name), form.uploadWait).toBe(message)
      await form.field(page, name).fill(form.oemFirm[name as keyof typeof form.oemFirm])
      await expect.poll(() => form.messageAt(page, name), form.uploadWait).toBe('')
      await form.field(page, name).fill('')
    }
    await form.submit(page).click()
    await expect.poll(() => form.focusedName(page), form.uploadWait).toBe('name')
    for (const [name, , message] of refusedValues)
      if (name !== 'websiteUrl') expect(await form.messageAt(page, name)).toBe(message)
    expect(await form.messageAt(page, 'memberPhoto')).toBe('Member Photo is required')
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
      expect(await form.messageAt(page, name)).not.toBe('')
    expect(await form.messageAt(page, 'businessCard')).toBe('')
    await form.field(page, 'referenceBy').fill('Ravi')
    await expect.poll(() => form.messageAt(page, 'referenceBy'), form.uploadWait).toBe('')
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole('radio', { name: 'Vendor' }).check()
    await form.submit(page).click()
    await expect
      .poll(() => form.messageAt(page, 'materials'), form.uploadWait)
      .toBe('Select at least one material')
    expect(await form.messageAt(page, 'memberPhoto')).toBe('Member Photo is required')
  })

  test('lists what is missing, with a link to each field', async () => {
    const page = await openForm(sample, '/apply/vendor')
    await page.getByRole('button', { name: '13 fields to complete' }).click()
    expect(await axeViolations(page)).toEqual([])
    await page
      .getByRole('list', { name: 'Fields to complete' })
      .getByText('Factory Address', { exact: true })
      .click()
    expect(await form.focusedName(page)).toBe('factoryAddress')
    await page.keyboard.type(form.firm.factoryAddress)
    await page.getByRole('button', { name: '12 fields to complete' }).waitFor()
    await form.field(page, 'websiteUrl').fill('www.teak.example')
    await form.field(page, 'websiteUrl').blur()
    expect(await form.field(page, 'websiteUrl').inputValue()).toBe('https://www.teak.example')
  })

  test('refuses a file without losing the others', async () => {
    const page = await openForm(sample, '/apply/oem')
    await form
      .field(page, 'factoryMachineryPhotos')
      .setInputFiles([
        await smallJpeg('saw.jpg'),
        disguisedPage('press.jpg'),
        await smallPng('line.png'),
      ])
    await page.getByText('Please choose a JPG or PNG file').first().waitFor()
    await expect
      .poll(() => form.uploads(page, 'factoryMachineryPhotos', 'done').count(), form.uploadWait)
      .toBe(2)
    await form.field(page, 'companyPanCard').setInputFiles(largePdf('pan.pdf'))
    await page.getByText('File size must be less than 10MB').first().waitFor()
    expect(await form.uploads(page, 'companyPanCard', 'refused').count()).toBe(1)
    const many = await Promise.all(
      Array.from({ length: 12 }, (_, at) => smallJpeg(`photo-${at}.jpg`, at)),
    )
    await form.field(page, 'factoryMachineryPhotos').setInputFiles(many)
    await expect
      .poll(() => form.messageAt(page, 'factoryMachineryPhotos'), form.uploadWait)
      .toBe('Please upload at most 12 photos; 2 were left out')
    await expect
      .poll(() => form.uploads(page, 'factoryMachineryPhotos', 'done').count(), form.uploadWait)
      .toBe(12)
  })
})

describe('the layout of the application form', () => {
  test('is sound at every width, and the footer covers no field', async () => {
    const { page, go } = await openWindow((await sample()).url, phone)
    const defects: string[] = []
    for (const kind of ['oem', 'vendor']) {
      await go(`/apply/${kind}`)
      for (const viewport of [narrowPhone, phone, tablet, desktop]) {
        // So high that no field lies partly behind the footer, where axe takes it for a small target.
        await resizeWindow(page, { ...viewport, height: 6000 })
        // The journey of all screens checks the others.
        if (viewport === narrowPhone || viewport === tablet)
          for (const line of await axeViolations(page)) defects.push(`${viewport.width}: ${line}`)
        if ((await overflow(page)) > 0) defects.push(`too wide at ${viewport.width}`)
      }
      await resizeWindow(page, narrowPhone)
      const button = await form.submit(page).boundingBox()
      expect((button?.x ?? 0) + (button?.width ?? 999)).toBeLessThanOrEqual(narrowPhone.width)
      for (const name of await hiddenFields(page)) defects.push(`${kind}: ${name} is hidden`)
    }
    expect(defects).toEqual([])
  })

  test('works in a browser that stores nothing', async () => {
    const { page, go, context } = await openWindow((await sample()).url, phone)
    await blockStorage(context)
    await go('/apply/vendor')
    await page.getByText("Drafts can't be saved in this browser").waitFor()
    const values = form.newFirm()
    await form.fill(page, values)
    await page.getByLabel('Veneer').check()
    await form.field(page, 'memberPhoto').setInputFiles(await smallJpeg('asha.jpg'))
    await page.getByRole('radio', { name: 'OEM Member' }).check()
    await page.getByRole('radio', { name: 'Vendor' }).check()
    await page.getByRole('button', { name: 'Restore draft' }).click()
    await form.uploads(page, 'memberPhoto', 'done').waitFor()
    await form.agree(page)
    await form.submit(page).click()
    await page.getByText('Application Submitted', { exact: true }).first().waitFor()
  })
})

/** The names of fields that the footer covers when the Tab key reaches them. */
async function hiddenFields(page: Page): Promise<string[]> {
  const hidden: string[] = []
  await form.field(page, 'name').focus()
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
