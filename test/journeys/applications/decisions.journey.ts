import { expect, test } from 'vitest'
import { isTo } from '#test/support/process/sign-in.ts'
import { submitApplication } from '../support/applications.ts'
import { setFilter } from '../support/filters.ts'
import { axeViolations } from '../support/layout.ts'
import { secondAdminEmail, signInAsAdmin } from '../support/portals.ts'
import {
  dialog,
  dialogClosed,
  firms,
  focused,
  hiddenButtons,
  names,
  openReview,
  row,
  updated,
} from '../support/review.ts'
import { desktop, resizeWindow, tablet } from '../support/windows.ts'

test('a rejection is mailed with its reason and reopened; changes are requested with a reason', async () => {
  const {
    url,
    mail,
    admin: { page, go },
  } = await openReview()
  for (const firm of [firms.asha, firms.ravi, firms.farida]) await submitApplication(url, firm)
  await go('/admin')
  await row(page, 'Ravi Kumar').getByRole('button', { name: 'Reject' }).click()
  await page.getByLabel(/^Reason/).fill('No GST number')
  await page.keyboard.press('Escape')
  await dialogClosed(page)
  await row(page, 'Ravi Kumar').getByRole('button', { name: 'Reject' }).click()
  await page.getByText('Your unsaved changes were restored.').waitFor()
  expect(await page.getByLabel(/^Reason/).inputValue()).toBe('No GST number')
  await dialog(page).getByRole('button', { name: 'Reject' }).click()
  await updated(page)
  await expect.poll(() => names(page)).toEqual(['Farida Sheikh', 'Asha Patil'])
  await expect.poll(() => focused(page)).toBe('View Details Asha Patil')
  expect(await page.evaluate(() => Object.keys(sessionStorage))).toEqual([])
  await mail.waitFor(isAbout('ravi@ply.example', 'No GST number'))

  await row(page, 'Farida Sheikh').getByRole('button', { name: 'View Details' }).click()
  await dialog(page).getByRole('button', { name: 'Request changes' }).click()
  await page.getByRole('heading', { name: 'Request Changes' }).waitFor()
  await dialog(page).getByRole('button', { name: 'Request changes' }).click()
  await page.getByText('Please enter what should be changed').waitFor()
  await page.getByLabel('What should be changed').fill('A sharper PAN card, please')
  expect(await axeViolations(page)).toEqual([])
  await dialog(page).getByRole('button', { name: 'Request changes' }).click()
  await expect.poll(() => names(page)).toEqual(['Asha Patil'])
  await dialogClosed(page)
  await expect.poll(() => focused(page)).toBe('View Details Asha Patil')
  const received = await mail.waitFor(isAbout('farida@veneer.example', 'A sharper PAN card'))
  expect(received.text).toMatch(/\/apply\/status#token=[\w-]{43}\s/)

  await page.getByRole('link', { name: 'All applications' }).click()
  await row(page, 'Changes requested').waitFor()
  await resizeWindow(page, tablet)
  await expect.poll(() => hiddenButtons(page)).toEqual([])
  await resizeWindow(page, desktop)
  await setFilter(page, 'Status', 'Rejected')
  await expect.poll(() => names(page)).toEqual(['Ravi Kumar'])
  await page.getByText(/deleted after 90 days/).waitFor()
  expect(await row(page, 'Ravi Kumar').textContent()).toContain('by secretary')
  expect(await axeViolations(page)).toEqual([])
  await row(page, 'Ravi Kumar').getByRole('button', { name: 'Reopen' }).click()
  await page.getByText('No rejected applications').waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect.poll(() => names(page)).toEqual(['Farida Sheikh', 'Ravi Kumar', 'Asha Patil'])
  await page.getByRole('searchbox').fill('ply hou')
  await expect.poll(() => names(page)).toEqual(['Ravi Kumar'])
  expect(new URL(page.url()).searchParams.get('q')).toBe('ply hou')
})

const isAbout = (email: string, text: string) => (mail: Parameters<ReturnType<typeof isTo>>[0]) =>
  isTo(email)(mail) && mail.text?.includes(text) === true

test('an approval warns of possible duplicates first', async () => {
  const {
    url,
    admin: { page, go },
  } = await openReview()
  await submitApplication(url, firms.asha)
  await submitApplication(url, { ...firms.farida, whatsappNumber: firms.asha.whatsappNumber })
  await go('/admin')
  const approve = row(page, 'Farida Sheikh').getByRole('button', { name: 'Approve' })
  await approve.click()
  await dialog(page)
    .getByText('Application (pending): Asha Patil, Teak & Co (same phone number)')
    .waitFor()
  expect(await axeViolations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await dialogClosed(page)
  await expect.poll(() => focused(page)).toBe('Approve Farida Sheikh')
  await approve.click()
  await dialog(page).getByRole('button', { name: 'Approve' }).click()
  await updated(page)
  await dialogClosed(page)
  await page.getByText(/^Farida Sheikh of Veneer Works is now .*member/).waitFor()
  await expect.poll(() => focused(page)).toBe('View Details Asha Patil')
  await page.getByText('Total Members').locator('../..').getByText('1', { exact: true }).waitFor()

  await row(page, 'Asha Patil').getByRole('button', { name: 'View Details' }).click()
  await dialog(page)
    .getByText(/^Member OEM\d{7}: Farida Sheikh/)
    .waitFor()
  await dialog(page).getByRole('button', { name: 'Approve' }).click()
  await page.getByText('Approve anyway?').waitFor()
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('heading', { name: 'Application Details' }).waitFor()
})

test('of two concurrent administrators one decides and the other sees who did', async () => {
  const association = await openReview()
  const { url, admin: first } = association
  await submitApplication(url, firms.asha)
  await first.context.request.post(`${url}/api/admin/admins`, {
    data: { name: 'Treasurer', email: secondAdminEmail },
    headers: { Origin: url },
  })
  const second = await signInAsAdmin(association, secondAdminEmail)
  for (const { page, go } of [first, second]) {
    await go('/admin')
    await row(page, 'Asha Patil').getByRole('button', { name: 'View Details' }).click()
    await page.getByText('Uploaded Documents').waitFor()
  }
  await second.page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click()
  await second.page.getByLabel(/^Reason/).fill('We know them')
  await dialog(first.page).getByRole('button', { name: 'Approve' }).click()
  await updated(first.page)
  await dialogClosed(first.page)
  await first.page.getByText('No pending applications').waitFor()

  await dialog(second.page).getByRole('button', { name: 'Reject' }).click()
  const message = /^.+ has already approved this application$/
  await dialog(second.page).getByRole('alert').filter({ hasText: message }).waitFor()
  expect(await second.page.getByLabel(/^Reason/).inputValue()).toBe('We know them')
  expect(await axeViolations(second.page)).toEqual([])
  await dialog(second.page).getByRole('button', { name: 'Cancel' }).click()
  await dialog(second.page).getByText('Approved', { exact: true }).waitFor()
  expect(await dialog(second.page).getByRole('button').allTextContents()).toEqual(['', 'Close'])
})
