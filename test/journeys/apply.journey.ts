import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { isTo } from '../drills/people.ts'
import { onSite } from '../drills/site.ts'
import { launchBrowser } from '../setup/browser.ts'
import {
  agree,
  chooseOemFiles,
  firm,
  focusedName,
  messageAt,
  named,
  oemFirm,
  rows,
  submit,
  type,
  typedIn,
} from './applicants.ts'
import { axeViolations, desk, narrowest, openPerson, overflow, phone } from './people.ts'
import { disguised, heavyPaper, paper, phonePhoto, smallJpeg, smallPng } from './photos.ts'
import { withMail } from './portals.ts'

let browser: Browser
let url: string
let leave = () => {}
let stay: Promise<void>

/** One portal for the file: starting one takes longer than most of these journeys. */
beforeAll(async () => {
  browser = await launchBrowser()
  url = await new Promise<string>((ready, failed) => {
    stay = onSite(inject('postgresUrl'), async (site) => {
      ready((await site.portal({ DATA_DIR: site.folder() })).url)
      await new Promise<void>((left) => {
        leave = left
      })
    })
    stay.catch(failed)
  })
})
afterAll(async () => {
  leave()
  await stay
  await browser.close()
})

let firms = 0

/** Another firm each time: an address has only so many open applications. */
function anotherFirm() {
  firms += 1
  return { ...firm, email: `firm-${firms}@teakworks.example` }
}

/** How often a path is called by this window. */
function countCalls(page: Page, path: string) {
  const calls = { count: 0 }
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === path) calls.count += 1
  })
  return calls
}

/** A visitor with a phone at an address of the portal. */
async function onPhone(path: string): Promise<Page> {
  const { page, go } = await openPerson(browser, url, phone)
  await go(path)
  return page
}

describe('applying from a phone', () => {
  test('an OEM sends a 6 MB photo, papers and machinery photos, once, and gets the private link', async () => {
    await withMail(async (url, mail) => {
      const { page, go } = await openPerson(browser, url, phone)
      const sent = countCalls(page, '/api/auth/apply')
      expect((await phonePhoto()).buffer.length).toBeGreaterThan(5.5e6)
      await go('/apply/oem')
      await chooseOemFiles(page)
      await type(page, oemFirm)
      await agree(page)
      await page.getByText('All is there').waitFor()
      await expect.poll(() => rows(page, 'factoryMachineryPhotos', 'done').count()).toBe(3)
      await rows(page, 'memberPhoto', 'done').waitFor()
      const upright = await rows(page, 'memberPhoto')
        .locator('img')
        .evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight])
      expect(upright).toEqual([1800, 2400])
      await submit(page).dblclick()
      await page.getByText('Application Submitted', { exact: true }).first().waitFor()
      await page.getByText('Your application has been submitted for review.').first().waitFor()
      await page.waitForURL(`${url}/login`)
      expect(sent.count).toBe(1)

      const letter = await mail.waitFor(isTo(firm.email), 15_000)
      const token = letter.text?.match(/apply\/status#token=([\w-]{43})/)?.[1]
      await go('/apply/oem')
      expect(Object.values(await typedIn(page)).join('')).toBe('')
      expect(await page.locator('[data-upload]').count()).toBe(0)

      await go(`/apply/status#token=${token}`)
      await page.getByRole('heading', { name: 'Your application is with us' }).waitFor()
      expect(page.url()).toBe(`${url}/apply/status`)
      await page.reload()
      await page.getByRole('heading', { name: 'Your application is with us' }).waitFor()
      await page.getByRole('button', { name: 'Withdraw application' }).click()
      await page.getByRole('button', { name: 'Withdraw', exact: true }).click()
      await page.getByRole('heading', { name: 'Your application is withdrawn' }).waitFor()
    })
  })

  test('a change of type empties the form, and what was typed can be had back', async () => {
    const page = await onPhone('/apply/oem')
    await type(page, oemFirm)
    await named(page, 'companyPanCard').setInputFiles(paper('pan.pdf'))
    await rows(page, 'companyPanCard', 'done').waitFor()
    const before = await typedIn(page)
    await page.getByRole('radio', { name: 'Vendor' }).check()
    await page.waitForURL(`${url}/apply/vendor`)
    expect(await focusedName(page)).toBe('type')
    expect(Object.values(await typedIn(page)).join('')).toBe('')
    expect(await page.getByRole('group', { name: 'Materials' }).getByRole('checkbox').count()).toBe(
      18,
    )
    await page.getByRole('button', { name: 'Take it over' }).click()
    expect(await typedIn(page)).toMatchObject(firm)

    await page.getByRole('radio', { name: 'OEM Member' }).check()
    await page.waitForURL(`${url}/apply/oem`)
    expect(Object.values(await typedIn(page)).join('')).toBe('')
    await page.getByRole('button', { name: 'Bring it back' }).click()
    expect(await typedIn(page)).toEqual(before)
    await rows(page, 'companyPanCard', 'done').waitFor()

    await page.getByRole('radio', { name: 'Vendor' }).check()
    await page.getByRole('button', { name: 'Bring it back' }).click()
    await page.getByLabel('Plywood').check()
    await page.getByLabel('Other', { exact: true }).check()
    await named(page, 'otherMaterials').fill('Cane')
    await named(page, 'memberPhoto').setInputFiles(await smallPng('me.png'))
    await agree(page)
    await submit(page).click()
    await page.getByText('Application Submitted', { exact: true }).first().waitFor()
    await page.waitForURL(`${url}/login`)
  })
})

