/** Every message of contract 5 and 8 for the screens of the register, where it is read. */
import type { Page } from 'playwright-core'
import { test } from 'vitest'
import { sharedSample } from '../support/portals.ts'
import {
  dialog,
  dialogClosed,
  expectToast,
  oemMembers,
  rowAction,
  searchFor,
  toggleActive,
} from '../support/register.ts'
import {
  added,
  click,
  confirm,
  exportRows,
  failOnce,
  messagesOf,
  paid,
  pay,
  photo,
  remove,
  status,
  toggleActiveTwice,
  updated,
} from '../support/register-messages.ts'

const sample = sharedSample()
const vendors = '/admin?tab=vendors'

async function open(path: string): Promise<Page> {
  const { page } = await (await sample()).openAs('admin', path)
  return page
}

test('messages of Add Member', async () => {
  const page = await open('/admin')
  const group = 'Add Member'
  const messages = messagesOf(page, group)
  await click(page, 'Add Member Manually')
  await dialog(page).getByText('Membership and company').click()
  await dialog(page).getByLabel('Website URL').fill('teak')
  await confirm(page, 'Add Member')
  for (const text of messages.atFields(group)) await messages.atField(group, text)
  await dialog(page).getByRole('radio', { name: 'Vendor' }).check()
  for (const [label, value] of [
    ['Name', 'Meera Joshi'],
    ['Company Name', 'Joshi Boards'],
    ['Email', 'meera@joshi.example'],
    ['WhatsApp Number', '98765 43210'],
    ['Website URL', ''],
  ] as const)
    await dialog(page).getByLabel(label, { exact: true }).fill(value)
  await confirm(page, 'Add Member')
  await messages.toast(group, 'Success', added)
})

test('messages of Edit Member, with and without a photo', async () => {
  const page = await open(oemMembers)
  const messages = messagesOf(page, 'Edit Member', 'Edit Member with a photo')
  await searchFor(page, 'Nidhi Dubey')
  const field = (label: string) => dialog(page).getByLabel(label, { exact: true })
  await click(page, 'Edit Nidhi Dubey')
  for (const label of ['Name', 'Company Name', 'WhatsApp Number']) await field(label).fill('')
  await field('Website URL').fill('teak')
  await confirm(page, 'Save Changes')
  const tooLarge = 'File size must be less than 4MB'
  for (const text of messages.atFields('Edit Member'))
    if (text !== tooLarge) await messages.atField('Edit Member', text)
  const buffer = Buffer.alloc(4 * 1024 * 1024)
  await dialog(page)
    .getByLabel('Photo')
    .setInputFiles({ name: 'large.png', mimeType: 'image/png', buffer })
  await messages.atField('Edit Member', tooLarge)
  await field('Name').fill('Nidhi Dubey')
  // One character is enough here (contract 5, Edit Member).
  await field('Company Name').fill('S')
  await field('WhatsApp Number').fill('9876543210')
  await field('Website URL').fill('')
  await failOnce(page)
  await confirm(page, 'Save Changes')
  await messages.toast('Edit Member', 'Error', 'Failed to update member')
  await confirm(page, 'Save Changes')
  await messages.toast('Edit Member', 'Success', updated)
  await dialogClosed(page)
  await click(page, 'Edit Nidhi Dubey')
  await dialog(page)
    .getByLabel('Photo')
    .setInputFiles(await photo())
  await dialog(page).getByLabel('Zoom').waitFor()
  await failOnce(page)
  await confirm(page, 'Save Changes')
  const group = 'Edit Member with a photo'
  await messages.toast(group, 'Error', 'Failed to update member with photo')
  await confirm(page, 'Save Changes')
  await messages.toast(group, 'Success', updated)
})

test('messages of All Members', async () => {
  const page = await open('/admin/members')
  const group = 'All Members'
  const messages = messagesOf(page, group)
  await page.getByPlaceholder('Search members...').fill('Alka')
  await page.getByText('Amit Srivastava').first().waitFor({ state: 'detached' })
  await click(page, 'Edit Alka Jain')
  await dialog(page).getByLabel('Remarks').fill('Pays in May')
  await failOnce(page)
  await confirm(page, 'Save Changes')
  await messages.toast(group, 'Error', 'Failed to update member')
  await confirm(page, 'Save Changes')
  await messages.toast(group, 'Success', updated)
  await dialogClosed(page)
  const name = 'Remove Alka Jain'
  await remove(page, messages, group, { name, failure: 'Failed to remove member' })
  await page.getByText('INACTIVE', { exact: true }).waitFor()
  await toggleActiveTwice(page, messages, group, 'Alka Jain')
})

