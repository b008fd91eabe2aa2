import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { workbook } from '#test/files/workbook.ts'
import { axeViolations, expectSoundLayout, expectSoundLayoutAt } from '../support/layout.ts'
import { sharedSample } from '../support/portals.ts'
import { phone, tablet } from '../support/windows.ts'

const sample = sharedSample()

/** An administrator of the sample association at the loaded table. */
async function openMemberData(): Promise<Page> {
  const { openAs } = await sample()
  const { page } = await openAs('admin', '/admin/member-data')
  await page.getByRole('heading', { name: 'Member Data Management' }).waitFor()
  await page.getByText(/^Member Data Table \(\d+ members\)$/).waitFor()
  return page
}

const count = async (page: Page) =>
  Number((await page.getByText(/^Member Data Table/).textContent())?.match(/\d+/)?.[0])
const search = (page: Page, text: string) =>
  page.getByPlaceholder('Search by name, company, email, or membership number...').fill(text)
const choose = (page: Page, name: string, content: string | Buffer) =>
  page.getByLabel('Spreadsheet').setInputFiles({
    name,
    mimeType: 'text/csv',
    buffer: Buffer.from(content),
  })

const selectType = (page: Page) => page.getByLabel('OEM members', { exact: true }).check()

const columns =
  'S.No, Membership No, Name, Business Partner, Company Name, Date of Joining, Amount (Rs.), Paid Date, Mode, Reference No., Mobile No., Email, Website, Factory Address, Certificate Address, Remarks, Visible, Actions'