describe('a connection that comes and goes', () => {
  test('a reload brings back fields, files and previews, and unfinished uploads go on', async () => {
    const page = await onPhone('/apply/oem')
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
    await expect.poll(() => page.locator('[data-upload]').count()).toBe(0)
    await page.reload()
    await named(page, 'name').waitFor()
    expect(Object.values(await typedIn(page)).join('')).toBe('')
    expect(await page.locator('[data-upload]').count()).toBe(0)
  })

  test('an upload goes on by itself when the line is back, or when asked to', async () => {
    const page = await onPhone('/apply/oem')
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

  test('files that are no longer there travel again by themselves', async () => {
    const page = await onPhone('/apply/vendor')
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
    await page.waitForURL(`${url}/login`)
    expect(uploads.count).toBe(1)
  })

  test.each([
    [429, 'Too many applications came from here; please try again in 10 minutes'],
    [500, 'Something went wrong on our side (reference 1234)'],
  ])('an answer of %i keeps everything', async (status, words) => {
    const page = await onPhone('/apply/vendor')
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
    const page = await onPhone('/apply/oem')
    for (const [name, typed, message] of wrongWords) {
      await named(page, name).fill(typed)
      await named(page, name).blur()
      await expect.poll(() => messageAt(page, name)).toBe(message)
      await named(page, name).fill(oemFirm[name as keyof typeof oemFirm])
      await expect.poll(() => messageAt(page, name)).toBe('')
      await named(page, name).fill('')
    }
    await submit(page).click()
    await expect.poll(() => focusedName(page)).toBe('name')
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
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole('radio', { name: 'Vendor' }).check()
    await submit(page).click()
    await expect.poll(() => messageAt(page, 'materials')).toBe('Select at least one material')
    expect(await messageAt(page, 'memberPhoto')).toBe('Member Photo is required')
  })

  test('in a list that leads to each field and grows shorter', async () => {
    const page = await onPhone('/apply/vendor')
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
    const page = await onPhone('/apply/oem')
    await named(page, 'factoryMachineryPhotos').setInputFiles([
      await smallJpeg('saw.jpg'),
      disguised('press.jpg'),
      await smallPng('line.png'),
    ])
    await page.getByText('Please choose a JPG or PNG file').first().waitFor()
    await expect.poll(() => rows(page, 'factoryMachineryPhotos', 'done').count()).toBe(2)
    await named(page, 'companyPanCard').setInputFiles(heavyPaper('pan.pdf'))
    await page.getByText('File size must be less than 10MB').first().waitFor()
    expect(await rows(page, 'companyPanCard', 'refused').count()).toBe(1)
    const many = await Promise.all(
      Array.from({ length: 12 }, (_, at) => smallJpeg(`photo-${at}.jpg`, at)),
    )
    await named(page, 'factoryMachineryPhotos').setInputFiles(many)
    await expect
      .poll(() => messageAt(page, 'factoryMachineryPhotos'))
      .toBe('Please send at most 12 photos; 2 were left out')
    await expect
      .poll(() => rows(page, 'factoryMachineryPhotos', 'done').count(), { timeout: 40_000 })
      .toBe(12)
  })

  test('that the portal refuses, at the field whose words they are', async () => {
    const page = await onPhone('/apply/vendor')
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
      .poll(() => messageAt(page, 'whatsappNumber'))
      .toBe('Please enter a valid WhatsApp number')
    await expect.poll(() => focusedName(page)).toBe('whatsappNumber')
  })
})

describe('the sheet', () => {
  test('is sound for axe and fits every width, and its foot hides no field', async () => {
    const { page, go } = await openPerson(browser, url, phone)
    const found: string[] = []
    for (const kind of ['oem', 'vendor']) {
      await go(`/apply/${kind}`)
      for (const viewport of [narrowest, phone, { width: 820, height: 1180 }, desk]) {
        await page.setViewportSize(viewport)
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
    const { page, go, context } = await openPerson(browser, url, phone)
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
