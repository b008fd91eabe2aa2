import { describe, expect, test } from 'vitest'
import { codeOf, isTo, tokenOf } from '../drills/people.ts'
import { desk, openPerson, phone, signInByMail } from './support/people.ts'
import { onOneOffice } from './support/portals.ts'

const office = onOneOffice()

const seeker = 'Login to check job openings'

describe('the login screen', () => {
  test('says what the specification says, in all its views', async () => {
    const { browser, url } = await office()
    const { page, go } = await openPerson(browser, url, phone)
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
    for (const [choice, title, note] of [
      [
        'Login as OEM / Vendor (Members only)',
        'Login',
        'Note: Only registered members can access OEM/Vendor features',
      ],
      [seeker, 'Login', "You'll be able to browse available job positions"],
      ['Admin Login', 'Admin Login', 'Note: Only authorized administrators can access this area'],
    ] as const) {
      await page.getByText(choice, { exact: true }).click()
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

  test('takes the six digits of the mail where the link was asked for', async () => {
    const { browser, url, mail } = await office()
    const { page, go } = await openPerson(browser, url, phone)
    await go('/login')
    await page.getByText(seeker, { exact: true }).click()
    await page.getByLabel(/e-?mail/i).fill('carpenter@work.example')
    await page.getByRole('button', { name: 'Send Magic Link' }).click()
    await page.getByText('Magic link sent').first().waitFor()
    const letter = await mail.waitFor(isTo('carpenter@work.example'), 15_000)
    await page.reload()
    await page.getByRole('heading', { name: 'Check Your Email' }).waitFor()
    const field = page.getByLabel(/code/i)
    await field.fill(codeOf(letter) === '000000' ? '111111' : '000000')
    await page.keyboard.press('Enter')
    await page.getByText('This code is not right').first().waitFor()
    await field.fill(codeOf(letter))
    await page.keyboard.press('Enter')
    await page.waitForURL(`${url}/jobs`)
  })
})

describe('the page behind the link', () => {
  test('takes the token out of the address bar and signs in by itself', async () => {
    const { browser, url, mail } = await office()
    const person = await openPerson(browser, url, desk)
    const asked: string[] = []
    person.page.on('request', (request) => {
      asked.push(`${request.url()} ${request.headers().referer ?? ''}`)
    })
    const letter = await signInByMail(person, url, mail, 'a@work.example', seeker)
    await person.page.waitForURL(`${url}/jobs`)
    expect(asked.join('\n')).not.toContain(tokenOf(letter))
    await person.page.goBack().catch(() => undefined)
    expect(person.page.url()).not.toContain('token')
  })

  test('asks another browser for the digits, and lets it in with them', async () => {
    const { browser, url, mail } = await office()
    const asker = await openPerson(browser, url, desk)
    await asker.go('/login')
    await asker.page.getByText(seeker, { exact: true }).click()
    await asker.page.getByLabel(/e-?mail/i).fill('b@work.example')
    await asker.page.getByRole('button', { name: 'Send Magic Link' }).click()
    const letter = await mail.waitFor(isTo('b@work.example'), 15_000)
    const other = await openPerson(browser, url, phone)
    await other.go(`/login/verify#token=${tokenOf(letter)}`)
    await other.page
      .getByText(/another browser|other browser|different browser/i)
      .first()
      .waitFor()
    expect(other.page.url()).not.toContain('token')
    await other.page.getByLabel(/code|digits/i).fill(codeOf(letter))
    await other.page.keyboard.press('Enter')
    await other.page.waitForURL(`${url}/jobs`)
    // The window that only waits is never signed in by that.
    await asker.page.reload()
    await asker.page.getByRole('heading', { name: 'Check Your Email' }).waitFor()
  })

  test.each([
    ['used', /has been used/i],
    ['unknown', /not known|unknown|do not know/i],
    ['missing', /not complete|incomplete|no sign-in link|link is missing/i],
  ])('says in friendly words when the link is %s, with a way on', async (state, words) => {
    const { browser, url, mail } = await office()
    let token = 'x'.repeat(43)
    if (state === 'used') {
      const first = await openPerson(browser, url)
      token = tokenOf(await signInByMail(first, url, mail, 'c@work.example', seeker))
      await first.page.waitForURL(`${url}/jobs`)
    }
    const { page, go } = await openPerson(browser, url, phone)
    await go(state === 'missing' ? '/login/verify' : `/login/verify#token=${token}`)
    await page.getByText(words).first().waitFor()
    await page.getByText('Ask for a new link').first().click()
    await page.waitForURL(`${url}/login`)
  })
})
