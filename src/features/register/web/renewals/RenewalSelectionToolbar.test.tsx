// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderPage, startApi } from '#test/support/page/page.tsx'
import { RenewalSelectionToolbar } from './RenewalSelectionToolbar.tsx'

type Selection = Parameters<typeof RenewalSelectionToolbar>[0]['selection']

const toolbarOf = (rows: readonly object[]) => {
  const selection = { rows, count: rows.length, notLoadedCount: 0, clear: () => {} }
  return (
    <RenewalSelectionToolbar
      selection={selection as unknown as Selection}
      search=""
      values={{}}
      total={rows.length}
      onOpen={() => {}}
    />
  )
}

/** The actions on members of whom each has this open. */
function actionsFor(...open: number[]): string[] {
  const page = renderPage(
    toolbarOf(open.map((owed_paise, index) => ({ id: `${index}`, owed_paise, ahead_paise: 0 }))),
  )
  const names = screen.getAllByRole('button').map(({ textContent }) => textContent)
  page.unmount()
  return names
}

test('notices are offered once somebody of the selection owes what was raised', () => {
  expect(actionsFor(0, 5000_00)).toEqual(['Email notices', 'WhatsApp', 'Mark as paid', 'More', ''])
  expect(actionsFor(0, 0)).toEqual(['Mark as paid', 'Raise dues', 'Print list', 'More', ''])
})

test.each([
  { roles: ['oem', 'oem'], amount: '5900' },
  { roles: ['oem', 'vendor'], amount: '' },
])(
  'Mark as paid says what each of $roles owes, and starts with their fee: $amount',
  async (row) => {
    await startApi(({ url }) =>
      url?.endsWith('/fees')
        ? { body: { year: '2025-26', oem_paise: 5900_00, vendor_paise: 2000_00 } }
        : { status: 503 },
    )
    const owed = [5900_00, 1250_50]
    const members = row.roles.map((role, index) => ({
      id: `${index}`,
      role,
      company_name: ['Teak & Co', 'Sal Boards'][index],
      owed_paise: 0,
      ahead_paise: 0,
      dues: { owed_paise: owed[index] },
    }))
    renderPage(toolbarOf([...members, { ...members[0], id: '2', dues: { owed_paise: 0 } }]))
    await userEvent.click(screen.getByRole('button', { name: 'Mark as paid' }))
    const dialog = within(await screen.findByRole('dialog'))
    const field: HTMLInputElement = await dialog.findByLabelText(/Amount/)
    await waitFor(() => expect(field.value).toBe(row.amount))
    expect(dialog.getByText('2 members owe ₹7,150.50 in all')).toBeTruthy()
    expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Teak & Co₹5,900',
      'Sal Boards₹1,250.50',
    ])
  },
)
