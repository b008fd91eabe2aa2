/** Screens whose code loads slowly or fails to load. */
import { describe, expect, test } from 'vitest'
import { holdRequests } from '../support/network.ts'
import { sharedSample } from '../support/portals.ts'
import { desktop, openWindow, settled } from '../support/windows.ts'

const sample = sharedSample()

const profileChunk = /ProfileScreen-[^/]*\.js/

describe('a screen whose code', () => {
  test('fails to load says so, and Back returns to the one before', async () => {
    const { url, linkOf } = await sample()
    const { page, go } = await openWindow(url, desktop, { mayReportErrors: true })
    await page.route(profileChunk, (route) => route.abort())
    await go(linkOf('oem'))
    await page.getByRole('heading', { name: 'Members Directory' }).waitFor()
    await page.getByRole('link', { name: 'Company Profile' }).click()
    await page.getByRole('alert').getByText("Couldn't open this page").waitFor()
    await page.goBack()
    await page.getByRole('heading', { name: 'Members Directory' }).waitFor()
    await page.unroute(profileChunk)
    await page.goForward()
    const again = page.getByRole('button', { name: 'Reload page' })
    const profile = page.getByRole('main').getByRole('heading', { level: 1 })
    await again.or(profile).first().waitFor()
    if (await again.isVisible()) await again.click()
    await expect.poll(() => profile.allInnerTexts()).toEqual(['Company Profile'])
    await expect.poll(() => page.title()).toContain('Company Profile')
  })

  test('loads slowly shows a spinner, never an empty page', async () => {
    const { url, linkOf } = await sample()
    const { page, go } = await openWindow(url)
    const release = await holdRequests(page, profileChunk)
    await go(linkOf('oem'))
    await page.getByRole('heading', { name: 'Members Directory' }).waitFor()
    await page.getByRole('link', { name: 'Company Profile' }).click()
    await page.getByRole('main').getByText('Loading').waitFor()
    release()
    await page
      .getByRole('main')
      .getByRole('heading', { level: 1, name: 'Company Profile' })
      .waitFor()
    await settled(page)
  })
})
