/** Browsers that keep no cookies or no storage, and a portal without HTTPS. */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { screenPaths } from '#shared/screens/paths.ts'
import { codeOf, isTo, tokenOf } from '#test/support/process/sign-in.ts'
import * as form from '../support/application-form.ts'
import { sharedAssociation, sharedSample } from '../support/portals.ts'
import {
  button,
  dialog,
  dialogClosed,
  oemMembers,
  selectionAction,
  visible,
} from '../support/register.ts'
import { blockStorage, withoutCookies } from '../support/restrictions.ts'
import { followSignInLink, requestLink, seekerLogin } from '../support/sign-in.ts'
import { type BrowserWindow, openWindow } from '../support/windows.ts'

const cookiesNotKept =
  'This browser keeps no cookies for this site. Allow them, or use another browser.'

describe('a browser that keeps no cookies', () => {
  const association = sharedAssociation()

  test('sees on the login screen what to allow', async () => {
    const { url } = await association()
    const { page, context, go } = await openWindow(url)
    const devTools = await context.newCDPSession(page)
    await devTools.send('Emulation.setDocumentCookieDisabled', { disabled: true })
    await go('/login')
    await page.getByText(cookiesNotKept).waitFor()
    await page.getByRole('button', { name: seekerLogin }).click()
    await page.getByLabel('Email').waitFor()
    await page.getByText(cookiesNotKept).waitFor()
  })

  test('sees it after a right code and a right link', async () => {
    const { url, mail } = await association()
    const { page, go } = await openWindow(await withoutCookies(url))
    mail.clear()
    await go('/login')
    await requestLink(page, 'seeker@teak.example')
    const received = await mail.waitFor(isTo('seeker@teak.example'), 15_000)
    const code = codeOf(received)
    await page.getByLabel('Six-digit code').fill(code)
    await button(page, 'Sign in with code').click()
    await page.getByText(cookiesNotKept).waitFor()
    await go(`/login/verify#token=${tokenOf(received)}`)
    await page.getByLabel('Six-digit code').fill(code)
    await button(page, 'Sign in with code').click()
    await page.getByText(cookiesNotKept).waitFor()
  })
})

describe('a browser that refuses storage', () => {
  const sample = sharedSample()

  test('sends an application, even without cookies', async () => {
    const { url } = await sample()
    const { page, context, go } = await openWindow(await withoutCookies(url))
    await blockStorage(context)
    await go('/apply/vendor')
    await form.fillVendorForm(page, form.newFirm())
    await form.submit(page).click()
    await visible(page, 'Application Submitted')
  })

  test('waits for the email after a link was requested, and opens every screen', async () => {
    const { url, signIn } = await sample()
    const visitor = await openWindow(url)
    await blockStorage(visitor.context)
    await visitor.go('/login')
    await requestLink(visitor.page, 'ramesh@teak.example')
    const { page, context, go } = await signIn('admin')
    await blockStorage(context)
    await openEveryScreen(go)
    await go(oemMembers)
    await button(page, 'Columns').click()
    await dialog(page).getByRole('checkbox', { name: 'Email' }).click()
    await button(page, 'Done').click()
    await dialogClosed(page)
  })
})

describe('a portal without HTTPS', () => {
  const sample = sharedSample({ host: 'portal.test' })

  test('does everything that needs random keys or copies', async () => {
    const { url, linkOf } = await sample()
    const window = await openWindow(url)
    const { page, go } = window
    await followSignInLink(window, linkOf('admin'))
    expect(await page.evaluate(() => isSecureContext)).toBe(false)

    await go('/jobs')
    await button(page, 'View Details').click()
    await dialog(page).getByRole('button', { name: 'Copy link' }).click()
    await visible(page, 'Link copied')
    await closeDialog(page)
    await go(oemMembers)
    await page.locator('tbody').getByRole('checkbox').first().check()
    await selectionAction(page, 'Print certificates')
    await closeDialog(page)
    for (const action of ['Hide from directory', 'Deactivate selected']) {
      await page.locator('tbody').getByRole('checkbox').first().check()
      await selectionAction(page, action)
      await dialog(page)
        .getByRole('button', { name: `${action.split(' ')[0]} 1 member` })
        .click()
      await dialogClosed(page)
    }
    await go('/admin/renewals')
    await page.locator('tbody').getByRole('checkbox').first().check()
    for (const action of ['Email notices', 'WhatsApp']) {
      await selectionAction(page, action)
      await closeDialog(page)
    }
    await openEveryScreen(go)
  })
})

async function closeDialog(page: Page): Promise<void> {
  await dialog(page).locator('h2').waitFor()
  await page.keyboard.press('Escape')
  await dialogClosed(page)
}

async function openEveryScreen(go: BrowserWindow['go']): Promise<void> {
  for (const path of screenPaths) await go(path)
}
