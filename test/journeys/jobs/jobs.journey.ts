/** Jobs on the dashboard and on the job boards. */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { axeViolations, expectSoundLayout, overflow } from '../support/layout.ts'
import { sharedSample } from '../support/portals.ts'
import { phone } from '../support/windows.ts'

const sample = sharedSample()

const rows = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('cell') })
const titles = (page: Page) => rows(page).getByRole('cell').nth(0)
const press = async (page: Page, row: number, name: string) => {
  await rows(page).nth(row).getByRole('button', { name }).focus()
  await page.keyboard.press('Enter')
}
/** The focused element: its tag, its text if it is a button, and the job in its row. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement
    const title = element?.closest('tr')?.querySelector('td')?.textContent ?? ''
    return `${element?.tagName}: ${element?.tagName === 'BUTTON' ? element.textContent : ''} ${title}`
  })
const titleAt = async (page: Page, row: number) =>
  (await rows(page).nth(row).getByRole('cell').first().textContent()) ?? ''

test('drafts of administrators survive Escape until they are sent or discarded', async () => {
  const { openAs } = await sample()
  const { page } = await openAs('admin', '/admin?tab=job-posts')
  const banner = page.getByText('Your unsaved changes were restored.')
  const dialogClosed = () => page.getByRole('dialog').waitFor({ state: 'detached' })
  await titles(page).waitFor()
  await press(page, 0, 'Reject')
  await page.getByLabel(/^Reason/).fill('No pay is named')
  await page.keyboard.press('Escape')
  await dialogClosed()
  await press(page, 1, 'Reject')
  expect(await page.getByLabel(/^Reason/).inputValue()).toBe('')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await press(page, 0, 'Reject')
  await banner.waitFor()
  expect(await page.getByLabel(/^Reason/).inputValue()).toBe('No pay is named')
  expect(await axeViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Start over' }).click()
  expect(await page.getByLabel(/^Reason/).inputValue()).toBe('')
  await page.keyboard.press('Escape')
  await dialogClosed()

  await page.getByRole('tab', { name: 'Approved Jobs' }).click()
  await titles(page).waitFor()
  await press(page, 0, 'Edit')
  await page.getByLabel('Title', { exact: true }).fill('Fixture draughtsperson')
  await page.keyboard.press('Escape')
  await dialogClosed()
  await press(page, 1, 'Edit')
  expect(await banner.count()).toBe(0)
  await page.getByRole('button', { name: 'Close' }).click()
  await press(page, 0, 'Edit')
  await banner.waitFor()
  expect(await page.getByLabel('Title', { exact: true }).inputValue()).toBe(
    'Fixture draughtsperson',
  )
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await page.getByText('Job updated successfully').first().waitFor()
  await dialogClosed()
  await press(page, 0, 'Edit')
  expect(await banner.count()).toBe(0)
  expect(await page.evaluate(() => Object.keys(sessionStorage))).toEqual([])
})

test('a job is shared by its link, which is shown where the browser cannot copy', async () => {
  const { openAs, url } = await sample()
  const { page, context } = await openAs('seeker', '/jobs', phone)
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
  const oem = await openAs('oem', copied.slice(url.length))
  await oem.page
    .getByRole('dialog')
    .getByRole('heading', { name: title ?? '' })
    .waitFor()
  await oem.page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('', 'NotAllowedError'))
  })
  await oem.page.getByRole('button', { name: 'Copy link' }).click()
  const address = oem.page.getByLabel('Link to this job')
  expect(await address.inputValue()).toBe(copied)
  expect(await axeViolations(oem.page)).toEqual([])
  expect(await overflow(page)).toBeLessThanOrEqual(0)
})

/** Whether an import that has failed fails again without a request, as in older versions of Chromium. */
async function remembersFailedImports(page: Page): Promise<boolean> {
  let isBlocked = true
  await page.route('**/assets/probe.js', (route) =>
    isBlocked ? route.abort() : route.fulfill({ contentType: 'text/javascript', body: '' }),
  )
  const isLoaded = () => page.evaluate("import('/assets/probe.js').then(() => true, () => false)")
  await isLoaded()
  isBlocked = false
  return !(await isLoaded())
}

test('a posting form that fails to load leaves the board usable and is loaded again', async () => {
  // A new window, which has not loaded the code of the form yet.
  const { signIn } = await sample()
  const { page, context, go } = await signIn('oem')
  let isBlocked = true
  const blocked: string[] = []
  await context.route(/\/dialogs-/, (route) => {
    blocked.push(route.request().url())
    return isBlocked ? route.abort() : route.continue()
  })
  await go('/oem/jobs')
  await page.getByRole('button', { name: 'View Details' }).first().waitFor()
  await page.getByRole('button', { name: 'Post New Job' }).click()
  await page.getByText("Couldn't load this section").waitFor()
  await page.getByRole('button', { name: 'View Details' }).first().waitFor()
  expect(await axeViolations(page)).toEqual([])
  isBlocked = false
  const again = page.getByRole('button', { name: 'Try again' })
  await again.click()
  if (await remembersFailedImports(page)) {
    // Such a browser needs the whole page again.
    const loaded = page.waitForEvent('load')
    await again.click()
    await loaded
    await page.getByRole('button', { name: 'Post New Job' }).click()
  }
  await page
    .getByRole('dialog')
    .getByLabel(/^Job Title/)
    .waitFor()
  expect(blocked.length).toBeGreaterThan(0)
})

test('a posting form opens offline once the board has loaded', async () => {
  // A new window, which has not loaded the code of the form yet.
  const { signIn } = await sample()
  const { page, context, go } = await signIn('oem')
  const loaded = page.waitForResponse(/\/dialogs-/)
  await go('/oem/jobs')
  await loaded
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Post New Job' }).click()
  await page
    .getByRole('dialog')
    .getByLabel(/^Job Title/)
    .waitFor()
})

