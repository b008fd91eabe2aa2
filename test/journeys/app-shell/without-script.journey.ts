/** What a page says when the script does not run (contract 2.18). */
import type { Page } from 'playwright-core'
import { describe, expect, onTestFinished, test } from 'vitest'
import { financialYear } from '#shared/financial-year.ts'
import { workerBrowser } from '../support/browser.ts'
import { call, owingMember, raiseDues } from '../support/dues.ts'
import { axeViolations, overflow } from '../support/layout.ts'
import { sharedSample } from '../support/portals.ts'
import { desktop, openWindow, phone } from '../support/windows.ts'

const sample = sharedSample({ hasSeason: false })

/** A window of a browser in which JavaScript is off. */
async function openWithoutScript(viewport = phone): Promise<Page> {
  const browser = await workerBrowser()
  const context = await browser.newContext({ viewport, javaScriptEnabled: false })
  onTestFinished(() => context.close())
  return context.newPage()
}

const needsScript =
  'The portal needs JavaScript and a browser from 2023 or newer: Safari 16.4, Chrome 109 or Firefox 115.'

/** A certificate of a member whose membership is valid. */
async function certificate(admin: Page) {
  const members = await call<{ id: string }[]>(
    admin,
    'GET',
    '/api/admin/members?role=oem&active=true&payment_status=true&limit=1',
  )
  const id = members[0]?.id ?? ''
  const key = crypto.randomUUID()
  await call(admin, 'POST', '/api/admin/certificates', {
    selection: { ids: [id] },
    reissue: false,
    key,
  })
  const path = `/api/admin/members/${id}/certificates`
  const [newest] = await call<{ code: string; membership_number: string }[]>(admin, 'GET', path)
  if (!newest) throw new Error('No certificate was issued')
  return newest
}

/** The texts that can be seen. */
const seen = async (page: Page) =>
  (await page.locator('body').innerText()).replaceAll(/\s+/g, ' ').trim()

describe('without JavaScript', () => {
  test.each(['/login', '/apply/vendor', '/jobs', '/no-such-screen'])(
    '%s says what is needed, in English and Hindi',
    async (path) => {
      const { url } = await sample()
      const page = await openWithoutScript()
      await page.goto(url + path)
      expect(await seen(page)).toContain(needsScript)
      expect(await seen(page)).toContain('2023 या उसके बाद का ब्राउज़र चाहिए')
      expect(await seen(page)).not.toContain('could not be loaded')
    },
  )

  test('the page of a certificate says what it is worth', async () => {
    const { url, openAs } = await sample()
    const { page: admin } = await openAs('admin', '/admin')
    const { code, membership_number } = await certificate(admin)
    const page = await openWithoutScript()
    const answer = await page.goto(`${url}/verify/${code}`)
    expect(answer?.headers()['cache-control']).toBe('no-store')
    const text = await seen(page)
    for (const fact of ['Valid', 'This membership is valid today.', membership_number])
      expect(text).toContain(fact)
    expect(text).not.toContain('JavaScript')
    await page.goto(`${url}/verify/%3Cb%3EK7F2X`)
    expect(await seen(page)).toContain('There is no certificate with this code.')
  })

  test('the page of a dues notice shows it for the pasted link', async () => {
    const { url, openAs } = await sample()
    const { page: admin } = await openAs('admin', '/admin')
    await raiseDues(admin)
    const { link, company_name } = await owingMember(admin)
    const page = await openWithoutScript()
    await page.goto(`${url}/dues${new URL(link).hash}`)
    await page.getByLabel(/paste the whole link/).fill('https://elsewhere.example/dues')
    await page.getByRole('button', { name: 'Show my notice' }).click()
    expect(await seen(page)).toContain('This link is invalid or has expired.')
    await page.getByLabel(/paste the whole link/).fill(` ${link} `)
    await page.getByRole('button', { name: 'Show my notice' }).click()
    const text = await seen(page)
    const { name: year } = financialYear(new Date())
    for (const fact of [company_name, `Dues ${year}`, 'Total ₹5,000', 'UPI ID', 'Account number'])
      expect(text).toContain(fact)
    expect(await overflow(page)).toBeLessThanOrEqual(0)
  })
})

