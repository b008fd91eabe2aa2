// @vitest-environment jsdom
/** The register with its dialogs, and its messages (contract 5 and 8) where they are shown. */
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Member } from '#features/members/answers.ts'
import { AllMembersScreen } from '#features/register/web/members/AllMembersScreen.tsx'
import { DeletedUsersTab } from '#features/register/web/members/DeletedUsersTab.tsx'
import { MembersTab } from '#features/register/web/members/MembersTab.tsx'
import { AddMemberDialog } from '#features/register/web/record/AddMemberDialog.tsx'
import { currentToast, dismissToast } from '#platform/web/toast/toast.ts'
import { historyOfModals, renderPage, startApi } from '#test/support/page/page.tsx'
import { noMemberCounts } from '#test/support/samples.ts'

const person = (id: string, name: string, role: Member['role']) =>
  ({
    id,
    name,
    company_name: `${name} Works`,
    email: `${id}@teak.example`,
    whatsapp_number: '9876543210',
    website_url: '',
    role,
    membership_number: `M202400${id}`,
    additional_info_materials_products: [],
    is_active: true,
    is_visible: true,
    payment_status: false,
    created_at: '2024-05-01T00:00:00.000Z',
    updated_at: '2024-05-01T00:00:00.000Z',
  }) as unknown as Member

let members: Member[]
/** How the next change or export is refused. */
let refusal: { status: number; body: string } | undefined

/** Applies what the request sends to the member, as far as the screens show it. */
function change(id: string | undefined, body: string): object {
  const values = JSON.parse(body || '{}')
  members = members.map((one) => (one.id === id ? { ...one, ...values } : one))
  return members.find((one) => one.id === id) ?? {}
}

function answer(method: string | undefined, url: URL, body: string): unknown {
  const [, , , area, id, part] = url.pathname.split('/')
  if (url.pathname.endsWith('/payment/preview'))
    return { settles: [], remaining_paise: 0, credit_paise: 0, replaces: [] }
  if (url.pathname.endsWith('/preview'))
    return { token: 't', count: 1, affected: 1, members: members.slice(0, 1), left_out: [] }
  if (area === 'member-counts') return noMemberCounts
  if (area === 'bulk') return { changed: 1, failures: [] }
  if (url.pathname.endsWith('/export')) return 'Name'
  if (method !== 'GET') return change(id, body)
  if (url.pathname.endsWith('/fees')) return { oem_paise: 500000, vendor_paise: 0 }
  if (area === 'books') return { closed_to: '', founded_in: '', changes: [] }
  if (area === 'saved-filters' || part) return []
  if (id) return members.find((one) => one.id === id)
  const role = url.searchParams.get('role')
  return members.filter((one) => role === null || role === 'member' || one.role === role)
}

beforeEach(async () => {
  members = [
    person('1', 'Asha', 'oem'),
    person('2', 'Bina', 'oem'),
    person('3', 'Chandra', 'vendor'),
  ]
  refusal = undefined
  // The table renders the rows that fit its height.
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600)
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(1200)
  await startApi(({ method, url: path = '' }, body) => {
    const url = new URL(path, 'http://localhost')
    const isRead = method === 'GET' && !url.pathname.endsWith('/export')
    if (refusal && !isRead && !url.pathname.endsWith('/preview')) {
      const refused = refusal
      refusal = undefined
      return refused
    }
    const answered = answer(method, url, body)
    return {
      headers: { 'X-Total-Count': Array.isArray(answered) ? `${answered.length}` : '0' },
      body: answered,
    }
  })
})

afterEach(async () => {
  // The history entry of a closed dialog is left in a task of its own.
  cleanup()
  await historyOfModals(0)
  dismissToast()
  vi.restoreAllMocks()
})

/** The dialog on top. */
const dialog = async () => within((await screen.findAllByRole('dialog')).at(-1) as HTMLElement)
const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }))
const confirm = async (name: string | RegExp) =>
  userEvent.click(await (await dialog()).findByRole('button', { name }))
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

async function fill(label: string, value: string) {
  fireEvent.change((await dialog()).getByLabelText(label), { target: { value } })
}

/** Presses a button of a row: its name is the action alone, its description the member. */
async function pressIn(who: string, name: string) {
  const buttons = await screen.findAllByRole('button', { name })
  const ofMember = buttons.filter((button) => button.getAttribute('aria-description') === who)
  await userEvent.click(ofMember[0] as HTMLElement)
}

/** Selects an action in the menu of a row. */
async function rowAction(name: string, action: string) {
  await press(`More actions for ${name}`)
  const role = action === 'Active' ? 'menuitemcheckbox' : 'menuitem'
  await userEvent.click(await screen.findByRole(role, { name: action }))
}

