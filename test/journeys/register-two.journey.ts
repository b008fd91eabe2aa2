/**
 * Two administrators of a new association, each in a browser of their own. The first journey of each
 * place begins with nobody; the others go on from there.
 */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { openWindow, type Person, signInByMail } from './support/people.ts'
import { onOneOffice } from './support/portals.ts'
import { button, closed, dialog, everywhere, healthy, said, toasted } from './support/registers.ts'
import { keepWindows } from './support/windows.ts'

const asha = {
  name: 'Asha Patil',
  email: 'asha@teak.example',
  role: 'oem',
  company_name: 'Teak & Co',
  whatsapp_number: '+91 98765 43210',
}
const leena = { ...asha, name: 'Leena Shah', email: 'leena@oak.example', company_name: 'Oak Works' }
const meera = {
  ...asha,
  name: 'Meera Joshi',
  email: 'meera@ply.example',
  company_name: 'Ply House',
}
const kavita = {
  ...asha,
  name: 'Kavita Rao',
  email: 'kavita@mdf.example',
  company_name: 'MDF Makers',
}

/** What the window of an administrator asks the portal for; its status and words. */
const call = (page: Page, method: string, path: string, json?: object) =>
  page.evaluate(
    async ([verb, url, body]) => {
      const headers = { 'Content-Type': 'application/json' }
      const answer = await fetch(url, { method: verb, headers, body: body || null })
      return { status: answer.status, words: await answer.text() }
    },
    [method, path, json ? JSON.stringify(json) : ''] as const,
  )

type Two = { secretary: Person; treasurer: Person }

/** The same two for each journey; the association is new for the first. */
function onTwo({ engine, viewport }: (typeof everywhere)[number]) {
  const office = onOneOffice(engine)
  const kept = keepWindows()
  return async (journey: (two: Two) => Promise<void>) => {
    const { browser, url, mail } = await office()
    const administrator = async (email: string) => {
      const person = await kept(email, () => openWindow(browser, url, viewport), viewport)
      if (person.isNew) {
        await signInByMail(person, url, mail, email, 'Admin Login')
        await person.page.getByRole('heading', { name: 'Admin Dashboard' }).waitFor()
      }
      return person
    }
    const secretary = await administrator('secretary@panel.example')
    const tanvi = { name: 'Tanvi Rao', email: 'treasurer@panel.example' }
    await call(secretary.page, 'POST', '/api/admin/admins', tanvi)
    await journey({ secretary, treasurer: await administrator(tanvi.email) })
  }
}

const open = async ({ go, page }: Person, act: string, path = '/admin?tab=oem-members') => {
  await go(path)
  await button(page, act).click()
  await dialog(page).waitFor()
}

