// @vitest-environment jsdom
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { Column } from './columns.ts'
import { DataTable } from './DataTable.tsx'

interface Row {
  id: string
}

const columns: Column<Row>[] = [
  { key: 'id', header: 'Name', cell: ({ id }) => <button type="button">{id}</button> },
]

/** A searched list; each letter of `ids` is a row. */
const List = ({ ids }: { ids: readonly string[] }) => (
  <>
    <input type="search" aria-label="Search" />
    <DataTable
      caption="Members"
      columns={columns}
      rows={ids.map((id) => ({ id }))}
      rowKey={keyOf}
    />
  </>
)
const keyOf = ({ id }: Row) => id

const rowOf = (id: string) => screen.getByRole('row', { name: id })
const shown = () => screen.getAllByRole('button').map(({ textContent }) => textContent)
const focusSearch = () => userEvent.click(screen.getByLabelText('Search'))

test('a search changes the rows in their places and moves no element', async () => {
  const { rerender } = render(<List ids={[...'abc']} />)
  await focusSearch()
  const [first, second] = [rowOf('a'), rowOf('b')]
  const moves = new MutationObserver(() => {})
  moves.observe(screen.getByRole('table'), { childList: true, subtree: true })
  rerender(<List ids={[...'bxy']} />)
  expect(shown()).toEqual(['b', 'x', 'y'])
  expect(rowOf('b')).toBe(first)
  expect(rowOf('x')).toBe(second)
  expect(moves.takeRecords()).toEqual([])
})

test('without a search new rows have new elements, so that the focus never changes its row', async () => {
  const { rerender } = render(<List ids={[...'abc']} />)
  const a = rowOf('a')
  act(() => screen.getByText('a').focus())
  rerender(<List ids={[...'bxy']} />)
  expect(rowOf('x')).not.toBe(a)
  expect(document.activeElement).toBe(document.body)
})

test('all rows of a long list are shown in their order, after any search', async () => {
  // React reports two rows with the same key there.
  const errors = vi.spyOn(console, 'error')
  const ids = Array.from({ length: 60 }, (_, i) => `row ${i}`)
  const { rerender } = render(<List ids={ids} />)
  await waitFor(() => expect(shown()).toEqual(ids))
  await focusSearch()
  const found = ids.filter((_, i) => i % 2 === 0).toReversed()
  rerender(<List ids={found} />)
  await waitFor(() => expect(shown()).toEqual(found))
  rerender(<List ids={ids} />)
  await waitFor(() => expect(shown()).toEqual(ids))
  expect(errors).not.toHaveBeenCalled()
  errors.mockRestore()
})