async function expectToast(title: 'Success' | 'Error', description: string) {
  await waitFor(() =>
    expect(currentToast()?.open && currentToast()).toMatchObject({
      title,
      description,
      ...(title === 'Error' && { variant: 'destructive' }),
    }),
  )
  act(dismissToast)
}

/** Takes an action that fails without a message of the server, then the same with success. */
async function failThenSucceed(take: () => Promise<unknown>, failure: string, success: string) {
  refusal = { status: 500, body: '' }
  await take()
  await expectToast('Error', failure)
  await take()
  await expectToast('Success', success)
}

/** Waits for messages at fields of the dialog. */
async function expectAtFields(...messages: string[]) {
  for (const message of messages) await (await dialog()).findByText(message)
}

const updated = 'Member updated successfully'
const paid = 'Payment status updated successfully'
const status = 'Member status updated successfully'
const removed = 'Member removed successfully'
const exported = 'Data exported successfully'
const showOems = () => renderPage(<MembersTab type="oem" />)
const showVendors = () => renderPage(<MembersTab type="vendor" />)

/** Removes a member, which asks first (contract 5): fails, then works. */
const remove = (name: string, verb: string, failure: string) =>
  failThenSucceed(
    async () => {
      await rowAction(name, verb)
      await screen.findByRole('heading', { name: `${verb} this member?` })
      await confirm(verb)
      await closed()
    },
    failure,
    removed,
  )

const switchActive = (name: string) =>
  failThenSucceed(() => rowAction(name, 'Active'), 'Failed to update member status', status)

test('messages of Add Member', async () => {
  const onClose = vi.fn()
  const focused = () => document.activeElement?.getAttribute('name')
  renderPage(<AddMemberDialog onClose={onClose} />)
  await fill('Website URL', 'teak')
  await confirm('Add Member')
  await expectAtFields(
    'Name must be at least 2 characters',
    'Invalid email address',
    'Please select a member type',
    'Company name is required',
    'Please enter a valid WhatsApp number',
    'Must be a valid URL',
  )
  await waitFor(() => expect(focused()).toBe('role'))
  await userEvent.click(screen.getByRole('radio', { name: 'Vendor' }))
  await fill('Name', 'Meera Joshi')
  await fill('Company Name', 'Joshi Boards')
  await fill('Email', 'meera@joshi.example')
  await fill('WhatsApp Number', '98765 43210')
  const section = screen.getByText('Membership and company').closest('details')
  act(() => section?.removeAttribute('open'))
  await confirm('Add Member')
  await waitFor(() => expect(focused()).toBe('website_url'))
  expect(section?.open).toBe(true)
  await fill('Website URL', '')
  await failThenSucceed(
    () => confirm('Add Member'),
    'Failed to add member',
    'Member added successfully',
  )
  expect(onClose).toHaveBeenCalledOnce()
})

test('messages of Edit Member', async () => {
  showOems()
  await press('Edit Asha')
  for (const label of ['Name', 'Company Name', 'WhatsApp Number']) await fill(label, '')
  await fill('Website URL', 'teak')
  await confirm('Save Changes')
  await expectAtFields(
    'Name must be at least 2 characters',
    'Company name is required',
    'Please enter a valid WhatsApp number',
    'Must be a valid URL',
  )
  const large = new File([new Uint8Array(4 * 1024 * 1024)], 'large.png', { type: 'image/png' })
  await userEvent.upload((await dialog()).getByLabelText(/^Photo/), large)
  await expectAtFields('File size must be less than 4MB')
  await fill('Name', 'Asha Patil')
  // One character is enough here (contract 5.5).
  await fill('Company Name', 'S')
  await fill('WhatsApp Number', '9876543210')
  await fill('Website URL', '')
  await failThenSucceed(() => confirm('Save Changes'), 'Failed to update member', updated)
})

test('columns, types and messages of All Members', async () => {
  renderPage(<AllMembersScreen />)
  await screen.findByRole('button', { name: 'Edit Asha' })
  expect(textsOf(screen.getAllByRole('columnheader'))).toEqual([
    'Name',
    'Company',
    'Type',
    'Joined',
    expect.stringMatching(/^Dues \d{4}-\d\d$/),
    'Status',
    'Actions',
  ])
  expect(textsOf(screen.getAllByRole('tab'))).toEqual([
    'All Members',
    'OEM Members',
    'Vendor Members',
  ])
  await press('Edit Asha')
  await fill('Remarks', 'Pays in May')
  await failThenSucceed(() => confirm('Save Changes'), 'Failed to update member', updated)
  await closed()
  await switchActive('Asha')
  await remove('Bina', 'Remove', 'Failed to remove member')
})

