/** Paths opened before the sign-in, and the session in several tabs. */

import { describe, expect, test } from 'vitest'
import { fromNow } from '#test/setup/clock.ts'
import { codeOf, isTo, tokenOf } from '#test/support/process/sign-in.ts'
import { sharedAssociation, sharedSample } from '../support/portals.ts'
import { followSignInLink, logout, requestLink } from '../support/sign-in.ts'
import { openWindow, phone, settled } from '../support/windows.ts'

const sample = sharedSample()
const association = sharedAssociation()

describe('a path opened before the sign-in', () => {
  test('opens after a sign-in with the code, and with the link in a new tab', async () => {
    const { url, mail } = await association()
    const window = await openWindow(url)
    const { page, context } = window
    await page.goto(`${url}/jobs?job=one`)
    await page.waitForURL(`${url}/login`)
    await page.getByText('Sign in to see this job').waitFor()
    await requestLink(page, 'a@work.example')
    const signInMail = await mail.waitFor(isTo('a@work.example'))
    await page.getByLabel(/code/i).fill(codeOf(signInMail))
    await page.keyboard.press('Enter')
    await page.waitForURL(`${url}/jobs?job=one`)
    await page.getByRole('dialog').waitFor()
    expect(await page.getByText('Magic link sent').count()).toBe(0)

    await context.clearCookies()
    await page.goto(`${url}/jobs/search?q=oak`)
    await page.waitForURL(`${url}/login`)
    expect(await page.getByText('Sign in to see this job').count()).toBe(0)
    mail.clear()
    await requestLink(page, 'a@work.example')
    const next = await mail.waitFor(isTo('a@work.example'))
    const tab = await context.newPage()
    await tab.goto(`${url}/login/verify#token=${tokenOf(next)}`)
    await tab.waitForURL(`${url}/jobs/search?q=oak`)
    // The tab that waited for the mail is signed in too and opens the same path.
    await page.waitForURL(`${url}/jobs/search?q=oak`)
  })

  test('is ignored when it is external or of another role', async () => {
    const { url, linkOf } = await sample()
    const { page, context, go } = await openWindow(url)
    for (const path of [
      '//evil.example/jobs',
      'https://evil.example/jobs',
      '/\\evil.example',
      '/admin',
      '/x',
    ]) {
      await context.clearCookies()
      await go('/login')
      await page.evaluate(
        (returnPath) => localStorage.setItem('wanted-path', JSON.stringify(returnPath)),
        {
          path,
          at: fromNow(0).getTime(),
        },
      )
      await go(linkOf('seeker'))
      await page.waitForURL(`${url}/jobs`)
    }
  })

  test('is forgotten after a logout', async () => {
    const { url, linkOf } = await sample()
    const window = await openWindow(url)
    await window.page.goto(`${url}/oem/jobs?tab=mine`)
    await window.page.waitForURL(`${url}/login`)
    await followSignInLink(window, linkOf('oem'))
    expect(window.page.url()).toBe(`${url}/oem/jobs?tab=mine`)
    await logout(window.page)
    await window.page.waitForURL(`${url}/login`)
    await followSignInLink(window, linkOf('vendor'))
    expect(window.page.url()).toBe(`${url}/vendor/members`)
  })

  test('to a job on the screen of another role opens the job on their own screen', async () => {
    const { url, openAs } = await sample()
    for (const [who, shared, own] of [
      ['vendor', '/oem/jobs?tab=mine&job=one', '/vendor/jobs?job=one'],
      ['oem', '/vendor/jobs?job=one', '/oem/jobs?job=one'],
      ['seeker', '/oem/jobs?job=one', '/jobs?job=one'],
    ] as const) {
      const { page } = await openAs(who, shared)
      await page.waitForURL(url + own)
    }
  })

  test('/jobs/saved belongs to Job Postings in the menu of a member', async () => {
    const { url, openAs } = await sample()
    const { page, go } = await openAs('oem', '/oem/members')
    const menu = page.getByRole('navigation', { name: 'Main' })
    await menu.getByRole('link', { name: 'Job Postings' }).click()
    await page.waitForURL(`${url}/oem/jobs`)
    await go('/jobs/saved')
    expect(await menu.locator('[aria-current]').allInnerTexts()).toEqual(['Job Postings'])
  })
})

describe('two tabs', () => {
  test('show the same user', async () => {
    const { url, linkOf } = await sample()
    const window = await openWindow(url)
    await followSignInLink(window, linkOf('seeker'))
    const other = await window.context.newPage()
    await other.goto(`${url}/jobs`)
    await other.getByRole('heading', { name: 'Job Board' }).waitFor()
    await logout(window.page)
    await other.waitForURL(`${url}/login`)
    await followSignInLink(window, linkOf('vendor'))
    await other.waitForURL(`${url}/vendor/members`)
    await followSignInLink(window, linkOf('oem'))
    await other.waitForURL(`${url}/oem/members`)
  })

  test('notice an ended session at the next refusal', async () => {
    const { url, linkOf } = await sample()
    const window = await openWindow(url)
    await followSignInLink(window, linkOf('vendor'))
    await window.context.clearCookies()
    const menu = window.page.getByRole('navigation', { name: 'Main' })
    // A request of the page that was still loading may be the one that is refused.
    const signIn = window.page.getByRole('textbox')
    await menu.getByRole('link', { name: 'Job Board' }).or(signIn).click()
    await window.page.waitForURL(`${url}/login`)
  })

  test('check the session when they become visible after more than a minute', async () => {
    const { url, linkOf } = await sample()
    const window = await openWindow(url)
    await followSignInLink(window, linkOf('vendor'))
    await window.context.clearCookies()
    await window.page.evaluate((later) => {
      const setVisibility = (state: string) => {
        Object.defineProperty(document, 'visibilityState', { value: state, configurable: true })
        document.dispatchEvent(new Event('visibilitychange'))
      }
      setVisibility('hidden')
      Date.now = () => later
      setVisibility('visible')
    }, fromNow(61_000).getTime())
    await window.page.waitForURL(`${url}/login`)
  })
})

describe('waiting for the mail', () => {
  test('says when all attempts are used and offers a new link', async () => {
    const { url, mail } = await association()
    const window = await openWindow(url, phone)
    const { page } = window
    await window.go('/login')
    await requestLink(page, 'b@work.example')
    const signInMail = await mail.waitFor(isTo('b@work.example'))
    const field = page.getByLabel(/code/i)
    for (let round = 0; round < 5; round += 1) {
      const answered = page.waitForResponse(/auth\/verify/)
      await field.fill(codeOf(signInMail) === '000000' ? '111111' : '000000')
      await page.keyboard.press('Enter')
      await answered
      await settled(page)
    }
    await page.getByText(/Too many incorrect codes. The link in the email still works/).waitFor()
    expect(await field.isDisabled()).toBe(true)
    await page.getByRole('button', { name: 'Send a new link' }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByText('The link and the code work for another 10 minutes.').waitFor()
    expect(await field.isDisabled()).toBe(false)
  })
})
