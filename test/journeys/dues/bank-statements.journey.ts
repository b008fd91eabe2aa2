/** A treasurer imports a bank statement, on a phone and with the keyboard. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { Member } from '#features/members/answers.ts'
import {
  type BankLine,
  bankStatement,
  narrations,
  upiReference,
} from '#test/files/bank-statements.ts'
import { expectSoundLayoutAt } from '../support/layout.ts'
import { sharedAdmin } from '../support/portals.ts'
import { desktop, phone, tablet } from '../support/windows.ts'

const admin = sharedAdmin({ hasSeason: false })

/** The dues of an OEM member in the sample association. */
const dues = 10_000_00

async function importLines(page: Page, lines: readonly BankLine[]): Promise<void> {
  const { name, bytes } = bankStatement('HDFC', lines)
  await page.getByRole('button', { name: 'Import bank statement' }).first().click()
  const field = page.getByLabel('Bank statement', { exact: true })
  await field.setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from('a,b\n') })
  await page.getByText(/^This file is not a bank statement/).waitFor()
  await field.setInputFiles({ name, mimeType: 'text/csv', buffer: bytes })
  await page.getByRole('button', { name: /^Review \d+ lines?$/ }).click()
}

test('credits are confirmed one by one and all sure ones together, and undone', async () => {
  const { page } = await admin('/admin/renewals', phone)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Bank statements' }).click()
  await page.getByText('No bank statements yet').waitFor()
  const unpaid = (await oemMembers(page)).filter(({ payment_status }) => !payment_status)
  const line = (index: number, text: string, credit: number): BankLine => ({
    date: '2026-11-13',
    narration: narrations.HDFC.upi('RAHUL SHARMA', upiReference(index), text),
    reference: upiReference(index),
    credit,
  })
  const byNumber = [0, 1, 2].map((index) =>
    line(index, `${unpaid[index]?.membership_number} DUES`, index < 2 ? dues : 5000),
  )
  await importLines(page, [...byNumber, line(9, 'CANTEEN', 50_000)])
  await page.getByRole('button', { name: 'Confirm all sure ones (2)' }).waitFor()
  await expectSoundLayoutAt(page, desktop, tablet)

  await page.getByRole('button', { name: 'Confirm all sure ones (2)' }).click()
  await page.getByRole('button', { name: 'Confirm all', exact: true }).click()
  await page.getByText('2 payments recorded', { exact: true }).waitFor()
  await page.getByText('Confirmed', { exact: true }).nth(1).waitFor()

  // With the keyboard: the last line is another member's.
  await page.getByRole('button', { name: 'Choose member' }).last().focus()
  await page.keyboard.press('Enter')
  await page.getByLabel('Search members').fill(unpaid[3]?.membership_number ?? '')
  await page.getByRole('radio').focus()
  await page.keyboard.press('Space')
  await expectSoundLayoutAt(page)
  await page.getByRole('button', { name: 'Record ₹500' }).press('Enter')
  await page
    .getByText(/^Payment recorded/)
    .first()
    .waitFor()

  const more = page.getByRole('button', { name: /^More actions for / })
  await expect.poll(() => more.count()).toBe(1)
  await more.click()
  await page.getByRole('menuitem', { name: 'Ignore' }).click()
  await page.getByText('Line ignored', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Undo' }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Line opened again', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Confirm all sure ones (1)' }).waitFor()
  await page.getByLabel('Show').selectOption('Sure matches (1)')
  expect(new URL(page.url()).searchParams.get('show')).toBe('sure')

  await page.getByRole('link', { name: 'All statements' }).click()
  await page.getByText('1 line to review').waitFor()
  await expectSoundLayoutAt(page, desktop)
})

test('a transfer for several members is split with the keyboard, on a phone, and undone', async () => {
  const { page } = await admin('/admin/renewals/bank-statements', phone)
  await page.getByRole('button', { name: 'Import bank statement' }).first().waitFor()
  const unpaid = (await oemMembers(page)).filter(({ payment_status }) => !payment_status)
  const [first, second, third] = unpaid.slice(0, 3)
  const numbers = `${first?.membership_number} ${second?.membership_number}`
  await importLines(page, [
    {
      date: '2026-11-14',
      narration: narrations.HDFC.upi('SHAH GROUP', upiReference(40), numbers),
      reference: upiReference(40),
      credit: 2.5 * dues,
    },
  ])
  await page.getByRole('button', { name: 'Split over several members' }).press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByText('₹5,000 left to assign').waitFor()
  await expect.poll(() => dialog.getByText('Settles everything owed').count()).toBe(2)
  expect(await dialog.getByRole('button', { name: 'Record 2 payments' }).isDisabled()).toBe(true)
  await dialog.getByLabel('Add a member').fill(third?.membership_number ?? '')
  await dialog.getByRole('list', { name: 'Members' }).getByRole('button').press('Enter')
  const amount = dialog.getByLabel('Amount (₹)').nth(2)
  await expect.poll(() => amount.evaluate((field) => field === document.activeElement)).toBe(true)
  await page.keyboard.type('6000')
  await dialog.getByText('₹1,000 too much').waitFor()
  await page.keyboard.press('Backspace')
  await amount.fill('5000')
  await dialog.getByText('All of it is assigned').waitFor()
  await expect.poll(() => dialog.getByText('Settles everything owed').count()).toBe(3)
  await expectSoundLayoutAt(page, desktop, tablet)
  await page.keyboard.press('Enter')
  await page.getByText(/^Payments recorded\. Receipts .+, .+ and .+$/).waitFor()
  const line = page.getByRole('listitem').filter({ hasText: 'SHAH GROUP' })
  await expect.poll(() => line.getByText(/^Receipt /).count()).toBe(3)
  await expectSoundLayoutAt(page, desktop, tablet)
  await line.getByRole('button', { name: 'Undo' }).click()
  await dialog.getByText(/are reversed in the ledger, receipts .+ are cancelled/).waitFor()
  await dialog.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Line opened again', { exact: true }).waitFor()
})

const oemMembers = (page: Page): Promise<Member[]> =>
  page.evaluate(async (): Promise<Member[]> => {
    const answer = await fetch('/api/admin/members?role=oem&active=true')
    return answer.json()
  })

test('the columns of an unknown bank are matched on a phone, with the keyboard', async () => {
  const { page } = await admin('/admin/renewals/bank-statements', phone)
  await page.getByRole('button', { name: 'Import bank statement' }).first().click()
  const rows = [
    'Village Cooperative Bank,,,,,',
    'Sr,When,What for,Came,Went,Left',
    '1,12/11/2026,NEFT SOMEBODY ELSE TRADERS OF JODHPUR 609512340001,"5,900.00",,"6,900.00"',
    '2,13/11/2026,CHARGES,,100.00,"6,800.00"',
  ]
  await page.getByLabel('Bank statement', { exact: true }).setInputFiles({
    name: 'village.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`${rows.join('\n')}\n`),
  })
  await page.getByText('Which column is which?').waitFor()
  const choose = async (label: string, heading: string) => {
    const field = page.getByLabel(label, { exact: true })
    await field.focus()
    await page.keyboard.type(heading)
    await expect.poll(() => field.inputValue()).not.toBe('')
  }
  await choose('Day', 'When')
  await choose('Description', 'What')
  await choose('Paid in', 'Came')
  await expectSoundLayoutAt(page, desktop, tablet)
  await page.getByRole('button', { name: 'Import', exact: true }).focus()
  await page.keyboard.press('Enter')
  await page.getByText('1 credit to review').waitFor()
})