test.each(['light', 'dark'] as const)('the notice can be read in the %s theme', async (theme) => {
  const { url } = await sample()
  for (const viewport of [phone, desktop]) {
    const { page, context } = await openWindow(url, viewport, { mayReportErrors: true })
    await page.emulateMedia({ colorScheme: theme })
    await context.route(/\/assets\/index-.*\.js$/, (route) => route.abort())
    await page.goto(`${url}/login`)
    await page.getByRole('button', { name: 'Reload page' }).waitFor()
    expect(await axeViolations(page)).toEqual([])
    expect(await overflow(page)).toBeLessThanOrEqual(0)
  }
})

describe('with JavaScript', () => {
  test('a script that fails to load shows a message, and the button loads the page again', async () => {
    const { url } = await sample()
    const { page, context } = await openWindow(url, phone, { mayReportErrors: true })
    await context.route(/\/assets\/.*\.js$/, (route) => route.abort())
    await page.goto(`${url}/login`)
    await page.getByRole('button', { name: 'Reload page' }).waitFor()
    expect(await seen(page)).toContain('The portal could not be loaded.')
    expect(await seen(page)).not.toContain('2023')
    await context.unrouteAll()
    await page.getByRole('button', { name: 'Reload page' }).click()
    await page.getByRole('button', { name: /^Login as OEM/ }).waitFor()
    expect(await page.locator('#without-script').count()).toBe(0)
  })

  test('without any script of the portal the notice appears after a while', async () => {
    const { url } = await sample()
    const { page, context } = await openWindow(url, phone, { mayReportErrors: true })
    await context.route(/\.js$/, (route) => route.abort())
    await page.goto(`${url}/login`)
    expect(await seen(page)).toBe('')
    await page.evaluate(() => {
      for (const animation of document.getAnimations()) animation.finish()
    })
    expect(await seen(page)).toContain(needsScript)
  })

  test('a browser that is too old gets a message, also when code of a screen cannot be read', async () => {
    const { url } = await sample()
    const old = await openWindow(url, phone, { mayReportErrors: true })
    await old.page.addInitScript(() => {
      Reflect.deleteProperty(HTMLScriptElement.prototype, 'noModule')
    })
    await old.context.route(/\/assets\/.*\.js$/, (route) => route.fulfill({ body: 'class A {' }))
    await old.page.goto(`${url}/login`)
    await old.page.getByText(needsScript).waitFor()
    expect(await seen(old.page)).not.toContain('could not be loaded')

    const later = await openWindow(url, phone, { mayReportErrors: true })
    await later.context.route(/\/ApplyScreen-.*\.js$/, (route) =>
      route.fulfill({ contentType: 'text/javascript', body: 'class A {' }),
    )
    await later.page.goto(`${url}/apply/vendor`)
    await later.page.getByText(/^This browser is too old for this page\./).waitFor()
    await later.context.unrouteAll()
    await later.context.route(/\/ApplyScreen-.*\.js$/, (route) => route.abort())
    await later.page.goto(`${url}/apply/vendor`)
    await later.page.getByText(/^Check your internet connection, then reload/).waitFor()
  })

  test('nobody sees the notice while the portal loads', async () => {
    const { url } = await sample()
    const { page, context } = await openWindow(url, phone)
    await context.route(/\/assets\/index-.*\.js$/, async (route) => {
      await page.getByText(needsScript).waitFor({ state: 'attached' })
      expect(await seen(page)).toBe('')
      await route.continue()
    })
    await page.goto(`${url}/login`)
    await page.getByRole('button', { name: /^Login as OEM/ }).waitFor()
  })
})
