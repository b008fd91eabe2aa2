import { describe, expect, test } from 'vitest'
import { openPerson, phone } from './support/people.ts'
import { onOneSample } from './support/portals.ts'
import { everyScreen } from './support/screens.ts'

const sample = onOneSample()

describe('every screen', () => {
  everyScreen(sample, ['visitor', 'seeker'])

  test('shows the 404 card in the words of the specification', async () => {
    const { browser, url } = await sample()
    const { page, go } = await openPerson(browser, url, phone)
    await go('/no/such/place')
    await page.getByRole('heading', { name: '404 Page Not Found' }).waitFor()
    await page.getByText("The page you're looking for doesn't exist.").waitFor()
  })
})

describe('toasts', () => {
  test('show one at a time, are reached by F8, and go', async () => {
    const { url, enter } = await sample()
    const { page } = await enter('seeker')
    await page.getByRole('button', { name: 'Logout' }).first().click()
    await page.waitForURL(`${url}/login`)
    await page.getByText('Logged out', { exact: true }).first().waitFor()
    await page.getByText('Successfully logged out').first().waitFor()
    await page.keyboard.press('F8')
    const inRegion = await page.evaluate(
      () => document.activeElement?.closest('[role="region"]') !== null,
    )
    expect(inRegion).toBe(true)
    await page.locator('body').click({ position: { x: 5, y: 5 } })
    await page
      .getByText('Successfully logged out')
      .first()
      .waitFor({ state: 'detached', timeout: 15_000 })
  })
})
