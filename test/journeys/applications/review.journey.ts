import { expect, test } from 'vitest'
import { submitApplication } from '../support/applications.ts'
import { axeViolations, expectSoundLayout } from '../support/layout.ts'
import {
  dialog,
  dialogClosed,
  firms,
  hiddenButtons,
  names,
  openReview,
  row,
  rows,
} from '../support/review.ts'
import { narrowPhone, phone, resizeWindow, tablet } from '../support/windows.ts'

test('pending applications are sorted by date, and Back on a phone closes their dialogs', async () => {
  const {
    url,
    admin: { page, go },
  } = await openReview()
  await go('/admin')
  await page.getByText('No pending applications').waitFor()
  for (const firm of [firms.asha, firms.ravi, firms.farida]) await submitApplication(url, firm)
  await go('/admin')
  await rows(page).first().waitFor()
  expect(await names(page)).toEqual(['Farida Sheikh', 'Ravi Kumar', 'Asha Patil'])
  const tab = page.getByRole('tab', { name: 'Pending Approvals', exact: true })
  expect(await tab.getAttribute('aria-description')).toBe('3')
  const heads = await page.getByRole('columnheader').allTextContents()
  expect(heads).toEqual(['Name', 'Company', 'Type', 'Applied On', 'Actions'])
  await page.getByRole('button', { name: 'Applied On' }).click()
  await expect.poll(() => names(page)).toEqual(['Asha Patil', 'Ravi Kumar', 'Farida Sheikh'])
  await page.reload()
  await rows(page).first().waitFor()
  expect(await names(page)).toEqual(['Asha Patil', 'Ravi Kumar', 'Farida Sheikh'])
  expect(await axeViolations(page)).toEqual([])

  await resizeWindow(page, tablet)
  await expect.poll(() => hiddenButtons(page)).toEqual([])
  await resizeWindow(page, narrowPhone)
  const card = page.getByRole('listitem').filter({ hasText: 'Ply House' })
  await card.waitFor()
  await expectSoundLayout(page)
  const listed = page.url()
  await card.getByRole('button', { name: 'Reject' }).click()
  await page.getByLabel(/^Reason/).waitFor()
  await page.goBack()
  await dialogClosed(page)
  await card.getByRole('button', { name: 'View Details' }).click()
  await dialog(page).getByRole('button', { name: 'Reject' }).click()
  await page.getByLabel(/^Reason/).waitFor()
  await page.goBack()
  await dialogClosed(page)
  expect(page.url()).toBe(listed)
})

test('the details show the form data, and each file opens from its address', async () => {
  const {
    url,
    admin: { page, go, context },
  } = await openReview()
  await submitApplication(url, { ...firms.asha, noticeVersion: '2026-11-21' })
  await submitApplication(url, { ...firms.ravi, materials: '["plywood","acrylicPanels","other"]' })
  await go('/admin')
  await row(page, 'Ravi Kumar').getByRole('button', { name: 'View Details' }).click()
  await dialog(page).getByText('Acrylic Panels etc', { exact: true }).waitFor()
  await dialog(page).getByText('Wood stains').waitFor()
  await dialog(page).getByText('Sent without the form').waitFor()
  expect(await axeViolations(page)).toEqual([])
  await page.goBack()
  await dialogClosed(page)

  await row(page, 'Asha Patil').getByRole('button', { name: 'View Details' }).click()
  await dialog(page).getByText('Agreed to the privacy notice of Nov 21, 2026').waitFor()
  await dialog(page).getByRole('status').getByText('Email not confirmed').waitFor()
  await dialog(page).getByText('12 Timber Lane, Ahmedabad 380001').waitFor()
  const papers = dialog(page).getByRole('link', { name: /in a new tab$/ })
  expect(await papers.allTextContents()).toEqual([
    '',
    'Open PDF, Incorporation Certificate, in a new tab',
    'Open PNG, Company PAN Card, in a new tab',
    '',
    '',
    'Open PDF, Business Card, in a new tab',
  ])
  const pictures = dialog(page).locator('img')
  await expect
    .poll(() =>
      pictures.evaluateAll((all) => all.map((it) => (it as HTMLImageElement).naturalWidth > 0)),
    )
    .toEqual([true, true, true])
  const heads = []
  for (const link of await papers.all()) {
    expect(await link.getAttribute('target')).toBe('_blank')
    const answer = await context.request.get(url + (await link.getAttribute('href')))
    const { 'content-type': type, 'content-disposition': how, ...rest } = answer.headers()
    heads.push([answer.status(), type, how?.split(';')[0]])
    expect(rest).toMatchObject({
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    })
  }
  const picture = (type: string) => [200, type, 'inline']
  const pdf = [200, 'application/pdf', 'attachment']
  expect(heads).toEqual([
    picture('image/jpeg'),
    pdf,
    picture('image/png'),
    picture('image/jpeg'),
    picture('image/png'),
    pdf,
  ])
  expect(await axeViolations(page)).toEqual([])
  const address = page.url()
  await page.goto(address)
  await dialog(page)
    .getByText(/opened the Company PAN Card$/)
    .waitFor()
  await resizeWindow(page, phone)
  await expectSoundLayout(page)
  await page.keyboard.press('Escape')
  await dialogClosed(page)
  expect(new URL(page.url()).search).toBe('')
})
