/** The messages of the register, from contract 5 and 8, and how each comes about. */
import type { Page } from 'playwright-core'
import { pngPhoto } from '#test/samples-files.ts'
import { button, closed, dialog, toasted } from './registers.ts'

export const added = 'Member added successfully'
export const updated = 'Member updated successfully'
export const paid = 'Payment status updated successfully'
export const status = 'Member status updated successfully'
const removed = 'Member removed successfully'

/** Quoted from the specification; the table is complete when each of these has been seen. */
export const quoted: Record<string, readonly string[]> = {
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

export const seen = new Map<string, Set<string>>()
const note = (place: string, words: string) =>
  seen.set(place, (seen.get(place) ?? new Set()).add(words))

/** Reads a message at its field. */
export async function reads(page: Page, place: string, words: string) {
  await dialog(page).getByText(words, { exact: true }).first().waitFor()
  note(place, words)
}

/** Reads a toast of this title. */
export async function tells(page: Page, place: string, title: 'Success' | 'Error', words: string) {
  await toasted(page, title, words)
  note(place, `${title}: ${words}`)
}

export const click = (page: Page, name: string | RegExp) => button(page, name).click()
export const confirm = async (page: Page, name: string) => {
  await dialog(page).getByRole('button', { name }).click()
}
export const photo = async () => ({
  name: 'me.png',
  mimeType: 'image/png',
  buffer: await pngPhoto(),
})

/** The next change that the portal is asked for ends as a defect without a word. */
export async function failOnce(page: Page) {
  let hasFailed = false
  await page.route('**/api/admin/**', (route) => {
    const isRead = route.request().method() === 'GET' && !route.request().url().includes('/export')
    if (isRead || hasFailed) return route.fallback()
    hasFailed = true
    return route.fulfill({ status: 500, body: '' })
  })
}

/** A payment that fails, and the same once more. */
export async function pays(page: Page, place: string, name: string | RegExp) {
  await failOnce(page)
  await dialog(page).getByRole('button', { name }).click()
  await tells(page, place, 'Error', 'Failed to update payment status')
  await dialog(page).getByRole('button', { name }).click()
  await tells(page, place, 'Success', paid)
}

export async function switches(page: Page, place: string, who: string) {
  const active = page.getByRole('switch', { name: `${who} is active` })
  await failOnce(page)
  await active.click()
  await tells(page, place, 'Error', 'Failed to update member status')
  await active.click()
  await tells(page, place, 'Success', status)
}

/** Asks first (contract 5); fails, then works. */
export async function removes(page: Page, place: string, name: string, failure: string) {
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

export async function exportsRows(page: Page, name: string) {
  await failOnce(page)
  await click(page, name)
  await tells(page, name, 'Error', 'Failed to export data')
  await click(page, name)
  await tells(page, name, 'Success', 'Data exported successfully')
}
