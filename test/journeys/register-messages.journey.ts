/** Every message of contract 5 and 8 for the screens of the register, where it is read. */
import { describe, expect, test } from 'vitest'
import { desk } from './support/people.ts'
import {
  added,
  click,
  confirm,
  exportsRows,
  failOnce,
  paid,
  pays,
  photo,
  quoted,
  reads,
  removes,
  seen,
  status,
  switches,
  tells,
  updated,
} from './support/register-words.ts'
import { closed, dialog, find, onRegister, toasted } from './support/registers.ts'

describe('the messages of the register', () => {
  const { admin } = onRegister({ engine: 'SQLite', viewport: desk })
  const atOems = async () => (await admin('/admin?tab=oem-members')).page
  const atVendors = async () => (await admin('/admin?tab=vendors')).page

  test('of Add Member', async () => {
    const { page } = await admin('/admin')
    const place = 'Add Member'
    await click(page, 'Add Member Manually')
    await dialog(page).getByText('Membership and company').click()
    await dialog(page).getByLabel('Website URL').fill('teak')
    await confirm(page, 'Add Member')
    for (const words of quoted[place]?.filter((one) => !one.startsWith('Success')) ?? [])
      await reads(page, place, words)
    await dialog(page).getByRole('radio', { name: 'Vendor' }).check()
    for (const [label, typed] of [
      ['Name', 'Meera Joshi'],
      ['Company Name', 'Joshi Boards'],
      ['Email', 'meera@joshi.example'],
      ['WhatsApp Number', '98765 43210'],
      ['Website URL', ''],
    ] as const)
      await dialog(page).getByLabel(label, { exact: true }).fill(typed)
    await confirm(page, 'Add Member')
    await tells(page, place, 'Success', added)
  })

  test('of Edit Member, with and without a photo', async () => {
    const page = await atOems()
    await find(page, 'Nidhi Dubey')
    const field = (label: string) => dialog(page).getByLabel(label, { exact: true })
    await click(page, 'Edit Nidhi Dubey')
    for (const label of ['Name', 'Company Name', 'WhatsApp Number']) await field(label).fill('')
    await field('Website URL').fill('teak')
    await confirm(page, 'Save Changes')
    for (const words of quoted['Edit Member']?.slice(0, 4) ?? [])
      await reads(page, 'Edit Member', words)
    const buffer = Buffer.alloc(4 * 1024 * 1024)
    await dialog(page)
      .getByLabel('Photo')
      .setInputFiles({ name: 'large.png', mimeType: 'image/png', buffer })
    await reads(page, 'Edit Member', 'File size must be less than 4MB')
    await field('Name').fill('Nidhi Dubey')
    // One character is enough here (contract 5, Edit Member).
    await field('Company Name').fill('S')
    await field('WhatsApp Number').fill('9876543210')
    await field('Website URL').fill('')
    await failOnce(page)
    await confirm(page, 'Save Changes')
    await tells(page, 'Edit Member', 'Error', 'Failed to update member')
    await confirm(page, 'Save Changes')
    await tells(page, 'Edit Member', 'Success', updated)
    await closed(page)
    await click(page, 'Edit Nidhi Dubey')
    await dialog(page)
      .getByLabel('Photo')
      .setInputFiles(await photo())
    await dialog(page).getByLabel('Zoom').waitFor()
    await failOnce(page)
    await confirm(page, 'Save Changes')
    const place = 'Edit Member with a photo'
    await tells(page, place, 'Error', 'Failed to update member with photo')
    await confirm(page, 'Save Changes')
    await tells(page, place, 'Success', updated)
  })

  test('of All Members', async () => {
    const { page } = await admin('/admin/members')
    const place = 'All Members'
    await page.getByPlaceholder('Search members...').fill('Alka')
    await page.getByText('Amit Srivastava').first().waitFor({ state: 'detached' })
    await click(page, 'Edit Alka Jain')
    await dialog(page).getByLabel('Remarks').fill('Pays in May')
    await failOnce(page)
    await confirm(page, 'Save Changes')
    await tells(page, place, 'Error', 'Failed to update member')
    await confirm(page, 'Save Changes')
    await tells(page, place, 'Success', updated)
    await closed(page)
    await removes(page, place, 'Remove Alka Jain', 'Failed to remove member')
    await page.getByText('INACTIVE', { exact: true }).waitFor()
    await switches(page, place, 'Alka Jain')
  })

  test('of payments', async () => {
    const page = await atOems()
    await find(page, 'Aarti Purohit')
    await click(page, 'Mark Paid Aarti Purohit')
    await dialog(page).getByLabel('Amount').fill('5000')
    await pays(page, 'Mark Payment as Paid', 'Mark as Paid')
    await closed(page)
    await click(page, 'Mark Unpaid Aarti Purohit')
    await failOnce(page)
    await confirm(page, 'Mark Unpaid')
    await tells(page, 'Mark Unpaid', 'Error', 'Failed to update payment status')
    await closed(page)
    await click(page, 'Mark Unpaid Aarti Purohit')
    await confirm(page, 'Mark Unpaid')
    await tells(page, 'Mark Unpaid', 'Success', paid)
    await closed(page)
    await page.getByRole('checkbox', { name: 'Choose all' }).check()
    await click(page, 'Mark chosen paid')
    await dialog(page).getByLabel('Amount').fill('5000')
    await pays(page, 'Mark chosen paid', /^Mark .*as Paid$/)
  })

  test('of the active switch, Remove, Restore and Permanent Delete', async () => {
    const page = await atOems()
    await switches(page, 'Active switch', 'Pooja Negi')
    await removes(page, 'Remove, an OEM member', 'Remove Rituparna Das', 'Failed to remove member')
    const vendors = await atVendors()
    const place = 'Delete, a vendor'
    await removes(vendors, place, 'Delete Anil Thakkar', 'Failed to delete member')
    const { page: deleted } = await admin('/admin?tab=deleted-users')
    await failOnce(deleted)
    await click(deleted, 'Restore Pooja Negi')
    await tells(deleted, 'Restore', 'Error', 'Failed to update member status')
    await click(deleted, 'Restore Pooja Negi')
    await tells(deleted, 'Restore', 'Success', status)
    for (const fails of [true, false]) {
      await click(deleted, 'Permanent Delete Anil Thakkar')
      await dialog(deleted)
        .getByText(/This cannot be undone\.$/)
        .waitFor()
      if (fails) await failOnce(deleted)
      await confirm(deleted, 'Permanent Delete')
      const gone = 'Permanently deleted: Member permanently deleted from system'
      if (fails) await tells(deleted, 'Permanent Delete', 'Error', 'Failed to delete member')
      else await tells(deleted, 'Permanent Delete', 'Success', gone)
      await closed(deleted)
    }
  })

  test('of the actions on chosen rows', async () => {
    const page = await atVendors()
    for (const [act, confirms, success, failure] of [
      ['Hide chosen', 'Hide 1 member', 'Member visibility updated', 'Failed to update visibility'],
      ['Show chosen', 'Show 1 member', 'Member visibility updated', 'Failed to update visibility'],
      ['Deactivate chosen', 'Deactivate 1 member', status, 'Failed to update member status'],
    ] as const) {
      await page.getByRole('checkbox', { name: 'Choose Urvashi Kalaria' }).check()
      await failOnce(page)
      await click(page, act)
      await confirm(page, confirms)
      await tells(page, act, 'Error', failure)
      await page.keyboard.press('Escape')
      await closed(page)
      await click(page, act)
      await confirm(page, confirms)
      await tells(page, act, 'Success', success)
      await closed(page)
    }
  })

  test('of export and import', async () => {
    const vendors = await atVendors()
    await exportsRows(vendors, 'Export Vendors')
    const page = await atOems()
    await exportsRows(page, 'Export OEMs')
    await page.getByRole('checkbox', { name: 'Choose Nidhi Dubey' }).check()
    await exportsRows(page, 'Export chosen')
    await click(page, 'Import OEMs')
    const rows =
      'name,email,company_name,whatsapp_number\nLila Rao,lila@rao.example,Rao,9876543210\n'
    await dialog(page)
      .getByLabel('Spreadsheet')
      .setInputFiles({ name: 'm.csv', mimeType: 'text/csv', buffer: Buffer.from(rows) })
    await dialog(page).getByText('Lila Rao, Rao').waitFor()
    await dialog(page).getByRole('button', { name: 'Import', exact: true }).click()
    await tells(page, 'Import OEMs', 'Success', 'Members imported successfully')
  })

  test('are the server’s own where it says why', async () => {
    const page = await atOems()
    const body = 'This is the last active administrator'
    await page.route('**/api/admin/members/*/status', (route) =>
      route.fulfill({ status: 409, contentType: 'text/plain', body }),
    )
    await page.getByRole('switch').first().click()
    await toasted(page, 'Error', body)
  })

  test('have all been read, each where it belongs', () => {
    const missing = Object.entries(quoted).flatMap(([place, messages]) =>
      messages.filter((words) => !seen.get(place)?.has(words)).map((words) => `${place}: ${words}`),
    )
    expect(missing).toEqual([])
  })
})
