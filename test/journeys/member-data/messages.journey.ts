/** Every message of contract 2.7 and 8 for Member Data, where it is read. */
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { isoDay } from '#shared/dates.ts'
import { holdRequests, serverError } from '../support/network.ts'
import { sharedSample } from '../support/portals.ts'

const sample = sharedSample()

/** Reads a toast and closes it. */
async function expectToast(page: Page, title: string, text: string): Promise<void> {
  const toast = page.getByRole('region', { name: /notification/i })
  await toast.getByText(text, { exact: true }).waitFor()
  await toast.getByText(title, { exact: true }).waitFor()
  await toast
    .getByRole('button', { name: /close|dismiss/i })
    .first()
    .click()
  await toast.getByText(text, { exact: true }).waitFor({ state: 'detached' })
}

test('Member Data shows the messages of contract 2.7 and 8', async () => {
  const { url, signIn } = await sample()
  const { page } = await signIn('admin')

  // Loading, and a failure of it.
  const list = '**/api/admin/members/data?*'
  const release = await holdRequests(page, list, serverError)
  await page.goto(`${url}/admin/member-data`)
  await page.getByText('Loading member data...', { exact: true }).waitFor()
  release()
  await page.getByText('Failed to fetch member data', { exact: true }).waitFor()
  await page.unroute(list)
  await page.getByRole('button', { name: /try again/i }).click()
  await page.getByText('Member Data Table (57 members)', { exact: true }).waitFor()

  // The switch.
  const visibility = '**/api/admin/members/*/visibility'
  const first = page.getByRole('switch').first()
  await page.route(visibility, serverError)
  const before = await first.isChecked()
  await first.hover()
  await page.mouse.down()
  // The focus may scroll the table before the button is released.
  await page.getByRole('region', { name: 'Member data' }).evaluate(async (table) => {
    table.scrollBy(0, 1)
    for (let i = 0; i < 3; i++) await new Promise(requestAnimationFrame)
  })
  await page.mouse.up()
  await expectToast(page, 'Error', 'Failed to update visibility')
  expect(await first.isChecked()).toBe(before)
  await page.unroute(visibility)
  await first.click()
  await expectToast(page, 'Success', 'Member visibility updated')

  // Download CSV (contract 9).
  const exported = '**/api/admin/export?*'
  await page.route(exported, serverError)
  await page.getByRole('button', { name: 'Download CSV' }).click()
  await expectToast(page, 'Error', 'Failed to export data')
  await page.unroute(exported)
  const download = page.waitForEvent('download')
  const today = isoDay(new Date())
  await page.getByRole('button', { name: 'Download CSV' }).click()
  const file = await download
  await expectToast(page, 'Success', 'Data exported successfully')
  const names = [today, isoDay(new Date())].map(
    (day) => `member_data_${day.replaceAll('-', '_')}.csv`,
  )
  expect(names).toContain(file.suggestedFilename())
  const [head, ...rows] = readFileSync(await file.path(), 'utf8')
    .trimEnd()
    .split('\r\n')
  expect(head).toBe(
    '\uFEFF"S. No","Membership No","Name","Business Partner","Company Name","Date of Joining","Amount (Rs.)","Paid Date","Mode (Bank/Cash/Cheque/GPay)","Reference No.","Mobile No.","Email","Website","Factory Address","Certificate Postal Address","Remarks","Visible (Yes/No)"',
  )
  expect(rows).toHaveLength(57)
  for (const [index, row] of rows.entries())
    expect(row).toMatch(new RegExp(`^"${index + 1}"(,"([^"]|"")*"){16}$`))

  // The edit dialog.
  const record = '**/api/admin/members/*/data'
  await page
    .getByRole('button', { name: /^Edit / })
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: 'Edit Member Data' })
  const fail = await holdRequests(page, record, serverError)
  await dialog.getByLabel('Remarks').fill('Calls after 4 pm')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await dialog.getByRole('button', { name: 'Saving...' }).waitFor()
  fail()
  await expectToast(page, 'Error', 'Failed to update member')
  await page.unroute(record)
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expectToast(page, 'Success', 'Member updated successfully')

  // Upload CSV, with the template, which has one row.
  await page.getByRole('button', { name: 'Upload CSV' }).click()
  const template = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Template for vendors' }).click()
  const saved = await template
  expect(saved.suggestedFilename()).toBe('vendor-import-template.csv')
  const text = readFileSync(await saved.path(), 'utf8')
  expect(text.trimEnd().split('\r\n')).toHaveLength(2)
  await page.getByLabel('Spreadsheet').setInputFiles({
    name: 'vendor-import-template.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(text),
  })
  await page.getByRole('row', { name: /New Asha Patil Sample Boards Pvt Ltd/ }).waitFor()
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await expectToast(page, 'Success', 'Members imported successfully')
})
