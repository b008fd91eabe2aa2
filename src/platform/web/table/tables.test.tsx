// @vitest-environment jsdom
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { nextPaint, setPageWidth } from '#test/support/page/page.tsx'
import { currentToast } from '../toast/toast.ts'
import { ColumnsDialog } from './ColumnsDialog.tsx'
import type { RegisterColumn } from './columns.ts'
import { DataTable, type Sort } from './DataTable.tsx'
import { useHiddenColumns } from './hidden-columns.ts'
import { RegisterTable } from './RegisterTable.tsx'

interface Person {
  id: string
  name: string
  paid: number
}

const people: Person[] = [
  { id: 'a', name: 'Asha', paid: 500 },
  { id: 'b', name: 'Bina', paid: 0 },
  { id: 'c', name: 'Chandra', paid: 900 },
]

const columns: RegisterColumn<Person>[] = [
  { key: 'serial', header: 'No.', width: 3, cell: (_, rowNumber) => rowNumber, onPhone: 'hidden' },
  {
    key: 'name',
    header: 'Name',
    width: 10,
    sortable: true,
    ascendingFirst: true,
    onPhone: 'title',
    cell: ({ name }) => name,
  },
  {
    key: 'paid',
    header: 'Paid',
    width: 8,
    sortable: true,
    align: 'end',
    cell: ({ paid }) => paid,
  },
  { key: 'city', header: 'City', width: 60, cell: () => 'Pune' },
  {
    key: 'actions',
    header: 'Actions',
    width: 5,
    onPhone: 'actions',
    cell: ({ name }) => <button type="button">Edit {name}</button>,
  },
]

const keyOf = ({ id }: Person) => id

/** A table that sorts its rows as a server would. */
function Sorted({ rows = people }: { rows?: readonly Person[] }) {
  const [sort, setSort] = useState<Sort>({ key: 'name', direction: 'ascending' })
  const { key, direction } = sort
  const sorted = rows.toSorted((a, b) =>
    key === 'name' ? a.name.localeCompare(b.name) : a.paid - b.paid,
  )
  return (
    <DataTable
      caption="People"
      columns={columns}
      rows={direction === 'ascending' ? sorted : sorted.reverse()}
      rowKey={keyOf}
      sort={sort}
      onSort={setSort}
    />
  )
}

const names = () =>
  [...document.querySelectorAll('tbody tr')].map((row) => row.children[1]?.textContent)
const headerOf = (name: string) => screen.getByText(name).closest('th')
const press = (name: string) => userEvent.click(screen.getByText(name))

describe('a table', () => {
  test('has a row for each record and a header for each column', () => {
    render(<Sorted />)
    const table = screen.getByRole('table', { name: 'People' })
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map((cell) => cell.textContent),
    ).toEqual(['No.', 'Name', 'Paid', 'City', 'Actions'])
    expect(names()).toEqual(['Asha', 'Bina', 'Chandra'])
    expect(document.querySelector('tbody td')?.textContent).toBe('1')
  })

  test('sorts by a header, names from A to Z and numbers from the largest, then back', async () => {
    render(<Sorted />)
    expect(headerOf('Name')?.getAttribute('aria-sort')).toBe('ascending')
    await press('Paid')
    expect(names()).toEqual(['Chandra', 'Asha', 'Bina'])
    expect(headerOf('Paid')?.getAttribute('aria-sort')).toBe('descending')
    expect(headerOf('Name')?.getAttribute('aria-sort')).toBe('none')
    await press('Paid')
    expect(names()).toEqual(['Bina', 'Asha', 'Chandra'])
    await press('Name')
    expect(names()).toEqual(['Asha', 'Bina', 'Chandra'])
    expect(headerOf('City')?.getAttribute('aria-sort')).toBeNull()
  })

  test('has a tab order: scroll region, headers, rows', async () => {
    render(<Sorted />)
    await userEvent.tab()
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'People' }))
    await userEvent.tab()
    await userEvent.tab()
    expect(document.activeElement?.textContent).toBe('Paid')
    await userEvent.keyboard('{Enter}')
    expect(names()).toEqual(['Chandra', 'Asha', 'Bina'])
    await userEvent.tab()
    expect(document.activeElement?.textContent).toBe('Edit Chandra')
  })

  test('renders a row again only when its record changes', () => {
    const cell = vi.fn(({ name }: Person) => name)
    const counted = [{ key: 'name', header: 'Name', cell }]
    const { rerender } = render(
      <DataTable caption="People" columns={counted} rows={people} rowKey={keyOf} />,
    )
    cell.mockClear()
    const changed = people.map((one) => (one.id === 'b' ? { ...one, name: 'Binu' } : one))
    rerender(<DataTable caption="People" columns={counted} rows={changed} rowKey={keyOf} />)
    expect(cell.mock.calls.map(([{ name }]) => name)).toEqual(['Binu'])
  })
})

