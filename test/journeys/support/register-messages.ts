/** The messages of the register (contract 5 and 8), and the actions that show them. */
import type { Page } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'
import { pngPhoto } from '#test/files/sample-files.ts'
import { button, dialog, dialogClosed, expectToast, rowAction, toggleActive } from './register.ts'

export const added = 'Member added successfully'
export const updated = 'Member updated successfully'
export const paid = 'Payment status updated successfully'
export const status = 'Member status updated successfully'
const removed = 'Member removed successfully'

/** The messages of the contract by the dialog or list that shows them. */
const quoted = {
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
  'Mark selected as paid': [`Success: ${paid}`, 'Error: Failed to update payment status'],
  'Active switch': [`Success: ${status}`, 'Error: Failed to update member status'],
  'Deactivate selected': [`Success: ${status}`, 'Error: Failed to update member status'],
  Restore: [`Success: ${status}`, 'Error: Failed to update member status'],
  'Hide selected': ['Success: Member visibility updated', 'Error: Failed to update visibility'],
  'Show selected': ['Success: Member visibility updated', 'Error: Failed to update visibility'],
  'Remove, an OEM member': [`Success: ${removed}`, 'Error: Failed to remove member'],
  'Delete, a vendor': [`Success: ${removed}`, 'Error: Failed to delete member'],
  'Permanent Delete': [
    'Success: Permanently deleted: Member permanently deleted from system',
    'Error: Failed to delete member',
  ],
  'Export OEMs': ['Success: Data exported successfully', 'Error: Failed to export data'],
  'Export Vendors': ['Success: Data exported successfully', 'Error: Failed to export data'],
  'Export selected': ['Success: Data exported successfully', 'Error: Failed to export data'],
  'Import OEMs': ['Success: Members imported successfully'],
} as const satisfies Record<string, readonly string[]>

export type MessageGroup = keyof typeof quoted

export type Messages = ReturnType<typeof messagesOf>

/** Checks the messages of these groups; the test fails when one of them was never shown. */
export function messagesOf(page: Page, ...groups: MessageGroup[]) {
  const missing = new Set(
    groups.flatMap((group) => quoted[group].map((text) => `${group}: ${text}`)),
  )
  onTestFinished(() => expect([...missing]).toEqual([]))
  return {
    /** The messages at fields, in their order. */
    atFields: (group: MessageGroup): string[] =>
      quoted[group].filter((text) => !/^(Success|Error): /.test(text)),
    /** Waits for a message at its field in the dialog. */
    atField: async (group: MessageGroup, text: string) => {
      await dialog(page).getByText(text, { exact: true }).first().waitFor()
      missing.delete(`${group}: ${text}`)
    },
    /** Waits for a toast. */
    toast: async (group: MessageGroup, title: 'Success' | 'Error', text: string) => {
      await expectToast(page, title, text)
      missing.delete(`${group}: ${title}: ${text}`)
    },
  }
}

export const click = (page: Page, name: string | RegExp) => button(page, name).click()
export const confirm = async (page: Page, name: string | RegExp) => {
  await dialog(page).getByRole('button', { name }).click()
}
export const photo = async () => ({
  name: 'me.png',
  mimeType: 'image/png',
  buffer: await pngPhoto(),
})

/** Lets the next change or export of the page fail with status 500 and no text. */
export async function failOnce(page: Page) {
  let hasFailed = false
  await page.route('**/api/admin/**', (route) => {
    const url = route.request().url()
    const isRead =
      url.endsWith('/preview') || (route.request().method() === 'GET' && !url.includes('/export'))
    if (isRead || hasFailed) return route.fallback()
    hasFailed = true
    return route.fulfill({ status: 500, body: '' })
  })
}

/** Confirms a payment that fails, then the same again. */
export async function pay(
  page: Page,
  messages: Messages,
  group: MessageGroup,
  name: string | RegExp,
) {
  await failOnce(page)
  await confirm(page, name)
  await messages.toast(group, 'Error', 'Failed to update payment status')
  await confirm(page, name)
  await messages.toast(group, 'Success', paid)
}

/** Switches a member on or off: fails, then works. */
export async function toggleActiveTwice(
  page: Page,
  messages: Messages,
  group: MessageGroup,
  name: string,
) {
  await failOnce(page)
  await toggleActive(page, name)
  await messages.toast(group, 'Error', 'Failed to update member status')
  await toggleActive(page, name)
  await messages.toast(group, 'Success', status)
}

/** Removes a member, which asks first (contract 5): fails, then works. */
export async function remove(
  page: Page,
  messages: Messages,
  group: MessageGroup,
  { name, failure }: { name: string; failure: string },
) {
  const [verb = '', ...who] = name.split(' ')
  for (const fails of [true, false]) {
    await rowAction(page, who.join(' '), verb)
    await page.getByRole('heading', { name: `${verb} this member?` }).waitFor()
    if (fails) await failOnce(page)
    await confirm(page, verb)
    await messages.toast(group, fails ? 'Error' : 'Success', fails ? failure : removed)
    await dialogClosed(page)
  }
}

/** Exports rows: fails, then works. */
export async function exportRows(page: Page, messages: Messages, name: MessageGroup) {
  await failOnce(page)
  await click(page, name)
  await messages.toast(name, 'Error', 'Failed to export data')
  await click(page, name)
  await messages.toast(name, 'Success', 'Data exported successfully')
}
