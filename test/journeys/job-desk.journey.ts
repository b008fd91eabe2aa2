/** Jobs at the desk of the administrator and on the boards. Those who use up what there is come last. */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { axeViolations, overflow, phone } from './support/people.ts'
import { onOneSample } from './support/portals.ts'

const sample = onOneSample()

const rows = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('cell') })
const titles = (page: Page) => rows(page).getByRole('cell').nth(0)
const press = async (page: Page, row: number, name: string) => {
  await rows(page).nth(row).getByRole('button', { name }).focus()
  await page.keyboard.press('Enter')
}
/** What has the focus: its words, and the title of the job it stands with. */
const focus = (page: Page) =>
  page.evaluate(() => {
    const it = document.activeElement
    const title = it?.closest('tr')?.querySelector('td')?.textContent ?? ''
    return `${it?.tagName}: ${it?.tagName === 'BUTTON' ? it.textContent : ''} ${title}`
  })
const titleAt = async (page: Page, row: number) =>
  (await rows(page).nth(row).getByRole('cell').first().textContent()) ?? ''

test('an administrator’s words outlive Escape and Cancel until they are sent or put aside', async () => {
  const { at } = await sample()
  const { page } = await at('admin', '/admin?tab=job-posts')
  const offered = page.getByText('What you typed before is still here.')
  const shut = () => page.getByRole('dialog').waitFor({ state: 'detached' })
  await titles(page).waitFor()
  await press(page, 0, 'Reject')
  await page.getByLabel(/^Reason/).fill('No pay is named')
  await page.keyboard.press('Escape')
  await shut()
  await press(page, 1, 'Reject')
  expect(await page.getByLabel(/^Reason/).inputValue()).toBe('')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await press(page, 0, 'Reject')
  await offered.waitFor()
  expect(await page.getByLabel(/^Reason/).inputValue()).toBe('No pay is named')
  expect(await axeViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Start afresh' }).click()
  expect(await page.getByLabel(/^Reason/).inputValue()).toBe('')
  await page.keyboard.press('Escape')
  await shut()

  await page.getByRole('tab', { name: 'Approved Jobs' }).click()
  await titles(page).waitFor()
  await press(page, 0, 'Edit')
  await page.getByLabel('Title', { exact: true }).fill('Fixture draughtsperson')
  await page.keyboard.press('Escape')
  await shut()
  await press(page, 1, 'Edit')
  expect(await offered.count()).toBe(0)
  await page.getByRole('button', { name: 'Close' }).click()
  await press(page, 0, 'Edit')
  await offered.waitFor()
  expect(await page.getByLabel('Title', { exact: true }).inputValue()).toBe(
    'Fixture draughtsperson',
  )
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await page.getByText('Job updated successfully').first().waitFor()
  await shut()
  await press(page, 0, 'Edit')
  expect(await offered.count()).toBe(0)
  expect(await page.evaluate(() => Object.keys(sessionStorage))).toEqual([])
})

test('a job is sent on by its link, by hand where the device does not copy', async () => {
  const { at, url } = await sample()
  const { page, context } = await at('seeker', '/jobs', phone)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: url })
  await page.getByRole('button', { name: 'View Details' }).first().click()
  const title = await page.getByRole('dialog').getByRole('heading').first().textContent()
  await page.getByRole('button', { name: 'Copy link' }).click()
  await page.getByText('Link copied').first().waitFor()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toMatch(new RegExp(`^${url}/jobs\\?job=[\\w-]+$`))
  expect(await page.getByRole('button', { name: 'Share', exact: true }).count()).toBe(
    await page.evaluate(() => ('share' in navigator ? 1 : 0)),
  )
  const oem = await at('oem', copied.slice(url.length))
  await oem.page
    .getByRole('dialog')
    .getByRole('heading', { name: title ?? '' })
    .waitFor()
  await oem.page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('', 'NotAllowedError'))
  })
  await oem.page.getByRole('button', { name: 'Copy link' }).click()
  const byHand = oem.page.getByLabel('Address of this job')
  expect(await byHand.inputValue()).toBe(copied)
  expect(await axeViolations(oem.page)).toEqual([])
  expect(await overflow(page)).toBeLessThanOrEqual(0)
})

test('a posting form that does not arrive leaves the board, and is tried again', async () => {
  // The code of the form must not lie in the window already.
  const { enter } = await sample()
  const { page, context, go } = await enter('oem')
  let gone = true
  const missing: string[] = []
  await context.route(/PostJobDialog/, (route) => {
    missing.push(route.request().url())
    return gone ? route.abort() : route.continue()
  })
  await go('/oem/jobs')
  await page.getByRole('button', { name: 'View Details' }).first().waitFor()
  await page.getByRole('button', { name: 'Post New Job' }).click()
  await page.getByText('Could not be loaded. Try again.').waitFor()
  await page.getByRole('button', { name: 'View Details' }).first().waitFor()
  expect(await axeViolations(page)).toEqual([])
  gone = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await page
    .getByRole('dialog')
    .getByLabel(/^Job Title/)
    .waitFor()
  expect(missing.length).toBeGreaterThan(0)
})

