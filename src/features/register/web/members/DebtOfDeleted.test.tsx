// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Member } from '#features/members/answers.ts'
import { renderPage, startApi } from '#test/support/page/page.tsx'
import { DebtOfDeleted } from './DebtOfDeleted.tsx'

const member = { id: 'a', role: 'oem' } as Member

test('shows the debt of a member before they are deleted, and no debt of others', async () => {
  const calls: string[] = []
  const owed = [7500_00, 0]
  await startApi(({ url = '' }) => {
    calls.push(url)
    return { body: { owed_paise: owed.shift() } }
  })
  const first = renderPage(<DebtOfDeleted member={member} />)
  expect(
    await screen.findByText('₹7,500 is still owed. Deleted members are in no list of debtors.'),
  ).toBeDefined()
  first.unmount()
  renderPage(<DebtOfDeleted member={{ ...member, id: 'b' }} />)
  await waitFor(() => expect(calls).toHaveLength(2))
  expect(screen.queryByText(/still owed/)).toBeNull()
  renderPage(<DebtOfDeleted member={{ ...member, role: 'admin' }} />)
  expect(calls).toHaveLength(2)
})