test('details show a very long title in full, and the search finds a trade in both languages', async () => {
  const { openAs } = await sample()
  const long = 'Ä'.repeat(190)
  const admin = await openAs('admin', '/admin?tab=approved-jobs')
  await titles(admin.page).waitFor()
  await press(admin.page, 0, 'Edit')
  await admin.page.getByLabel('Title', { exact: true }).fill(long)
  await admin.page.getByRole('button', { name: 'Save Changes' }).click()
  await admin.page.getByText('Job updated successfully').first().waitFor()
  const { page, go } = await openAs('seeker', '/jobs', phone)
  await page.getByRole('button', { name: 'View Details' }).first().click()
  await page.getByRole('dialog').getByRole('paragraph').filter({ hasText: long }).waitFor()
  await expectSoundLayout(page)
  await go('/jobs/search')
  // Without the nukta, as many telephones type it.
  for (const trade of ['बढई', 'badhai']) {
    await page.getByRole('searchbox').fill('no such trade')
    await page.getByText('0 jobs found').waitFor()
    await page.getByRole('searchbox').fill(trade)
    await page
      .getByText(/^\d jobs? found$/)
      .filter({ hasNotText: '0 jobs' })
      .waitFor()
    await page.getByRole('heading', { name: 'बढ़ई' }).waitFor()
  }
})

test('on a phone a Hindi description is cut between lines, and Close is level with the title', async () => {
  const { openAs } = await sample()
  const { page } = await openAs('seeker', '/jobs?q=बढ़ई', phone)
  const description = page.getByText('शीशम और आम').first()
  // The marks above the next line would show in a padding.
  expect(await description.evaluate((text) => getComputedStyle(text).paddingBottom)).toBe('0px')
  await page.getByRole('button', { name: 'View Details' }).first().click()
  const dialog = page.getByRole('dialog')
  const middles = [
    dialog.getByRole('heading', { level: 2 }),
    dialog.getByRole('button', { name: 'Close' }),
  ].map(async (element) => {
    const box = await element.boundingBox()
    return box ? box.y + box.height / 2 : Number.NaN
  })
  const [title = 0, close = 0] = await Promise.all(middles)
  expect(Math.abs(title - close)).toBeLessThan(1.5)
})

test('an added member is announced with the number until dismissed', async () => {
  const { openAs } = await sample()
  const { page } = await openAs('admin', '/admin')
  await page.getByRole('button', { name: 'Add Member Manually' }).click()
  await page.getByRole('radio', { name: 'OEM Member' }).check()
  for (const [label, value] of [
    ['Name', 'Asha Patil'],
    ['Company Name', 'Teak & Co'],
    ['Email', 'asha@teak.example'],
    ['WhatsApp Number', '+91 98765 43210'],
  ] as const)
    await page.getByLabel(label, { exact: true }).fill(value)
  await page.getByRole('button', { name: 'Add Member', exact: true }).click()
  const notice = page.getByText(/^Asha Patil of Teak & Co is now member OEM\d{7}$/)
  await notice.waitFor()
  expect(await axeViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Dismiss', exact: true }).last().click()
  await notice.waitFor({ state: 'detached' })
})

describe('the focus on the dashboard', () => {
  // These use up what the tests above need.
  const sample = sharedSample()

  test('moves to the same button of the next row, else the one before, else the list', async () => {
    const { openAs } = await sample()
    const { page } = await openAs('admin', '/admin?tab=job-posts')
    await titles(page).waitFor()
    await expect.poll(() => rows(page).count()).toBe(3)

    const second = await titleAt(page, 1)
    await press(page, 0, 'Approve')
    await expect.poll(() => focused(page)).toBe(`BUTTON: Approve ${second}`)

    await press(page, 1, 'Reject')
    await page.getByLabel(/^Reason/).fill('No pay is named')
    await page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click()
    await expect.poll(() => focused(page)).toBe(`BUTTON: Reject ${second}`)

    await press(page, 0, 'View')
    await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
    await page.getByText('No pending jobs').waitFor()
    await expect.poll(() => focused(page)).toBe('DIV:  ')
    expect(await axeViolations(page)).toEqual([])
  })

  test('moves on after a deletion and returns after a cancelled one', async () => {
    const { openAs } = await sample()
    const { page } = await openAs('admin', '/admin?tab=approved-jobs')
    await titles(page).waitFor()
    const [first, second] = [await titleAt(page, 0), await titleAt(page, 1)]
    await press(page, 0, 'Delete')
    await page.keyboard.press('Escape')
    await expect.poll(() => focused(page)).toBe(`BUTTON: Delete ${first}`)
    await press(page, 0, 'Delete')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect.poll(() => focused(page)).toBe(`BUTTON: Delete ${second}`)

    await page.getByRole('searchbox').fill('no such trade')
    await page.getByText('No jobs match your search').waitFor()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await page.getByText(second, { exact: true }).waitFor()
    expect(await page.getByRole('searchbox').inputValue()).toBe('')
  })
})

test('marking a job filled asks first', async () => {
  const { openAs } = await sample()
  const { page } = await openAs('oem', '/oem/jobs?tab=mine')
  const open = page.getByRole('button', { name: 'Mark as filled' })
  await open.first().waitFor()
  const before = await open.count()
  await open.first().click()
  await page.getByRole('dialog').getByText('Mark this job as filled?').waitFor()
  await page.getByRole('button', { name: 'Cancel' }).click()
  expect(await open.count()).toBe(before)
  await open.first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Mark as filled' }).click()
  await page.getByText('Job marked as filled').first().waitFor()
  await expect.poll(() => open.count()).toBe(before - 1)
})
