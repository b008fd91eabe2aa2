import { describe, expect, test } from 'vitest'
import { codeOf, isTo, tokenOf } from '#test/support/process/sign-in.ts'
import { sharedAssociation } from '../support/portals.ts'
import {
  adminLogin,
  memberLogin,
  requestLink,
  seekerLogin,
  signInByMail,
} from '../support/sign-in.ts'
import { openWindow, phone } from '../support/windows.ts'

const association = sharedAssociation()

describe('the login screen', () => {
  test('has the texts of contract 2.3 in all its views', async () => {
    const { url } = await association()
    const { page, go } = await openWindow(url, phone)
    await go('/login')
    await page.getByRole('heading', { name: /^Welcome to .+ Portal$/ }).waitFor()
    await page.getByText('Not a member yet?').waitFor()
    const card = await page
      .locator('main')
      .first()
      .evaluate((main) => {
        const box = main.querySelector('h1')?.closest('div')?.getBoundingClientRect()
        return box?.width ?? 0
      })
    expect(card).toBeLessThanOrEqual(400)
    for (const [option, title, note] of [
      [memberLogin, 'Login', 'Note: Only registered members can access OEM/Vendor features'],
      [seekerLogin, 'Login', "You'll be able to browse available job positions"],
      [adminLogin, 'Admin Login', 'Note: Only authorized administrators can access this area'],
    ] as const) {
      await page.getByText(option, { exact: true }).click()
      await page.getByRole('heading', { name: title, exact: true }).waitFor()
      await page.getByText(note).waitFor()
      await page.getByLabel(/e-?mail/i).fill('not an address')
      await page.getByRole('button', { name: 'Send Magic Link' }).click()
      await page.getByText('Please enter a valid email address').waitFor()
      await page.getByRole('button', { name: 'Back to login options' }).click()
    }
    await page.getByRole('link', { name: 'Go back to website' }).waitFor()
    const back = page.getByRole('link', { name: 'Go back to website' })
    expect(await back.getAttribute('target')).toBe('_blank')
  })

  test('accepts the code of the mail in the browser that requested it', async () => {
    const { url, mail } = await association()
    const { page, go } = await openWindow(url, phone)
    await go('/login')
    await page.getByText(seekerLogin, { exact: true }).click()
    await page.getByLabel(/e-?mail/i).fill('carpenter@work.example')
    await page.getByRole('button', { name: 'Send Magic Link' }).click()
    await page.getByText('Magic link sent').first().waitFor()
    const signInMail = await mail.waitFor(isTo('carpenter@work.example'))
    await page.reload()
    await page.getByRole('heading', { name: 'Check Your Email' }).waitFor()
    const field = page.getByLabel(/code/i)
    await field.fill(codeOf(signInMail) === '000000' ? '111111' : '000000')
    await page.keyboard.press('Enter')
    await page
      .getByText(/That code is incorrect/)
      .first()
      .waitFor()
    await field.fill(codeOf(signInMail))
    await page.keyboard.press('Enter')
    await page.waitForURL(`${url}/jobs`)
  })
})

describe('the page that the link opens', () => {
  test('removes the token from the address bar and signs in', async () => {
    const { url, mail } = await association()
    const window = await openWindow(url)
    const requests: string[] = []
    window.page.on('request', (request) => {
      requests.push(`${request.url()} ${request.headers().referer ?? ''}`)
    })
    const signInMail = await signInByMail(window, mail, 'a@work.example', seekerLogin)
    await window.page.waitForURL(`${url}/jobs`)
    expect(requests.join('\n')).not.toContain(tokenOf(signInMail))
    await window.page.goBack().catch(() => undefined)
    expect(window.page.url()).not.toContain('token')
  })

  test('asks for the code in another browser and accepts it, also from a link that a mail system rewrote', async () => {
    const { url, mail } = await association()
    const requester = await openWindow(url)
    await requester.go('/login')
    await requestLink(requester.page, 'b@work.example')
    const signInMail = await mail.waitFor(isTo('b@work.example'))
    const other = await openWindow(url, phone)
    await other.go(`/LOGIN/verify%23token=${tokenOf(signInMail)}`)
    await other.page
      .getByText(/different browser/i)
      .first()
      .waitFor()
    expect(other.page.url()).not.toContain('token')
    await other.page.getByLabel(/code|digits/i).fill(codeOf(signInMail))
    await other.page.keyboard.press('Enter')
    await other.page.waitForURL(`${url}/jobs`)
    // The window that requested the link is not signed in by that.
    await requester.page.reload()
    await requester.page.getByRole('heading', { name: 'Check Your Email' }).waitFor()
  })

  test.each([
    ['used', /has already been used/i],
    ['unknown', /link is invalid/i],
    ['missing', /link is incomplete/i],
  ])('says when the link is %s, and how to get a new one', async (state, message) => {
    const { url, mail } = await association()
    let token = 'x'.repeat(43)
    if (state === 'used') {
      const first = await openWindow(url)
      token = tokenOf(await signInByMail(first, mail, 'c@work.example', seekerLogin))
      await first.page.waitForURL(`${url}/jobs`)
    }
    const { page, go } = await openWindow(url, phone)
    await go(state === 'missing' ? '/login/verify' : `/login/verify#token=${token}`)
    await page.getByText(message).first().waitFor()
    await page.getByText('Request a new link').first().click()
    await page.waitForURL(`${url}/login`)
  })
})
