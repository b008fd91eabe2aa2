/** Every message of specification sections 5 and 8 for the screens of the register, where it is read. */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { pngPhoto } from '#test/samples-files.ts'
import { desk } from './people.ts'
import { button, closed, dialog, find, onRegister, toasted } from './registers.ts'

const added = 'Member added successfully'
const updated = 'Member updated successfully'
const paid = 'Payment status updated successfully'
const status = 'Member status updated successfully'
const removed = 'Member removed successfully'

/** Quoted from the specification; the table is complete when each of these has been seen. */
const quoted: Record<string, readonly string[]> = {
  'Add Member': [
    'Name must be at least 2 characters',
    'Invalid email address',
    'Please select a member type',
    'Company name is required',
    'Please enter a valid WhatsApp number',
    'Must be a valid URL',
    `Success: ${added}`,
  ],
  'Edit Member': [
    'Name must be at least 2 characters',
    'Company name is required',
    'Please enter a valid WhatsApp number',
    'Must be a valid URL',
    'File size must be less than 4MB',
    `Success: ${updated}`,
    'Error: Failed to update member',
  ],
  'Edit Member with a photo': [`Success: ${updated}`, 'Error: Failed to update member with photo'],
  'All Members': [
    `Success: ${updated}`,
    `Success: ${status}`,
    `Success: ${removed}`,
    'Error: Failed to update member',
    'Error: Failed to update member status',
    'Error: Failed to remove member',
  ],
  'Mark Payment as Paid': [`Success: ${paid}`, 'Error: Failed to update payment status'],
  'Mark Unpaid': [`Success: ${paid}`, 'Error: Failed to update payment status'],
  'Mark chosen paid': [`Success: ${paid}`, 'Error: Failed to update payment status'],
  'Active switch': [`Success: ${status}`, 'Error: Failed to update member status'],
  'Deactivate chosen': [`Success: ${status}`, 'Error: Failed to update member status'],
  Restore: [`Success: ${status}`, 'Error: Failed to update member status'],
  'Hide chosen': ['Success: Member visibility updated', 'Error: Failed to update visibility'],
  'Show chosen': ['Success: Member visibility updated', 'Error: Failed to update visibility'],
  'Remove, an OEM member': [`Success: ${removed}`, 'Error: Failed to remove member'],
  'Delete, a vendor': [`Success: ${removed}`, 'Error: Failed to delete member'],
  'Permanent Delete': [
    'Success: Permanently deleted: Member permanently deleted from system',
    'Error: Failed to delete member',
  ],
  'Export OEMs': ['Success: Data exported successfully', 'Error: Failed to export data'],
  'Export Vendors': ['Success: Data exported successfully', 'Error: Failed to export data'],
  'Export chosen': ['Success: Data exported successfully', 'Error: Failed to export data'],
  'Import OEMs': ['Success: Members imported successfully'],
}

const seen = new Map<string, Set<string>>()
const note = (place: string, words: string) =>
  seen.set(place, (seen.get(place) ?? new Set()).add(words))

/** Reads a message at its field. */
async function reads(page: Page, place: string, words: string) {
  await dialog(page).getByText(words, { exact: true }).first().waitFor()
  note(place, words)
}

/** Reads a toast of this title. */
async function tells(page: Page, place: string, title: 'Success' | 'Error', words: string) {
  await toasted(page, title, words)
  note(place, `${title}: ${words}`)
}

const click = (page: Page, name: string | RegExp) => button(page, name).click()
const confirm = async (page: Page, name: string) => {
  await dialog(page).getByRole('button', { name }).click()
}
const photo = async () => ({ name: 'me.png', mimeType: 'image/png', buffer: await pngPhoto() })

/** The next change that the portal is asked for ends as a defect without a word. */
async function failOnce(page: Page) {
  let hasFailed = false
  await page.route('**/api/admin/**', (route) => {
    const isRead = route.request().method() === 'GET' && !route.request().url().includes('/export')
    if (isRead || hasFailed) return route.fallback()
    hasFailed = true
    return route.fulfill({ status: 500, body: '' })
  })
}

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
    // One character is enough here (specification section 5, Edit Member).
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
    await exports(vendors, 'Export Vendors')
    const page = await atOems()
    await exports(page, 'Export OEMs')
    await page.getByRole('checkbox', { name: 'Choose Nidhi Dubey' }).check()
    await exports(page, 'Export chosen')
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

/** A payment that fails, and the same once more. */
async function pays(page: Page, place: string, name: string | RegExp) {
  await failOnce(page)
  await dialog(page).getByRole('button', { name }).click()
  await tells(page, place, 'Error', 'Failed to update payment status')
  await dialog(page).getByRole('button', { name }).click()
  await tells(page, place, 'Success', paid)
}

async function switches(page: Page, place: string, who: string) {
  const active = page.getByRole('switch', { name: `${who} is active` })
  await failOnce(page)
  await active.click()
  await tells(page, place, 'Error', 'Failed to update member status')
  await active.click()
  await tells(page, place, 'Success', status)
}

/** Asks first (specification section 5); fails, then works. */
async function removes(page: Page, place: string, name: string, failure: string) {
  const [verb = ''] = name.split(' ')
  for (const fails of [true, false]) {
    await click(page, name)
    await page.getByRole('heading', { name: `${verb} this member?` }).waitFor()
    if (fails) await failOnce(page)
    await confirm(page, verb)
    await tells(page, place, fails ? 'Error' : 'Success', fails ? failure : removed)
    await closed(page)
  }
}

async function exports(page: Page, name: string) {
  await failOnce(page)
  await click(page, name)
  await tells(page, name, 'Error', 'Failed to export data')
  await click(page, name)
  await tells(page, name, 'Success', 'Data exported successfully')
}