test('messages of payments', async () => {
  const page = await open(oemMembers)
  const messages = messagesOf(page, 'Mark Payment as Paid', 'Mark Unpaid', 'Mark selected as paid')
  await searchFor(page, 'Aarti Purohit')
  await rowAction(page, 'Aarti Purohit', 'Mark Paid')
  await dialog(page).getByLabel('Amount').fill('5000')
  await pay(page, messages, 'Mark Payment as Paid', 'Mark as Paid')
  await dialogClosed(page)
  await rowAction(page, 'Aarti Purohit', 'Mark Unpaid')
  await failOnce(page)
  await confirm(page, 'Mark Unpaid')
  await messages.toast('Mark Unpaid', 'Error', 'Failed to update payment status')
  await dialogClosed(page)
  await rowAction(page, 'Aarti Purohit', 'Mark Unpaid')
  await confirm(page, 'Mark Unpaid')
  await messages.toast('Mark Unpaid', 'Success', paid)
  await dialogClosed(page)
  await page.getByRole('checkbox', { name: 'Select all loaded rows' }).check()
  await click(page, 'Mark selected as paid')
  await dialog(page).getByLabel('Amount').fill('5000')
  await pay(page, messages, 'Mark selected as paid', /^Mark .*as Paid$/)
})

test('messages of the active switch, Remove and Restore', async () => {
  const page = await open(oemMembers)
  const messages = messagesOf(page, 'Active switch', 'Remove, an OEM member', 'Restore')
  await toggleActiveTwice(page, messages, 'Active switch', 'Pooja Negi')
  const name = 'Remove Rituparna Das'
  const failure = 'Failed to remove member'
  await remove(page, messages, 'Remove, an OEM member', { name, failure })
  await open('/admin?tab=deleted-users')
  await failOnce(page)
  await click(page, 'Restore Pooja Negi')
  await messages.toast('Restore', 'Error', 'Failed to update member status')
  await click(page, 'Restore Pooja Negi')
  await messages.toast('Restore', 'Success', status)
})

test('messages of Delete and Permanent Delete', async () => {
  const page = await open(vendors)
  const messages = messagesOf(page, 'Delete, a vendor', 'Permanent Delete')
  const name = 'Delete Anil Thakkar'
  await remove(page, messages, 'Delete, a vendor', { name, failure: 'Failed to delete member' })
  await open('/admin?tab=deleted-users')
  for (const fails of [true, false]) {
    await click(page, 'Permanent Delete Anil Thakkar')
    await dialog(page)
      .getByText(/This cannot be undone\.$/)
      .waitFor()
    if (fails) await failOnce(page)
    await confirm(page, 'Permanent Delete')
    const deleted = 'Permanently deleted: Member permanently deleted from system'
    if (fails) await messages.toast('Permanent Delete', 'Error', 'Failed to delete member')
    else await messages.toast('Permanent Delete', 'Success', deleted)
    await dialogClosed(page)
  }
})

test('messages of the actions on selected rows', async () => {
  const page = await open(vendors)
  const messages = messagesOf(page, 'Hide selected', 'Show selected', 'Deactivate selected')
  for (const [action, confirmation, success, failure] of [
    ['Hide selected', 'Hide 1 member', 'Member visibility updated', 'Failed to update visibility'],
    ['Show selected', 'Show 1 member', 'Member visibility updated', 'Failed to update visibility'],
    ['Deactivate selected', 'Deactivate 1 member', status, 'Failed to update member status'],
  ] as const) {
    await page.getByRole('checkbox', { name: 'Select Urvashi Kalaria' }).check()
    await click(page, action)
    // The preview has been loaded; only the change fails.
    await dialog(page).getByRole('button', { name: confirmation }).waitFor()
    await failOnce(page)
    await confirm(page, confirmation)
    await messages.toast(action, 'Error', failure)
    await page.keyboard.press('Escape')
    await dialogClosed(page)
    await click(page, action)
    await confirm(page, confirmation)
    await messages.toast(action, 'Success', success)
    await dialogClosed(page)
  }
})

test('messages of export and import', async () => {
  const page = await open(vendors)
  const messages = messagesOf(
    page,
    'Export Vendors',
    'Export OEMs',
    'Export selected',
    'Import OEMs',
  )
  await exportRows(page, messages, 'Export Vendors')
  await open(oemMembers)
  await exportRows(page, messages, 'Export OEMs')
  await page.getByRole('checkbox', { name: 'Select Nidhi Dubey' }).check()
  await exportRows(page, messages, 'Export selected')
  await click(page, 'Import OEMs')
  const rows = 'name,email,company_name,whatsapp_number\nLila Rao,lila@rao.example,Rao,9876543210\n'
  await dialog(page)
    .getByLabel('Spreadsheet')
    .setInputFiles({ name: 'm.csv', mimeType: 'text/csv', buffer: Buffer.from(rows) })
  await dialog(page).getByText('Lila Rao, Rao').waitFor()
  await dialog(page).getByRole('button', { name: 'Import', exact: true }).click()
  await messages.toast('Import OEMs', 'Success', 'Members imported successfully')
})

test('a reason of the server replaces the message', async () => {
  const page = await open(oemMembers)
  const body = 'This is the last active administrator'
  await page.route('**/api/admin/members/*/status', (route) =>
    route.fulfill({ status: 409, contentType: 'text/plain', body }),
  )
  await toggleActive(page, 'Nidhi Dubey')
  await expectToast(page, 'Error', body)
})
