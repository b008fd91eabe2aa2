// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, onTestFinished, test } from 'vitest'
import { setPageWidth } from '#test/support/page/page.tsx'
import { SelectionToolbar } from './SelectionToolbar.tsx'
import { useSelection } from './selection.ts'

const rowsOf = (ids: string) => [...ids].map((id) => ({ id, name: `Row ${id}` }))

/** A list with a checkbox for each row, and its toolbar. */
function List({ ids = 'abcde', list = 'all', isCurrent = true, onExport = (_: string) => {} }) {
  const rows = rowsOf(ids)
  const selection = useSelection({ rows, list, isCurrent, total: 200 })
  return (
    <>
      <SelectionToolbar
        selectedCount={selection.count}
        notLoadedCount={selection.notLoadedCount}
        total={200}
        many="members"
        onSelectAll={selection.selectAll}
        onClear={selection.clear}
        actions={[
          {
            label: 'Export',
            onSelect: () => onExport(selection.rows.map(({ id }) => id).join('')),
          },
          ...['Print', 'Hide', 'Remove'].map((label) => ({ label, onSelect: () => {} })),
        ]}
      />
      <input
        type="checkbox"
        aria-label="all"
        checked={selection.isAllSelected}
        onChange={selection.onToggleAll}
      />
      {rows.map((row) => (
        <input
          key={row.id}
          type="checkbox"
          aria-label={row.id}
          checked={selection.has(row)}
          onChange={({ nativeEvent }) =>
            selection.onToggle(row, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
          }
        />
      ))}
    </>
  )
}

const click = (label: string) => userEvent.click(screen.getByLabelText(label))

async function shiftClick(label: string) {
  const user = userEvent.setup()
  await user.keyboard('{Shift>}')
  await user.click(screen.getByLabelText(label))
}

/** The labels of the checked rows. */
const checked = () =>
  screen
    .getAllByRole('checkbox')
    .filter((box) => (box as HTMLInputElement).checked)
    .map((box) => box.getAttribute('aria-label'))
    .join('')

const count = () => screen.getByRole('status').textContent

describe('selected rows', () => {
  test('are the toggled ones', async () => {
    render(<List />)
    expect(count()).toBe('Nothing selected')
    await click('b')
    await click('d')
    expect(checked()).toBe('bd')
    expect(count()).toBe('2 of 200 selected')
    await click('b')
    expect(checked()).toBe('d')
  })

  test('have one line on a phone: their number, one action, and a menu with the rest', async () => {
    setPageWidth(390)
    onTestFinished(() => setPageWidth(1024))
    render(<List />)
    await click('all')
    expect(count()).toBe('5 selected')
    const buttons = () => screen.getAllByRole('button').map((button) => button.textContent)
    expect(buttons()).toEqual(['Export', 'More', ''])
    await userEvent.click(screen.getByText('More'))
    const items = await screen.findAllByRole('menuitem')
    expect(items.map(({ textContent }) => textContent)).toEqual([
      'Select all 200',
      'Print',
      'Hide',
      'Remove',
    ])
  })

  test('are a range with Shift, in either direction', async () => {
    render(<List />)
    await click('b')
    await shiftClick('d')
    expect(checked()).toBe('bcd')
    await click('e')
    await shiftClick('a')
    expect(checked()).toBe('allabcde')
  })

  test('are deselected as a range when Shift ends on a selected row', async () => {
    render(<List />)
    await click('all')
    await click('b')
    await shiftClick('d')
    expect(checked()).toBe('ae')
  })

  test('are a single row with Shift when the previous row is not loaded', async () => {
    const { rerender } = render(<List />)
    await click('a')
    rerender(<List ids="cde" list="page 2" />)
    await shiftClick('d')
    expect(checked()).toBe('d')
  })

  test('are all loaded rows with the checkbox of the header, which also deselects them', async () => {
    const { rerender } = render(<List ids="abc" />)
    await click('all')
    expect(checked()).toBe('allabc')
    rerender(<List ids="abcde" />)
    expect(checked()).toBe('abc')
    await click('all')
    expect(checked()).toBe('allabcde')
    await click('all')
    expect(checked()).toBe('')
  })

  test('stay selected under another order or filter, counted as not shown', async () => {
    const exported: string[] = []
    const { rerender } = render(<List />)
    await click('a')
    await click('c')
    rerender(<List ids="cde" list="search" onExport={(ids) => exported.push(ids)} />)
    expect(checked()).toBe('c')
    expect(count()).toBe('2 selected (1 not shown)')
    await userEvent.click(screen.getByText('Export'))
    expect(exported).toEqual(['ac'])
    rerender(<List ids="de" list="other" />)
    expect(count()).toBe('2 selected (2 not shown)')
    rerender(<List />)
    expect(checked()).toBe('ac')
  })

  test('keep the focus beside their actions when the pressed button disappears', async () => {
    render(<List />)
    await click('all')
    await userEvent.click(screen.getByText(/^Select all/))
    expect(document.activeElement).toBe(screen.getByRole('status'))
    await userEvent.click(screen.getByLabelText('Clear selection'))
    expect(count()).toBe('Nothing selected')
    expect(document.activeElement).toBe(screen.getByRole('status'))
  })

  test('are deselected when they leave the list', async () => {
    const { rerender } = render(<List />)
    await click('b')
    await click('c')
    rerender(<List ids="acde" />)
    expect(checked()).toBe('c')
    expect(count()).toBe('1 of 200 selected')
  })

  test('stay selected while the rows of the previous list are still shown', async () => {
    const { rerender } = render(<List />)
    await click('b')
    rerender(<List ids="abcde" list="search" isCurrent={false} />)
    rerender(<List ids="cde" list="search" />)
    rerender(<List />)
    expect(checked()).toBe('b')
  })

  test('are cleared by the button of the toolbar, which then hides the actions', async () => {
    render(<List />)
    expect(screen.queryByText('Export')).toBeNull()
    await click('a')
    screen.getByText('Export')
    await userEvent.click(screen.getByLabelText('Clear selection'))
    expect(checked()).toBe('')
    expect(screen.queryByText('Export')).toBeNull()
  })

  test('can be the full list but for some, until the list changes', async () => {
    const { rerender } = render(<List />)
    expect(screen.queryByText(/^Select all/)).toBeNull()
    await click('all')
    expect(count()).toBe('5 of 200 selected')
    await userEvent.click(screen.getByText('Select all 200'))
    expect(count()).toBe('All 200 members selected')
    await click('b')
    expect(count()).toBe('199 of 200 selected')
    expect(checked()).toBe('acde')
    // More rows are loaded: they are also selected.
    rerender(<List ids="abcdefg" />)
    expect(checked()).toBe('acdefg')
    // The excluded row is deleted.
    rerender(<List ids="acdefg" />)
    expect(count()).toBe('All 200 members selected')
    rerender(<List ids="xy" list="search" />)
    expect(checked()).toBe('')
    expect(count()).toBe('Nothing selected')
  })
})