describe('Member Data Management', () => {
  test('shows every column, searches while typing, and saves the switch immediately', async () => {
    const page = await openMemberData()
    await expectSoundLayout(page)
    expect(await page.getByRole('columnheader').allTextContents()).toEqual(columns.split(', '))
    const all = await count(page)
    await search(page, 'MARUDHAR')
    await expect.poll(() => count(page)).toBe(1)
    const visible = page.getByRole('switch')
    const before = await visible.isChecked()
    await visible.click()
    await page.getByText('Member visibility updated').first().waitFor()
    await page.reload()
    await expect.poll(() => count(page)).toBe(1)
    expect(await visible.isChecked()).toBe(!before)
    await search(page, '')
    await expect.poll(() => count(page)).toBe(all)
    await search(page, 'no such member')
    await page.getByText('No members match your search').waitFor()
    await page.getByText('Member Data Table (0 members)').waitFor()
  })

  test('edits a record with its payment', async () => {
    const page = await openMemberData()
    await search(page, 'marudhar')
    await expect.poll(() => count(page)).toBe(1)
    await page.getByRole('button', { name: /^Edit / }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit Member Data' })
    for (const label of [
      'Name',
      'Business Partner',
      'Company Name',
      'Payment Amount (Rs.)',
      'Payment Mode',
      'Reference No.',
      'Mobile No.',
      'Email',
      'Website',
      'Factory Address',
      'Certificate Postal Address',
      'Remarks',
    ])
      await dialog.getByLabel(label, { exact: true }).waitFor()
    const mode = dialog.getByLabel('Payment Mode')
    expect(await mode.locator('option').allTextContents()).toEqual([
      'Select payment mode',
      'Bank',
      'Cash',
      'Cheque',
      'GPay',
    ])
    await dialog.getByLabel('Payment Amount (Rs.)').fill('1,25,000.50')
    await mode.selectOption('Cheque')
    await dialog.getByLabel('Remarks').fill('Pays by cheque')
    expect(await axeViolations(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Save Changes' }).click()
    await page.getByText('Member updated successfully').first().waitFor()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('cell', { name: '₹1,25,000.50' }).waitFor()
    await page.getByRole('cell', { name: 'Cheque', exact: true }).waitFor()
    await page.getByRole('button', { name: /^Edit / }).click()
    await dialog.getByLabel('Email', { exact: true }).fill('nonsense')
    await dialog.getByRole('button', { name: 'Save Changes' }).click()
    await page.getByText('Invalid email address').first().waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
  })

  test('downloads all members, and finds nothing new in its own download', async () => {
    const page = await openMemberData()
    const all = await count(page)
    await search(page, 'marudhar')
    await expect.poll(() => count(page)).toBe(1)
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download CSV' }).click()
    const file = await download
    await page.getByText('Data exported successfully').first().waitFor()
    expect(file.suggestedFilename()).toMatch(/^member_data_\d{4}_\d\d_\d\d\.csv$/)
    const text = readFileSync(await file.path(), 'utf8')
    expect(text.match(/^"\d+","(OEM|VENDOR)/gm)).toHaveLength(all)
    await page.getByRole('button', { name: 'Upload CSV' }).click()
    await choose(page, 'again.csv', text)
    await page.getByText('This file contains no changes.').waitFor()
    expect(await page.getByRole('button', { name: 'Import', exact: true }).isDisabled()).toBe(true)
  })

  test('shows the plan and the errors of an import, imports and undoes it', async () => {
    const page = await openMemberData()
    const all = await count(page)
    await page.getByRole('button', { name: 'Upload CSV' }).click()
    const head = 'Name,Email,Firm name,Mobile,Amount'
    await choose(page, 'm.csv', `${head}\nA,x,Boards,98,five\n`)
    const wrong = page.getByRole('region', { name: 'Rows with errors' })
    await wrong.getByText('Please enter a valid WhatsApp number').waitFor()
    expect(await wrong.getByRole('row').count()).toBe(5)
    await expectSoundLayoutAt(page, tablet, phone)
    const rows = 'Meera Joshi,meera@boards.example,Boards Ltd,9876543210,5000'
    await choose(page, 'm.csv', `${head}\n${rows}\n`)
    await selectType(page)
    await page.getByRole('row', { name: /New Meera Joshi Boards Ltd/ }).waitFor()
    expect(await count(page)).toBe(all)
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await page.getByText('1 new, 0 updated, 0 unchanged.').waitFor()
    await page.getByText('Members imported successfully').first().waitFor()
    await expect.poll(() => count(page)).toBe(all + 1)
    await page.getByRole('button', { name: 'Undo this import' }).click()
    const undo = page.getByRole('dialog', { name: 'Undo this import' })
    await undo.getByText(/^1 new member is deleted/).waitFor()
    await expectSoundLayoutAt(page, tablet, phone)
    await undo.getByRole('button', { name: 'Undo 1 row' }).click()
    await undo.getByText('1 row was undone.').waitFor()
    await expect.poll(() => count(page)).toBe(all)
  })

  test('lists past imports and undoes one', async () => {
    const page = await openMemberData()
    const all = await count(page)
    await page.getByRole('button', { name: 'Upload CSV' }).click()
    const rows = 'Meera Joshi,meera@boards.example,Boards Ltd,9876543210'
    await choose(page, 'april.csv', `Name,Email,Firm name,Mobile\n${rows}\n`)
    await selectType(page)
    await page.getByRole('row', { name: /New Meera Joshi Boards Ltd/ }).waitFor()
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await page.getByText('1 new, 0 updated, 0 unchanged.').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'More', exact: true }).press('Enter')
    await page.getByRole('menuitem', { name: 'Past imports' }).press('Enter')
    const past = page.getByRole('dialog', { name: 'Past imports' })
    const april = past.getByRole('listitem').filter({ hasText: 'april.csv' })
    await april.getByText('1 new, 0 updated, 0 unchanged').waitFor()
    await expectSoundLayoutAt(page, phone)
    await past.getByRole('button', { name: 'Undo the import of april.csv' }).press('Enter')
    const undo = page.getByRole('dialog', { name: 'Undo this import' })
    await undo.getByRole('button', { name: 'Undo 1 row' }).press('Enter')
    await undo.getByText('1 row was undone.').waitFor()
    await page.keyboard.press('Escape')
    await undo.waitFor({ state: 'detached' })
    await april.getByText(/^Undone /).waitFor()
    await page.keyboard.press('Escape')
    await past.waitFor({ state: 'detached' })
    await expect.poll(() => count(page)).toBe(all)
  })

  test('reads a workbook, maps its columns, and remembers the mapping', async () => {
    const page = await openMemberData()
    const book = workbook([
      ['नाम', 'Email', 'Firm name', 'मोबाइल', 'Godown'],
      ['Meera & Sons', 'meera@boards.example', 'Boards Ltd', 9876543210, 'Plot 5'],
    ])
    await page.getByRole('button', { name: 'Upload CSV' }).click()
    await choose(page, 'list.xlsx', book)
    await page.getByRole('row', { name: /New Meera & Sons Boards Ltd/ }).waitFor()
    expect(await page.getByLabel('नाम').inputValue()).toBe('name')
    expect(await page.getByLabel('मोबाइल').inputValue()).toBe('whatsapp_number')
    expect(await page.getByLabel('Godown').inputValue()).toBe('')
    await page.getByLabel('Godown').selectOption('Factory Address')
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Check again' }).click()
    await page.getByText('5 columns matched').waitFor()
    const blank = ['', '', '', '', '']
    const bad = ['Ravi', 'nobody', 'Ravi Ply', 9876543211, 'Plot 6']
    await choose(
      page,
      'bad.xlsx',
      workbook([blank, ['नाम', 'Email', 'Firm name', 'मोबाइल', 'Godown'], blank, bad]),
    )
    await page.getByRole('row', { name: '4 Email Invalid email address' }).waitFor()
    expect(await page.getByLabel('Email in row 4').inputValue()).toBe('nobody')
    await page.reload()
    await page.getByRole('button', { name: 'Upload CSV' }).click()
    await choose(page, 'list.xlsx', book)
    await page.getByText('5 columns matched').click()
    await expect.poll(() => page.getByLabel('Godown').inputValue()).toBe('factory_address')
  })
})