test('a posting form is there when the line is lost after the board has come', async () => {
  // The code of the form must not lie in the window already.
  const { enter } = await sample()
  const { page, context, go } = await enter('oem')
  const arrived = page.waitForResponse(/PostJobDialog/)
  await go('/oem/jobs')
  await arrived
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Post New Job' }).click()
  await page
    .getByRole('dialog')
    .getByLabel(/^Job Title/)
    .waitFor()
})

test('a very long title stands in full in the details, and Hindi is found without its nukta', async () => {
  const { at } = await sample()
  const long = 'Ä'.repeat(190)
  const admin = await at('admin', '/admin?tab=approved-jobs')
  await titles(admin.page).waitFor()
  await press(admin.page, 0, 'Edit')
  await admin.page.getByLabel('Title', { exact: true }).fill(long)
  await admin.page.getByRole('button', { name: 'Save Changes' }).click()
  await admin.page.getByText('Job updated successfully').first().waitFor()
  const { page, go } = await at('seeker', '/jobs', phone)
  await page.getByRole('button', { name: 'View Details' }).first().click()
  await page.getByRole('dialog').getByRole('paragraph').filter({ hasText: long }).waitFor()
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  expect(await axeViolations(page)).toEqual([])
  await go('/jobs/search')
  await page.getByRole('searchbox').fill('बढई')
  await page.getByText('1 job found').waitFor()
  await page.getByRole('heading', { name: 'बढ़ई' }).waitFor()
})

test('who was added is told with the number, until it is put away', async () => {
  const { at } = await sample()
  const { page } = await at('admin', '/admin')
  await page.getByRole('button', { name: 'Add Member Manually' }).click()
  await page.getByRole('radio', { name: 'OEM Member' }).check()
  for (const [label, typed] of [
    ['Name', 'Asha Patil'],
    ['Company Name', 'Teak & Co'],
    ['Email', 'asha@teak.example'],
    ['WhatsApp Number', '+91 98765 43210'],
  ] as const)
    await page.getByLabel(label, { exact: true }).fill(typed)
  await page.getByRole('button', { name: 'Add Member', exact: true }).click()
  const told = page.getByText(/^Asha Patil of Teak & Co is now member OEM\d{7}$/)
  await told.waitFor()
  expect(await axeViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Dismiss', exact: true }).last().click()
  await told.waitFor({ state: 'detached' })
})

describe('the keyboard at the administrator’s desk', () => {
  test('goes on to the same button of the next row, else the one before, else the list', async () => {
    const { at } = await sample()
    const { page } = await at('admin', '/admin?tab=job-posts')
    await titles(page).waitFor()
    await expect.poll(() => rows(page).count()).toBe(3)

    const second = await titleAt(page, 1)
    await press(page, 0, 'Approve')
    await expect.poll(() => focus(page)).toBe(`BUTTON: Approve ${second}`)

    await press(page, 1, 'Reject')
    await page.getByLabel(/^Reason/).fill('No pay is named')
    await page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click()
    await expect.poll(() => focus(page)).toBe(`BUTTON: Reject ${second}`)

    await press(page, 0, 'View')
    await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
    await page.getByText('No pending jobs').waitFor()
    await expect.poll(() => focus(page)).toBe('DIV:  ')
    expect(await axeViolations(page)).toEqual([])
  })

  test('goes on after a deletion, and stays where a cancelled one began', async () => {
    const { at } = await sample()
    const { page } = await at('admin', '/admin?tab=approved-jobs')
    await titles(page).waitFor()
    const [first, second] = [await titleAt(page, 0), await titleAt(page, 1)]
    await press(page, 0, 'Delete')
    await page.keyboard.press('Escape')
    await expect.poll(() => focus(page)).toBe(`BUTTON: Delete ${first}`)
    await press(page, 0, 'Delete')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect.poll(() => focus(page)).toBe(`BUTTON: Delete ${second}`)

    await page.getByRole('searchbox').fill('no such trade')
    await page.getByText('No jobs match your search').waitFor()
    await page.getByRole('button', { name: 'Clear the search' }).click()
    await page.getByText(second, { exact: true }).waitFor()
    expect(await page.getByRole('searchbox').inputValue()).toBe('')
  })
})

test('marking a job filled asks first', async () => {
  const { at } = await sample()
  const { page } = await at('oem', '/oem/jobs?tab=mine')
  const open = page.getByRole('button', { name: 'Mark filled' })
  await open.first().waitFor()
  const before = await open.count()
  await open.first().click()
  await page.getByRole('dialog').getByText('Mark this job filled?').waitFor()
  await page.getByRole('button', { name: 'Cancel' }).click()
  expect(await open.count()).toBe(before)
  await open.first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Mark filled' }).click()
  await page.getByText('Job marked as filled').first().waitFor()
  await expect.poll(() => open.count()).toBe(before - 1)
})
