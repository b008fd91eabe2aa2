import { describe, expect, test } from 'vitest'
import { sharedSample } from '../support/portals.ts'
import { testScreens } from '../support/screens.ts'
import { openWindow, phone } from '../support/windows.ts'

const sample = sharedSample()

describe('all screens', () => {
  testScreens(sample, ['visitor', 'seeker'])

  test('an unknown path has the 404 card of contract 2', async () => {
    const { url } = await sample()
    const { page, go } = await openWindow(url, phone)
    await go('/no/such/place')
    await page.getByRole('heading', { name: '404 Page Not Found' }).waitFor()
    await page.getByText("The page you're looking for doesn't exist.").waitFor()
  })
})

describe('toasts', () => {
  test('are focused by F8 and disappear', async () => {
    const { url, signIn } = await sample()
    const { page, go } = await signIn('seeker')
    await go('/jobs')
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
