/** The second factor of an administrator, with Chromium's virtual authenticator and codes of an app. */
import { Secret, TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { sharedSample } from '../support/portals.ts'
import { followSignInLink } from '../support/sign-in.ts'
import { type BrowserWindow, openWindow } from '../support/windows.ts'

const sample = sharedSample()

/** Passkeys need a name: browsers allow them at localhost, but not at 127.0.0.1. */
async function openAtLocalhost(url: string): Promise<BrowserWindow> {
  const window = await openWindow(url.replace('127.0.0.1', 'localhost'))
  const devtools = await window.context.newCDPSession(window.page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return window
}

/** Sets up an app and returns its recovery codes and what makes its codes. */
async function addApp(page: Page) {
  await page.getByRole('button', { name: 'Add an authenticator app' }).click()
  await page.getByRole('img', { name: /^QR code/ }).waitFor()
  const key = (await page.locator('code').first().innerText()).replaceAll(' ', '')
  const app = new TOTP({ secret: Secret.fromBase32(key) })
  await page.getByLabel('Six-digit code').fill(app.generate())
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor()
  const codes = await page.locator('dialog li code').allInnerTexts()
  await page.getByRole('button', { name: 'I have saved the codes' }).click()
  return { app, codes }
}

/** The next sensitive call is refused once, as if the confirmation was older than 15 minutes. */
async function ageConfirmation(page: Page, path: string) {
  await page.route(
    `**${path}*`,
    (route) =>
      route.fulfill({ status: 403, headers: { 'Error-Code': 'confirmation-needed' }, body: '' }),
    { times: 1 },
  )
}

test('is set up, asked for after the link, and before a sensitive act', async () => {
  const { url, linkOf } = await sample()
  const window = await openAtLocalhost(url)
  const { page, context, go } = window
  await followSignInLink(window, linkOf('admin'))
  await go('/profile')
  const { codes } = await addApp(page)
  expect(codes).toHaveLength(10)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  const passkeyDialog = page.getByRole('dialog')
  await passkeyDialog.getByLabel('Name').fill('Office laptop')
  await page.keyboard.press('Enter')
  await passkeyDialog.waitFor({ state: 'detached' })
  await page.getByText('Office laptop').waitFor()

  await context.clearCookies()
  await go(linkOf('admin'))
  await page.getByRole('heading', { name: "Confirm it's you" }).waitFor()
  await page.getByLabel('Six-digit code').fill('12345')
  await page.keyboard.press('Enter')
  await page.getByText('Please enter the six digits of the code').waitFor()
  await page.reload()
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill(codes[0]?.toLowerCase() ?? '')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Admin Dashboard' }).waitFor()

  await go('/admin/member-data')
  await ageConfirmation(page, '/api/admin/export')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download CSV' }).click()
  const dialog = page.getByRole('dialog', { name: "Confirm it's you" })
  await dialog.getByRole('button', { name: 'Use a passkey' }).click()
  await dialog.getByText('Use your fingerprint').waitFor()
  await dialog.getByRole('button', { name: 'Use a passkey' }).click()
  expect((await download).suggestedFilename()).toMatch(/^member_data_/)
  await dialog.waitFor({ state: 'detached' })
})
