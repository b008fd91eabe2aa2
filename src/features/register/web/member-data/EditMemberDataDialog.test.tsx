// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { MemberData } from '#features/imports/answers.ts'
import { historyOfModals, renderPage } from '#test/support/page/page.tsx'
import { EditMemberDataDialog } from './EditMemberDataDialog.tsx'

const member = { id: '7', name: 'Asha Patil', email: 'asha@teak.example' } as MemberData

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
