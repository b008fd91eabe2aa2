/** What holds around every screen: signing in and out, addresses, tabs, toasts, dialogs. */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codeOf, isTo, tokenOf } from '../drills/people.ts'
import { launchBrowser } from '../setup/browser.ts'
import { desk, openPerson, overflow, type Person, phone, settled, signInByMail } from './people.ts'
import { onSample, withMail } from './portals.ts'

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

const seeker = 'Login to check job openings'

async function enter({ page, go }: Person, link: string) {
  await go(link)
  await page.waitForURL((address) => !address.pathname.startsWith('/login'))
  await page.locator('main h1').waitFor()
  await settled(page)
}

const logout = (page: Page) =>
  page.getByRole('main').getByRole('button', { name: 'Logout' }).click()

async function askForLink(page: Page, email: string) {
  await page.getByText(seeker, { exact: true }).click()
  await page.getByLabel(/e-?mail/i).fill(email)
  await page.getByRole('button', { name: 'Send Magic Link' }).click()
  await page.getByRole('heading', { name: 'Check Your Email' }).waitFor()
}

describe('a toast', () => {
  test('speaks without its code, and the screen stays', async () => {
    await onSample(async (url, linkOf) => {
      const person = await openPerson(browser, url, desk)
      await person.page.route(/Toaster-/, (route) => route.abort())
      await enter(person, linkOf('seeker'))
      await logout(person.page)
      await person.page.getByRole('status').getByText('Successfully logged out').waitFor()
      await person.page.getByRole('heading', { name: /^Welcome to / }).waitFor()
      await person.page.unroute(/Toaster-/)
      await askForLink(person.page, 'a@work.example')
      await person.page
        .getByRole('region', { name: /Notifications/ })
        .getByText('Magic')
        .waitFor()
    })
  })

  test('covers no button of a dialog', async () => {
    await onSample(async (url, linkOf) => {
      const person = await openPerson(browser, url, { width: 1024, height: 768 })
      const { page, context } = person
      await enter(person, linkOf('oem'))
      await page.getByRole('button', { name: /account of/ }).click()
      await page.getByRole('menuitem', { name: 'Sign out everywhere' }).click()
      for (const width of [1024, 700]) {
        await page.setViewportSize({ width, height: 768 })
        await context.setOffline(true)
        const dialog = page.getByRole('dialog')
        await dialog.getByRole('button', { name: 'Sign out everywhere' }).click()
        const toast = page.getByRole('region', { name: /Notifications/ }).getByRole('listitem')
        await toast.getByText('Logout failed').waitFor()
        for (const name of ['Cancel', 'Sign out everywhere'])
          expect(await meet(toast, dialog.getByRole('button', { name })), name).toBe(false)
        await context.setOffline(false)
      }
    })
  })
})

type Place = ReturnType<Page['locator']>

async function meet(one: Place, other: Place): Promise<boolean> {
  const [a, b] = [await one.first().boundingBox(), await other.first().boundingBox()]
  if (!a || !b) throw new Error('is not on the screen')
  const apart =
    a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y
  return !apart
}

describe('logging out without a connection', () => {
  test.each([
    ['seeker', 'Logout failed'],
    ['admin', 'Failed to logout. Please try again.'],
  ] as const)('stays on the screen of the %s', async (who, words) => {
    await onSample(async (url, linkOf) => {
      const person = await openPerson(browser, url, desk)
      const { page, context } = person
      await enter(person, linkOf(who))
      const { pathname } = new URL(page.url())
      await context.setOffline(true)
      await logout(page)
      await page.getByText(words, { exact: true }).first().waitFor()
      await context.setOffline(false)
      await page.reload()
      await page.locator('main h1').waitFor()
      expect(new URL(page.url()).pathname).toBe(pathname)
    })
  })
})

