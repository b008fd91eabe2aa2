// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage } from '#test/support/page/page.tsx'
import { RenewalSelectionToolbar } from './RenewalSelectionToolbar.tsx'

/** The actions on members of whom each has this open. */
function actionsFor(...open: number[]): string[] {
  const rows = open.map((owed_paise, index) => ({ id: `${index}`, owed_paise, ahead_paise: 0 }))
  const selection = { rows, count: rows.length, notLoadedCount: 0, clear: () => {} }
  const page = renderPage(
    <RenewalSelectionToolbar
      selection={selection as unknown as Parameters<typeof RenewalSelectionToolbar>[0]['selection']}
      search=""
      values={{}}
      total={rows.length}
      onOpen={() => {}}
    />,
  )
  const names = screen.getAllByRole('button').map(({ textContent }) => textContent)
  page.unmount()
  return names
}

test('notices are offered once somebody of the selection owes what was raised', () => {
  expect(actionsFor(0, 5000_00)).toEqual(['Email notices', 'WhatsApp', 'Mark as paid', 'More', ''])
  expect(actionsFor(0, 0)).toEqual(['Mark as paid', 'Raise dues', 'Print list', 'More', ''])
})
