/** Addresses that are kept over a sign-in, and who is signed in where. */
import { describe, expect, test } from 'vitest'
import { codeOf, isTo, tokenOf } from '../drills/people.ts'
import { askForLink, enter, logout } from './support/arrivals.ts'
import { desk, openPerson, phone, settled } from './support/people.ts'
import { onOneOffice, onOneSample } from './support/portals.ts'

const sample = onOneSample()
const office = onOneOffice()

describe('an address', () => {
  test('is not lost at the sign-in, with the code or with the link in a new tab', async () => {
    const { browser, url, mail } = await office()
    const person = await openPerson(browser, url, desk)
    const { page, context } = person
    await page.goto(`${url}/jobs?job=one`)
    await page.waitForURL(`${url}/login`)
    await askForLink(page, 'a@work.example')
    const letter = await mail.waitFor(isTo('a@work.example'), 15_000)
    await page.getByLabel(/code/i).fill(codeOf(letter))
    await page.keyboard.press('Enter')
    await page.waitForURL(`${url}/jobs?job=one`)
    await page.getByRole('dialog').waitFor()
    expect(await page.getByText('Magic link sent').count()).toBe(0)

    await context.clearCookies()
    await page.goto(`${url}/jobs/search?q=oak`)
    await page.waitForURL(`${url}/login`)
    mail.clear()
    await askForLink(page, 'a@work.example')
    const next = await mail.waitFor(isTo('a@work.example'), 15_000)
    const tab = await context.newPage()
    await tab.goto(`${url}/login/verify#token=${tokenOf(next)}`)
    await tab.waitForURL(`${url}/jobs/search?q=oak`)
    // The tab that waited for the mail is signed in with it, and lands beside it.
    await page.waitForURL(`${url}/jobs/search?q=oak`)
  })

  test('of elsewhere, or of other people, is nothing a job seeker is sent to', async () => {
    const { browser, url, linkOf } = await sample()
    const { page, context, go } = await openPerson(browser, url, desk)
    for (const wanted of [
      '//evil.example/jobs',
      'https://evil.example/jobs',
      '/\\evil.example',
      '/admin',
      '/x',
    ]) {
      await context.clearCookies()
      await go('/login')
      await page.evaluate((path) => {
        localStorage.setItem('wanted-path', JSON.stringify({ path, at: Date.now() }))
      }, wanted)
      await go(linkOf('seeker'))
      await page.waitForURL(`${url}/jobs`)
    }
  })

  test('is not wanted any more after a logout', async () => {
    const { browser, url, linkOf } = await sample()
    const person = await openPerson(browser, url, desk)
    await person.page.goto(`${url}/oem/jobs?tab=mine`)
    await person.page.waitForURL(`${url}/login`)
    await enter(person, linkOf('oem'))
    expect(person.page.url()).toBe(`${url}/oem/jobs?tab=mine`)
    await logout(person.page)
    await person.page.waitForURL(`${url}/login`)
    await enter(person, linkOf('vendor'))
    expect(person.page.url()).toBe(`${url}/vendor/members`)
  })

  test("of a job leads everybody to it on their own role's screen", async () => {
    const { url, at } = await sample()
    for (const [who, shared, own] of [
      ['vendor', '/oem/jobs?tab=mine&job=one', '/vendor/jobs?job=one'],
      ['oem', '/vendor/jobs?job=one', '/oem/jobs?job=one'],
      ['seeker', '/oem/jobs?job=one', '/jobs?job=one'],
    ] as const) {
      const { page } = await at(who, shared)
      await page.waitForURL(url + own)
    }
  })

  test("of everybody's saved jobs stands for a member under their own jobs", async () => {
    const { url, at } = await sample()
    const { page, go } = await at('oem', '/oem/members')
    const menu = page.getByRole('navigation', { name: 'Main' })
    await menu.getByRole('link', { name: 'Job Postings' }).click()
    await page.waitForURL(`${url}/oem/jobs`)
    await go('/jobs/saved')
    expect(await menu.locator('[aria-current]').allInnerTexts()).toEqual(['Job Postings'])
  })
})

describe('two tabs', () => {
  test('show the same person', async () => {
    const { browser, url, linkOf } = await sample()
    const person = await openPerson(browser, url, desk)
    await enter(person, linkOf('seeker'))
    const other = await person.context.newPage()
    await other.goto(`${url}/jobs`)
    await other.getByRole('heading', { name: 'Job Board' }).waitFor()
    await logout(person.page)
    await other.waitForURL(`${url}/login`)
    await enter(person, linkOf('vendor'))
    await other.waitForURL(`${url}/vendor/members`)
    await enter(person, linkOf('oem'))
    await other.waitForURL(`${url}/oem/members`)
  })

  test('notice at the next refusal that the session is gone', async () => {
    const { browser, url, linkOf } = await sample()
    const person = await openPerson(browser, url, desk)
    await enter(person, linkOf('vendor'))
    await person.context.clearCookies()
    const menu = person.page.getByRole('navigation', { name: 'Main' })
    await menu.getByRole('link', { name: 'Job Board' }).click()
    await person.page.waitForURL(`${url}/login`)
  })

  test('ask who is signed in when they are looked at again after more than a minute', async () => {
    const { browser, url, linkOf } = await sample()
    const person = await openPerson(browser, url, desk)
    await enter(person, linkOf('vendor'))
    await person.context.clearCookies()
    await person.page.evaluate(() => {
      const turn = (state: string) => {
        Object.defineProperty(document, 'visibilityState', { value: state, configurable: true })
        document.dispatchEvent(new Event('visibilitychange'))
      }
      turn('hidden')
      const later = Date.now() + 61_000
      Date.now = () => later
      turn('visible')
    })
    await person.page.waitForURL(`${url}/login`)
  })
})

describe('waiting for the mail', () => {
  test('says when no code helps any more, and asks for a new link', async () => {
    const { browser, url, mail } = await office()
    const person = await openPerson(browser, url, phone)
    const { page } = person
    await person.go('/login')
    await askForLink(page, 'b@work.example')
    const letter = await mail.waitFor(isTo('b@work.example'), 15_000)
    const field = page.getByLabel(/code/i)
    for (let round = 0; round < 5; round += 1) {
      const answered = page.waitForResponse(/auth\/verify/)
      await field.fill(codeOf(letter) === '000000' ? '111111' : '000000')
      await page.keyboard.press('Enter')
      await answered
      await settled(page)
    }
    await page.getByText('Too many wrong codes. Please ask for a new link.').waitFor()
    expect(await field.isDisabled()).toBe(true)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Send Magic Link' }).waitFor()
  })
})