describe('an address', () => {
  test('is not lost at the sign-in, with the code or with the link in a new tab', async () => {
    await withMail(async (url, mail) => {
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
  })

  test.each([
    '//evil.example/jobs',
    'https://evil.example/jobs',
    '/\\evil.example',
    '/admin',
    '/x',
  ])('%s is nothing a job seeker is sent to', async (wanted) => {
    await withMail(async (url, mail) => {
      const person = await openPerson(browser, url, desk)
      await person.go('/login')
      await person.page.evaluate((path) => {
        localStorage.setItem('wanted-path', JSON.stringify({ path, at: Date.now() }))
      }, wanted)
      await signInByMail(person, url, mail, 'a@work.example', seeker)
      await person.page.waitForURL(`${url}/jobs`)
    })
  })

  test('is not wanted any more after a logout', async () => {
    await onSample(async (url, linkOf) => {
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
  })

  test("of a job leads everybody to it on their own role's screen", async () => {
    await onSample(async (url, linkOf) => {
      for (const [who, shared, own] of [
        ['vendor', '/oem/jobs?tab=mine&job=one', '/vendor/jobs?job=one'],
        ['oem', '/vendor/jobs?job=one', '/oem/jobs?job=one'],
        ['seeker', '/oem/jobs?job=one', '/jobs?job=one'],
      ] as const) {
        const person = await openPerson(browser, url, desk)
        await enter(person, linkOf(who))
        await person.page.goto(url + shared)
        await person.page.waitForURL(url + own)
      }
    })
  })

  test("of everybody's saved jobs stands for a member under their own jobs", async () => {
    await onSample(async (url, linkOf) => {
      const person = await openPerson(browser, url, desk)
      await enter(person, linkOf('oem'))
      const menu = person.page.getByRole('navigation', { name: 'Main' })
      await menu.getByRole('link', { name: 'Job Postings' }).click()
      await person.page.waitForURL(`${url}/oem/jobs`)
      await person.go('/jobs/saved')
      expect(await menu.locator('[aria-current]').allInnerTexts()).toEqual(['Job Postings'])
    })
  })
})

describe('two tabs', () => {
  test('show the same person', async () => {
    await onSample(async (url, linkOf) => {
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
  })

  test('notice at the next refusal that the session is gone', async () => {
    await onSample(async (url, linkOf) => {
      const person = await openPerson(browser, url, desk)
      await enter(person, linkOf('vendor'))
      await person.context.clearCookies()
      const menu = person.page.getByRole('navigation', { name: 'Main' })
      await menu.getByRole('link', { name: 'Job Board' }).click()
      await person.page.waitForURL(`${url}/login`)
    })
  })

  test('ask who is signed in when they are looked at again after more than a minute', async () => {
    await onSample(async (url, linkOf) => {
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
})

describe('waiting for the mail', () => {
  test('says when no code helps any more, and asks for a new link', async () => {
    await withMail(async (url, mail) => {
      const person = await openPerson(browser, url, phone)
      const { page } = person
      await person.go('/login')
      await askForLink(page, 'a@work.example')
      const letter = await mail.waitFor(isTo('a@work.example'), 15_000)
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
})

describe('on a phone, Back', () => {
  test('closes the menu, and leads back from the screen that was chosen in it', async () => {
    await onSample(async (url, linkOf) => {
      const person = await openPerson(browser, url, phone)
      const { page } = person
      await enter(person, linkOf('seeker'))
      const menu = page.getByRole('dialog', { name: 'Menu' })
      await page.getByRole('button', { name: 'Open menu' }).click()
      await expect.poll(() => page.evaluate(() => history.state?.modals)).toBe(1)
      await page.goBack()
      await menu.waitFor({ state: 'detached' })
      expect(page.url()).toBe(`${url}/jobs`)
      await page.getByRole('button', { name: 'Open menu' }).click()
      await expect.poll(() => page.evaluate(() => history.state?.modals)).toBe(1)
      await menu.getByRole('link', { name: 'Saved Jobs' }).click()
      await page.waitForURL(`${url}/jobs/saved`)
      await menu.waitFor({ state: 'detached' })
      await page.goBack()
      await page.waitForURL(`${url}/jobs`)
      await page.getByRole('button', { name: 'Open menu' }).click()
      await expect.poll(() => page.evaluate(() => history.state?.modals)).toBe(1)
      await page.keyboard.press('Escape')
      await expect.poll(() => page.evaluate(() => history.state?.modals ?? 0)).toBe(0)
      expect(page.url()).toBe(`${url}/jobs`)
    })
  })

  test('closes a form, whose long text leaves room for its message', async () => {
    await onSample(async (url, linkOf) => {
      const person = await openPerson(browser, url, phone)
      const { page } = person
      await enter(person, linkOf('oem'))
      await person.go('/oem/jobs')
      await page.getByRole('button', { name: 'Post New Job' }).click()
      const text = page.getByRole('dialog').getByRole('textbox', { name: 'Description' })
      await text.fill('Sawing\n'.repeat(200))
      const box = await text.boundingBox()
      expect(box?.height).toBeLessThanOrEqual(phone.height / 2 + 1)
      await page.getByRole('dialog').locator('button[type="submit"]').first().click()
      const message = page.getByRole('dialog').getByRole('alert').first()
      await message.waitFor()
      await expect
        .poll(async () => {
          const at = await message.boundingBox()
          return at !== null && at.y >= 0 && at.y + at.height <= phone.height
        })
        .toBe(true)
      await page.goBack()
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      expect(new URL(page.url()).pathname).toBe('/oem/jobs')
    })
  })
})

describe('the frame', () => {
  test('gives the focus to the heading when what had it is gone', async () => {
    await onSample(async (url, linkOf) => {
      const person = await openPerson(browser, url, desk)
      const { page } = person
      await enter(person, linkOf('oem'))
      const trigger = page.getByRole('button', { name: /account of/ })
      await trigger.click()
      await page.getByRole('menuitem', { name: 'Sign out everywhere' }).click()
      await page.getByRole('dialog').waitFor()
      await page.evaluate(() => document.querySelector('[aria-label*="account of"]')?.remove())
      await page.keyboard.press('Escape')
      await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
    })
  })

  test('keeps its parts apart at 200 % text on a phone', async () => {
    await onSample(async (url, linkOf) => {
      const person = await openPerson(browser, url, phone)
      const { page } = person
      await enter(person, linkOf('seeker'))
      await page.evaluate(() => {
        document.documentElement.style.fontSize = '200%'
      })
      const banner = page.getByRole('banner')
      const welcome = banner.getByRole('heading', { name: 'Welcome' })
      expect(await meet(welcome, banner.locator('img'))).toBe(false)
      expect(await meet(welcome, banner.getByRole('button', { name: /account of/ }))).toBe(false)
      expect(await overflow(page)).toBeLessThanOrEqual(0)
    })
  })
})
