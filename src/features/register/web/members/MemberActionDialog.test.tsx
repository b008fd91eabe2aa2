// @vitest-environment jsdom
import { useInfiniteQuery } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Member } from '#features/members/answers.ts'
import { rowsOf } from '#platform/web/table/loading/infinite-list.ts'
import { renderPage, startApi } from '#test/support/page/page.tsx'
import { registerList } from './calls.ts'
import { MemberActionDialog, useMemberActions } from './MemberActionDialog.tsx'
import { MemberRowActions } from './rows/MemberRowActions.tsx'

const member = (id: string, name: string) =>
  ({
    id,
    name,
    company_name: `${name} Works`,
    email: `${id}@teak.example`,
    role: 'oem',
    membership_number: `OEM202400${id}`,
    additional_info_materials_products: [],
    is_active: true,
    is_visible: true,
    payment_status: false,
    membership_valid_to: '2999-03-31',
    created_at: '2024-05-01T00:00:00.000Z',
    updated_at: '2024-05-01T00:00:00.000Z',
  }) as unknown as Member

const members = [member('1', 'Asha'), member('2', 'Bina'), member('3', 'Chandra')]

/** A register whose first page has two members. */
function List() {
  const list = useInfiniteQuery(registerList({ role: 'oem' }))
  const rows = list.data ? rowsOf(list.data) : []
  const { area, onAction, dialog } = useMemberActions(rows, list)
  return (
    <div {...area} tabIndex={-1}>
      {rows.map((row) => (
        <div key={row.id} data-row={row.id}>
          <MemberRowActions member={row} removeLabel="Remove" onAction={onAction} />
        </div>
      ))}
      <MemberActionDialog {...dialog} />
    </div>
  )
}

/** The ids of members who have left the list. */
const deactivated = new Set<string>()
beforeEach(async () => {
  deactivated.clear()
  await startApi(({ url = '', method }) => {
    const { pathname, searchParams } = new URL(url, 'http://localhost')
    const [, , , area, id, part] = pathname.split('/')
    if (part === 'history') return { body: [] }
    if (area !== 'members' || (part && method === 'GET')) return { status: 404, body: 'Not found' }
    if (method === 'PUT') {
      deactivated.add(id ?? '')
      return { body: members[0] }
    }
    if (id) {
      const found = members.find((one) => one.id === id)
      return found ? { body: found } : { status: 404, body: 'Member not found' }
    }
    const listed = members.filter((one) => !deactivated.has(one.id))
    if (searchParams.has('cursor')) return { body: listed.slice(2) }
    const headers = { 'X-Total-Count': '3', Link: `<${url}&cursor=c>; rel="next"` }
    return { headers, body: listed.slice(0, 2) }
  })
})

const sheet = () => screen.getByRole('dialog', { name: 'Member Details' })
const opened = () => new URLSearchParams(window.location.search).get('member')
const button = (name: string) => screen.getByRole('button', { name })

async function openFirst() {
  renderPage(<List />)
  await userEvent.click(await screen.findByRole('button', { name: 'View Asha' }))
  await screen.findByText('Asha', { selector: 'dialog p' })
}

describe('the details of a member', () => {
  test('are in the address, and Escape returns to the row', async () => {
    await openFirst()
    expect(opened()).toBe('1')
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(opened()).toBeNull()
    await waitFor(() => expect(document.activeElement).toBe(button('View Asha')))
  })

  test('have three tabs, and the tab stays when another member opens', async () => {
    await openFirst()
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
      'Overview',
      'Payments',
      'History',
    ])
    screen.getByText('1@teak.example')
    await userEvent.click(screen.getByRole('tab', { name: 'Payments' }))
    // The payments have a button of their own.
    expect(screen.queryByRole('button', { name: 'Mark Paid' })).toBeNull()
    const isPayments = () =>
      screen.getByRole('tab', { name: 'Payments' }).getAttribute('aria-selected')
    expect(isPayments()).toBe('true')
    await userEvent.keyboard('j')
    await screen.findByText('Bina', { selector: 'dialog p' })
    expect(isPayments()).toBe('true')
    await userEvent.keyboard('k')
    await screen.findByText('Asha', { selector: 'dialog p' })
    expect(isPayments()).toBe('true')
  })

  test('move through the list to its end, past the loaded rows, and return to the row shown last', async () => {
    await openFirst()
    const previous = button('Previous member')
    const next = button('Next member')
    expect(previous.getAttribute('aria-disabled')).toBe('true')
    await userEvent.click(next)
    await waitFor(() => expect(opened()).toBe('2'))
    await userEvent.click(next)
    await waitFor(() => expect(opened()).toBe('3'))
    await waitFor(() => expect(next.getAttribute('aria-disabled')).toBe('true'))
    expect(previous.getAttribute('aria-disabled')).toBe('false')
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(document.activeElement).toBe(button('View Chandra')))
    await waitFor(() => expect(opened()).toBeNull())
  })

  test('stay open beneath the dialog of a payment', async () => {
    await openFirst()
    await userEvent.click(button('Mark Paid'))
    await screen.findByRole('dialog', { name: 'Mark Payment as Paid' })
    expect(sheet()).toHaveProperty('open', true)
    await userEvent.keyboard('{Escape}')
    expect(sheet()).toHaveProperty('open', true)
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(opened()).toBeNull())
  })

  test('open from an address, and say when there is no such member', async () => {
    window.history.replaceState(null, '', '?member=9')
    renderPage(<List />)
    await screen.findByText('Member not found', { selector: 'dialog *' })
  })
})

test('the focus moves to the next row when a member is deactivated in the menu of the row', async () => {
  renderPage(<List />)
  await userEvent.click(await screen.findByRole('button', { name: 'More actions for Asha' }))
  await userEvent.click(await screen.findByRole('menuitemcheckbox', { name: 'Active' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'View Asha' })).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(button('More actions for Bina')))
  deactivated.clear()
})