describe.each(everywhere)('two administrators $where, on $engine,', (place) => {
  const asTwo = onTwo(place)

  test('begin with nobody, and lose nothing that either typed', () =>
    asTwo(async ({ secretary, treasurer }) => {
      for (const [path, words] of [
        ['/admin?tab=oem-members', 'No OEM members yet'],
        ['/admin?tab=vendors', 'No vendors yet'],
        ['/admin?tab=deleted-users', 'No deleted users'],
        ['/admin/members', 'No members yet'],
      ] as const) {
        await secretary.go(path)
        await said(secretary.page, words)
        await healthy(secretary.page)
      }
      await call(secretary.page, 'POST', '/api/admin/members', asha)
      const { page } = secretary
      await open(secretary, 'Edit Asha Patil')
      await page.getByLabel('Remarks').fill('Calls after 4 pm')

      const theirs = treasurer.page
      await open(treasurer, 'Edit Asha Patil')
      await theirs.getByLabel('Business Partner').fill('Anil Mehta')
      await button(theirs, 'Save Changes').click()
      await said(theirs, 'Member updated successfully')

      await button(page, 'Save Changes').click()
      await page.getByText(/^Tanvi Rao has changed the business partner since/).waitFor()
      await healthy(page)
      await button(page, 'Load it again').click()
      await expect.poll(() => page.getByLabel('Business Partner').inputValue()).toBe('Anil Mehta')
      expect(await page.getByLabel('Remarks').inputValue()).toBe('Calls after 4 pm')
      await button(page, 'Save Changes').click()
      await said(page, 'Member updated successfully')
      await closed(page)

      // Both are in the history; the last one is taken back, the other stays.
      await button(page, 'View Asha Patil').click()
      await said(page, 'Tanvi Rao changed the business partner')
      await healthy(page)
      await button(page, /^Undo: .* changed the remarks$/).click()
      await toasted(page, 'Success', 'The change has been taken back')
      await page.getByText(/took back a change of the remarks/).waitFor()
      const remarks = page.getByRole('definition').filter({ hasText: 'Calls after 4 pm' })
      await expect.poll(() => remarks.count()).toBe(0)
      await said(page, 'Anil Mehta')
    }))

  test('do not take the same dues twice', () =>
    asTwo(async ({ secretary, treasurer }) => {
      const { page } = secretary
      const theirs = treasurer.page
      for (const member of [meera, leena]) await call(page, 'POST', '/api/admin/members', member)
      await call(page, 'PUT', '/api/admin/settings', { dues_oem: '5000' })
      await open(secretary, 'Mark Paid Meera Joshi')
      await expect.poll(() => page.getByLabel('Amount').inputValue()).toBe('5000')
      await said(page, '₹5,000, the dues in the settings')
      await page.getByLabel('Payment Reference').fill('UTR 7')
      await open(treasurer, 'Mark Paid Meera Joshi')
      await button(theirs, 'Mark as Paid').click()
      await said(theirs, 'Payment status updated successfully')

      await button(page, 'Mark as Paid').click()
      const words = 'Tanvi Rao has changed the payment since you opened it; please load it again'
      await toasted(page, 'Error', words)
      await healthy(page)
      await button(page, 'Load it again').click()
      await page.getByText(/^PAID already: ₹5,000 until/).waitFor()
      expect(await page.getByLabel('Payment Reference').inputValue()).toBe('UTR 7')
      await button(page, 'Cancel').click()
      await closed(page)

      // Several at once: who has paid for this time stays as they are unless asked for.
      await open(treasurer, 'Mark Paid Leena Shah')
      await secretary.go('/admin?tab=oem-members')
      await chooseAll(page)
      await button(page, 'Mark chosen paid').click()
      await said(page, /^1 member, ₹5,000, valid/)
      await page.getByText(/^stays PAID until/).waitFor()
      await healthy(page)
      await button(theirs, 'Mark as Paid').click()
      await said(theirs, 'Payment status updated successfully')
      await button(page, 'Mark 1 as Paid').click()
      await said(page, words)
      await button(page, 'Load it again').click()
      await page.getByText(/^stays PAID until/).waitFor()
      expect(await button(page, /^Mark .*as Paid$/).isDisabled()).toBe(true)
      await page.getByRole('checkbox', { name: /^Replace the payment of the one/ }).check()
      await said(page, /^1 member, ₹5,000, valid/)
      await button(page, 'Mark 1 as Paid').click()
      await said(page, 'Payment status updated successfully')
      await closed(page)
      await button(page, 'View Leena Shah').click()
      await expect.poll(() => page.getByText(/^(Receipt|Reversal) /).count()).toBe(3)
    }))

  test('take a deactivation back from the history; nobody leaves the portal without one', () =>
    asTwo(async ({ secretary, treasurer }) => {
      const { page, go } = secretary
      await call(page, 'POST', '/api/admin/members', kavita)
      await go('/admin/members')
      const row = page.locator('tr, li').filter({ hasText: 'Kavita Rao' }).filter({ visible: true })
      await button(page, 'Remove Kavita Rao').click()
      await healthy(page)
      await dialog(page).getByRole('button', { name: 'Remove' }).click()
      await row.getByText('INACTIVE', { exact: true }).waitFor()
      await closed(page)
      await button(page, 'View Kavita Rao').click()
      await button(page, /^Undo: .* deactivated the member$/).click()
      await toasted(page, 'Success', 'The change has been taken back')
      await button(page, 'Close').click()
      await row.getByText('APPROVED', { exact: true }).waitFor()

      const idOf = async (person: Person) =>
        JSON.parse((await call(person.page, 'GET', '/api/user')).words).id
      const ofMe = `/api/admin/members/${await idOf(secretary)}`
      expect(await call(page, 'PUT', `${ofMe}/status`, { is_active: false })).toEqual({
        status: 409,
        words: 'You cannot deactivate yourself; ask another administrator',
      })
      expect(await call(page, 'DELETE', ofMe)).toEqual({
        status: 409,
        words: 'You cannot delete yourself; ask another administrator',
      })
      const ofThem = `/api/admin/members/${await idOf(treasurer)}`
      expect(await call(page, 'PUT', `${ofThem}/status`, { is_active: false })).toMatchObject({
        status: 200,
      })
      await treasurer.page.goto(new URL('/admin/members', treasurer.page.url()).href)
      await treasurer.page.waitForURL('**/login**')
    }))
})

async function chooseAll(page: Page) {
  for (const who of ['Meera Joshi', 'Leena Shah'])
    await page.getByRole('checkbox', { name: `Choose ${who}` }).check()
}
