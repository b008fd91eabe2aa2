// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { MemberData } from '#features/imports/answers.ts'
import { historyOfModals, renderPage, startApi } from '#test/support/page/page.tsx'
import { EditMemberDataDialog } from './EditMemberDataDialog.tsx'

const member = {
  id: '7',
  name: 'Asha Patil',
  email: 'asha@teak.example',
  payment_amount: 125000,
} as MemberData

function Screen() {
  const [isOpen, setOpen] = useState(true)
  if (!isOpen)
    return (
      <button type="button" onClick={() => setOpen(true)}>
        Edit
      </button>
    )
  return (
    <EditMemberDataDialog
      member={member}
      onClose={() => setOpen(false)}
      fallbackFocus={() => null}
    />
  )
}

beforeEach(() => sessionStorage.clear())
afterEach(async () => {
  cleanup()
  await historyOfModals(0)
})

const name = () => screen.getByLabelText<HTMLInputElement>('Name')
const press = (text: string) => userEvent.click(screen.getByText(text))

test('Escape keeps what was typed, Cancel discards it', async () => {
  renderPage(<Screen />)
  await userEvent.type(name(), ' Rao')
  await userEvent.keyboard('{Escape}')
  await press('Edit')
  expect(name().value).toBe('Asha Patil Rao')
  screen.getByText('Your unsaved changes were restored.')
  await press('Cancel')
  await press('Edit')
  expect(name().value).toBe('Asha Patil')
  expect(sessionStorage.length).toBe(0)
})

test('the amount is shown in lakh grouping and sent without', async () => {
  const bodies: string[] = []
  await startApi((_request, body) => {
    bodies.push(body)
    return { body: member }
  })
  renderPage(<Screen />)
  expect(screen.getByLabelText<HTMLInputElement>('Payment Amount (Rs.)').value).toBe('1,25,000')
  await press('Save Changes')
  await waitFor(() => expect(bodies).not.toEqual([]))
  expect(JSON.parse(bodies[0] ?? '')).toMatchObject({ payment_amount: '125000' })
})
