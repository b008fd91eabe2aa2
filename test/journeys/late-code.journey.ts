/** Screens whose code comes late, or not at all. */
import { describe, expect, test } from 'vitest'
import { desk, openPerson, settled } from './support/people.ts'
import { onOneSample } from './support/portals.ts'

const sample = onOneSample()

const code = /ProfileScreen-[^/]*\.js/

describe('a screen whose code', () => {
  test('does not come says so, and Back leads to the one before', async () => {
    const { browser, url, linkOf } = await sample()
    const { page, go } = await openPerson(browser, url, desk, { mayComplain: true })
    await page.route(code, (route) => route.abort())
    await go(linkOf('oem'))
    await page.getByRole('heading', { name: 'Members Directory' }).waitFor()
    await page.getByRole('link', { name: 'Company Profile' }).click()
    await page.getByRole('alert').getByText('This screen could not be shown').waitFor()
    await page.goBack()
    await page.getByRole('heading', { name: 'Members Directory' }).waitFor()
    await page.unroute(code)
    await page.goForward()
    const again = page.getByRole('button', { name: 'Load again' })
    const profile = page.getByRole('main').getByRole('heading', { level: 1 })
    await again.or(profile).first().waitFor()
    if (await again.isVisible()) await again.click()
    await expect.poll(() => profile.allInnerTexts()).toEqual(['Company Profile'])
    await expect.poll(() => page.title()).toContain('Company Profile')
  })

  test('comes late is waited for with a spinner, never with an empty page', async () => {
    const { browser, url, linkOf } = await sample()
    const { page, go } = await openPerson(browser, url, desk)
    let deliver = () => {}
    const delivered = new Promise<void>((resolve) => {
      deliver = resolve
    })
    await page.route(code, async (route) => {
      await delivered
      await route.continue()
    })
    await go(linkOf('oem'))
    await page.getByRole('heading', { name: 'Members Directory' }).waitFor()
    await page.getByRole('link', { name: 'Company Profile' }).click()
    await page.getByRole('main').getByText('Loading').waitFor()
    deliver()
    await page
      .getByRole('main')
      .getByRole('heading', { level: 1, name: 'Company Profile' })
      .waitFor()
    await settled(page)
  })
})