const textsOf = (elements: HTMLElement[]) => elements.map(({ textContent }) => textContent)

describe('messages of payments', () => {
  const failure = 'Failed to update payment status'

  test('at the fields, without which nothing can be saved', async () => {
    showOems()
    await rowAction('Asha', 'Mark Paid')
    await screen.findByRole('heading', { name: 'Mark Payment as Paid' })
    const save = await screen.findByRole<HTMLButtonElement>('button', { name: 'Mark as Paid' })
    await screen.findByText('Default from Settings: ₹5,000')
    await fill('Amount (₹)', '')
    await expectAtFields('Please enter the amount in rupees, like 5000 or 5000.50')
    expect(save.disabled).toBe(true)
    await fill('Amount (₹)', '125000')
    await expectAtFields('₹1,25,000. Default from Settings: ₹5,000')
    expect(save.disabled).toBe(false)
    await fill('Valid To', '')
    await expectAtFields('Please choose the day the membership is valid to')
    expect(save.disabled).toBe(true)
    const modes = within(screen.getByRole('group', { name: /^Payment Mode/ })).getAllByRole('radio')
    expect(modes.map((mode) => mode.parentElement?.textContent)).toEqual([
      'Bank Transfer',
      'Cash',
      'Cheque',
      'GPay/UPI',
    ])
    expect(modes.some((mode) => (mode as HTMLInputElement).checked)).toBe(false)
  })

  test('of one member', async () => {
    showOems()
    await rowAction('Asha', 'Mark Paid')
    await fill('Amount (₹)', '5000')
    await failThenSucceed(() => confirm('Mark as Paid'), failure, paid)
    await closed()
    await failThenSucceed(
      async () => {
        await rowAction('Asha', 'Mark Unpaid')
        await confirm('Mark Unpaid')
        await closed()
      },
      failure,
      paid,
    )
  })

  test('of selected members', async () => {
    showOems()
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Select all loaded rows' }))
    await press('Mark as paid')
    await fill('Amount (₹)', '5000')
    await failThenSucceed(() => confirm(/^Mark .*as Paid$/), failure, paid)
  })
})

test('a row marks its member paid and unpaid, and the details say which days are not set', async () => {
  showOems()
  await pressIn('Asha', 'Mark Paid')
  await fill('Amount (₹)', '5000')
  await confirm('Mark as Paid')
  await closed()
  await pressIn('Asha', 'Mark Unpaid')
  await confirm('Cancel')
  await closed()
  await press('View Bina')
  const days = (await dialog()).findByText('Validity')
  expect((await days).nextElementSibling?.textContent).toBe('Not set')
})

test('messages of the active switch and Remove', async () => {
  showOems()
  await switchActive('Asha')
  await remove('Bina', 'Remove', 'Failed to remove member')
})

test('messages of Delete', async () => {
  showVendors()
  await remove('Chandra', 'Delete', 'Failed to delete member')
})

test('messages of Restore and Permanent Delete', async () => {
  renderPage(<DeletedUsersTab />)
  await failThenSucceed(() => pressIn('Asha', 'Restore'), 'Failed to update member status', status)
  await failThenSucceed(
    async () => {
      await pressIn('Bina', 'Permanent Delete')
      await (await dialog()).findByText(/This cannot be undone\.$/)
      await confirm('Permanent Delete')
      await closed()
    },
    'Failed to delete member',
    'Permanently deleted: Member permanently deleted from system',
  )
})

test.each([
  ['Hide from directory', 'Failed to update visibility', 'Member visibility updated'],
  ['Show in directory', 'Failed to update visibility', 'Member visibility updated'],
  ['Deactivate selected', 'Failed to update member status', status],
])('messages of %s', async (label, failure, success) => {
  showVendors()
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select Chandra' }))
  await press('More')
  await userEvent.click(await screen.findByRole('menuitem', { name: label }))
  const [verb] = label.split(' ')
  await failThenSucceed(() => confirm(`${verb} 1 member`), failure, success)
})

test('messages of exports', async () => {
  // jsdom does not follow links.
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
  const failure = 'Failed to export data'
  const vendors = showVendors()
  await failThenSucceed(() => press('Export Vendors'), failure, exported)
  vendors.unmount()
  showOems()
  await failThenSucceed(() => press('Export OEMs'), failure, exported)
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select Asha' }))
  await failThenSucceed(() => press('Export selected'), failure, exported)
})

test('a reason of the server replaces the message', async () => {
  showOems()
  refusal = { status: 409, body: 'This is the last active administrator' }
  await rowAction('Asha', 'Active')
  await expectToast('Error', 'This is the last active administrator')
})