describe('a table on a phone', () => {
  beforeEach(() => setPageWidth(390))
  afterEach(() => setPageWidth(1024))

  test('is a list of cards with title, labelled values and buttons, without hidden columns', () => {
    render(<DataTable caption="People" columns={columns} rows={people} rowKey={keyOf} />)
    const list = screen.getByRole('list', { name: 'People' })
    const [card] = within(list).getAllByRole('listitem')
    expect(card?.textContent).toBe('AshaPaid500CityPuneEdit Asha')
    expect(screen.queryByText('No.')).toBeNull()
  })

  test('shows the cards that fit on the screen first and the others shortly after', async () => {
    const rows = Array.from({ length: 40 }, (_, id) => ({ id: `${id}`, name: `${id}`, paid: id }))
    render(<DataTable caption="People" columns={columns} rows={rows} rowKey={keyOf} />)
    const cardCount = () => screen.getAllByRole('listitem').length
    expect(cardCount()).toBeLessThan(10)
    await waitFor(() => expect(cardCount()).toBe(40))
  })
})

/** How high and wide the browser would lay out a register. */
const size = { clientHeight: 480, clientWidth: 400 }

describe('a long table', () => {
  const many = Array.from({ length: 500 }, (_, index) => ({
    id: `${index}`,
    name: `Person ${index}`,
    paid: index,
  }))
  const renderRegister = (table: Partial<Parameters<typeof RegisterTable<Person>>[0]> = {}) =>
    render(
      <RegisterTable
        caption="Register"
        columns={columns}
        rows={many}
        total={2000}
        rowKey={keyOf}
        {...table}
      />,
    )
  const rows = () => [...document.querySelectorAll('tbody tr')]
  beforeEach(() => {
    for (const [name, value] of Object.entries(size))
      vi.spyOn(Element.prototype, name as keyof typeof size, 'get').mockReturnValue(value)
  })
  afterEach(() => vi.restoreAllMocks())

  test('renders only the visible rows, with aria-rowcount and aria-rowindex', () => {
    renderRegister()
    expect(rows().length).toBeGreaterThan(9)
    expect(rows().length).toBeLessThan(20)
    expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('2001')
    expect(rows()[0]?.getAttribute('aria-rowindex')).toBe('2')
    expect(rows()[0]?.textContent).toContain('Person 0')
  })

  test('Ctrl-F goes to the search of the list first, and a copy of all rows in view says how many there are', () => {
    render(
      <main>
        <input type="search" aria-label="Search" />
        <RegisterTable
          caption="Register"
          columns={columns}
          rows={many}
          total={2000}
          rowKey={keyOf}
        />
      </main>,
    )
    const find = () => fireEvent.keyDown(document.body, { key: 'f', ctrlKey: true })
    // False: the browser does not open its own search.
    expect(find()).toBe(false)
    expect(document.activeElement).toBe(screen.getByLabelText('Search'))
    expect(find()).toBe(true)
    document.getSelection()?.selectAllChildren(screen.getByRole('table'))
    fireEvent.copy(document.body)
    expect(currentToast()?.title).toBe(`${rows().length} of 2,000 rows copied`)
  })

  test('a list that is there in full leaves both to the browser', () => {
    renderRegister({ rows: people, total: people.length })
    expect(fireEvent.keyDown(document.body, { key: 'f', ctrlKey: true })).toBe(true)
  })

  test('renders visible cells first and the others shortly after', async () => {
    const narrow = { ...columns[2], key: 'far', header: 'Far', width: 8 } as RegisterColumn<Person>
    const wide = [...columns.slice(0, 4), narrow, ...columns.slice(4)]
    renderRegister({ columns: wide })
    expect(rows()[7]?.children[3]?.textContent).toBe('Pune')
    expect(rows()[7]?.children[4]?.textContent).toBe('')
    expect(rows()[7]?.children[5]?.textContent).toBe('Edit Person 7')
    await nextPaint()
    expect(rows()[7]?.children[4]?.textContent).toBe('7')
  })

  test('shows the rows of a search in visible cells first, in the others shortly after', async () => {
    const narrow = { ...columns[2], key: 'far', header: 'Far', width: 8 } as RegisterColumn<Person>
    const wide = [...columns.slice(0, 4), narrow, ...columns.slice(4)]
    const register = (shown: Person[]) => (
      <>
        <input type="search" aria-label="Search" />
        <RegisterTable caption="Register" columns={wide} rows={shown} total={500} rowKey={keyOf} />
      </>
    )
    const { rerender } = render(register(many))
    await userEvent.click(screen.getByLabelText('Search'))
    await nextPaint()
    rerender(register(many.toReversed()))
    expect(rows()[7]?.children[1]?.textContent).toBe('Person 492')
    expect(rows()[7]?.children[5]?.textContent).toBe('Edit Person 492')
    expect(rows()[7]?.children[4]?.textContent).toBe('')
    await waitFor(() => expect(rows()[7]?.children[4]?.textContent).toBe('492'))
  })

  test('requests more rows when its last rows become visible', () => {
    const onEnd = vi.fn()
    const { rerender } = renderRegister({ onEnd })
    expect(onEnd).not.toHaveBeenCalled()
    rerender(
      <RegisterTable
        caption="Register"
        columns={columns}
        rows={many.slice(0, 25)}
        total={2000}
        rowKey={keyOf}
        onEnd={onEnd}
      />,
    )
    expect(onEnd).toHaveBeenCalled()
  })

  test('has a checkbox in each row and one for all; Shift selects a range', async () => {
    const onToggle = vi.fn()
    const onToggleAll = vi.fn()
    renderRegister({
      selection: {
        has: ({ id }) => id === '1',
        label: ({ name }) => `Choose ${name}`,
        onToggle,
        isAllSelected: false,
        onToggleAll,
      },
    })
    expect(screen.getByLabelText('Choose Person 1')).toHaveProperty('checked', true)
    expect(screen.getByLabelText('Choose Person 0')).toHaveProperty('checked', false)
    await userEvent.click(screen.getByLabelText('Choose Person 0'))
    expect(onToggle).toHaveBeenLastCalledWith(many[0], false)
    fireEvent.click(screen.getByLabelText('Choose Person 3'), { shiftKey: true })
    expect(onToggle).toHaveBeenLastCalledWith(many[3], true)
    await userEvent.click(screen.getByLabelText('Select all loaded rows'))
    expect(onToggleAll).toHaveBeenCalledOnce()
  })

  test('has a first column that stays at the left beside the checkboxes, and keys reach its orders', async () => {
    const onSort = vi.fn()
    const [serial, name, ...others] = columns as [RegisterColumn<Person>, RegisterColumn<Person>]
    const pinned: RegisterColumn<Person> = {
      ...name,
      pinned: true,
      moreSorts: [{ key: 'paid', header: 'Paid amount' }],
    }
    renderRegister({
      columns: [pinned, serial, ...others],
      sort: { key: 'paid', direction: 'descending' },
      onSort,
      selection: {
        has: () => false,
        label: ({ name: who }) => `Select ${who}`,
        onToggle: () => {},
        isAllSelected: false,
        onToggleAll: () => {},
      },
    })
    const header = screen.getByText('Name').closest('th')
    expect(header?.style.left).toBe('3rem')
    expect(rows()[3]?.children[1]?.textContent).toBe('Person 3')
    expect(header?.getAttribute('aria-sort')).toBe('descending')
    await userEvent.tab()
    await userEvent.tab()
    await userEvent.tab()
    expect(document.activeElement?.textContent).toBe('Name')
    await userEvent.tab()
    expect(document.activeElement?.textContent).toBe('Paid amount (descending)')
    await userEvent.keyboard('{Enter}')
    expect(onSort).toHaveBeenCalledWith({ key: 'paid', direction: 'ascending' })
  })

  test('scrolls to the row whose details are open and marks it', () => {
    const scrollTo = vi.spyOn(Element.prototype, 'scrollTo')
    vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockReturnValue(28_000)
    renderRegister({ activeKey: '3' })
    expect(rows()[3]?.className).toContain('row-selected')
    renderRegister({ activeKey: '200' })
    const [to] = scrollTo.mock.lastCall as unknown as [ScrollToOptions]
    expect(to.top).toBeGreaterThan(200 * 38 - 1)
  })

  test('shows the columns selected in its dialog on this device', async () => {
    function Register() {
      const { hidden, hide } = useHiddenColumns('people')
      return (
        <>
          <RegisterTable
            caption="Register"
            columns={columns.filter(({ key }) => !hidden.includes(key))}
            rows={many}
            total={500}
            rowKey={keyOf}
          />
          <ColumnsDialog columns={columns} hidden={hidden} onHide={hide} onClose={() => {}} />
        </>
      )
    }
    const headers = () =>
      [...document.querySelectorAll('thead th')].map((header) => header.textContent)
    const { unmount } = render(<Register />)
    await userEvent.click(screen.getByLabelText('Paid'))
    await userEvent.click(screen.getByLabelText('City'))
    expect(headers()).toEqual(['No.', 'Name', 'Actions'])
    unmount()
    render(<Register />)
    expect(headers()).toEqual(['No.', 'Name', 'Actions'])
    await press('Show all')
    expect(headers()).toEqual(['No.', 'Name', 'Paid', 'City', 'Actions'])
  })
})
