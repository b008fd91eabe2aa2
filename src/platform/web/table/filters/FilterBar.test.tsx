// @vitest-environment jsdom
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { selectFilter, setPageWidth } from '#test/support/page/page.tsx'
import { optionsOf } from '../../form/SelectField.tsx'
import { FilterBar } from './FilterBar.tsx'
import { useFilters, useSortParam } from './filters.ts'

const statusLabels = { pending: 'Pending', approved: 'Approved' }

const cities = [
  { value: 'Pune', label: 'Pune' },
  { value: 'Mumbai', label: 'Mumbai' },
]

/** A list's filters, in the row or behind its button, and what the list would request. */
function Filters({ inRow }: { inRow: boolean }) {
  const filters = useFilters({ status: statusLabels }, ['city', 'from', 'to'])
  const { param, onSort } = useSortParam(['name', 'date'], { key: 'date', direction: 'descending' })
  const { city, from, to } = filters.values
  return (
    <>
      <FilterBar
        filters={filters}
        search={{ label: 'Search', placeholder: 'Name' }}
        selects={[
          { name: 'status', label: 'Status', placeholder: 'All', options: optionsOf(statusLabels) },
          ...(inRow ? [] : [{ name: 'city', label: 'City', placeholder: 'Any', options: cities }]),
        ]}
        days={inRow ? [] : [{ name: 'from', label: 'From' }]}
        chips={[
          ...(inRow && city ? [{ label: `In ${city}`, names: ['city'] }] : []),
          ...(from ? [{ label: `From ${from} to ${to}`, names: ['from', 'to'] }] : []),
        ]}
        actions={<button type="button">Export</button>}
        sheet={<button type="button">Import</button>}
      />
      <output>{JSON.stringify({ search: filters.search, ...filters.values, sort: param })}</output>
      <button type="button" onClick={() => onSort({ key: 'name', direction: 'ascending' })}>
        By name
      </button>
      <button
        type="button"
        onClick={() => filters.apply({ q: 'oak', status: 'pending', sort: 'name', page: '9' })}
      >
        Apply
      </button>
      {filters.isFiltered && (
        <button type="button" onClick={filters.clear}>
          Clear
        </button>
      )}
    </>
  )
}

function open(search: string, { inRow = true } = {}) {
  window.history.replaceState(null, '', `/list${search}`)
  return render(<Filters inRow={inRow} />)
}

const query = () => JSON.parse(document.querySelector('output')?.textContent ?? '{}')
const address = () => window.location.search
const searchField = () => screen.getByLabelText('Search') as HTMLInputElement
/** Chooses a segment in the panel. */
const choose = (label: string, option: string) =>
  userEvent.click(
    within(screen.getByRole('group', { name: label })).getByRole('radio', { name: option }),
  )
const press = (label: string) => userEvent.click(screen.getByText(label))

describe('the filters of a list in the URL', () => {
  test('are read from the URL; missing parameters are undefined', () => {
    open('?q=%20teak%20&status=approved&city=Pune&page=2')
    expect(query()).toEqual({ search: 'teak', status: 'approved', city: 'Pune', sort: '-date' })
    expect(searchField().value).toBe('teak')
    screen.getByRole('button', { name: /^Status: ?Approved$/ })
  })

  test('ignore invalid options and unknown orders', () => {
    open('?status=lost&city=&sort=-age')
    expect(query()).toEqual({ search: '', sort: '-date' })
    screen.getByRole('button', { name: 'Status' })
    expect(screen.queryByText('Clear')).toBeNull()
  })

  test('follow the URL when Back changes it', async () => {
    open('?q=teak')
    await act(async () => {
      window.history.pushState(null, '', '/list?q=oak')
      window.dispatchEvent(new PopStateEvent('popstate'))
    })
    await waitFor(() => expect(searchField().value).toBe('oak'))
    expect(query().search).toBe('oak')
  })

  test('store the order in the URL unless it is the initial one', async () => {
    open('')
    await press('By name')
    expect(address()).toBe('?sort=name')
    expect(query().sort).toBe('name')
  })
})

describe('the search of a list', () => {
  test('is written to the URL while typing', async () => {
    open('?status=approved')
    await userEvent.type(searchField(), 'teak ')
    await waitFor(() => expect(address()).toBe('?status=approved&q=teak'))
    expect(query().search).toBe('teak')
    expect(searchField().value).toBe('teak ')
    await userEvent.clear(searchField())
    await waitFor(() => expect(address()).toBe('?status=approved'))
  })

  test('starts at most every 80 ms, and always with the last text', () => {
    vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] })
    open('')
    const searches: string[] = []
    const replaceState = window.history.replaceState.bind(window.history)
    window.history.replaceState = (...args) => {
      searches.push(String(args[2]))
      replaceState(...args)
    }
    try {
      for (const value of ['a', 'ab', 'abc', 'abcd', 'abcde', 'abcdef']) {
        fireEvent.change(searchField(), { target: { value } })
        act(() => void vi.advanceTimersByTime(30))
      }
      act(() => void vi.advanceTimersByTime(80))
    } finally {
      vi.useRealTimers()
      window.history.replaceState = replaceState
    }
    expect(searches).toEqual(['/list?q=a', '/list?q=abc', '/list?q=abcdef'])
  })

  test('is emptied by Escape and by the button in the search field', async () => {
    open('?q=teak&status=approved')
    await userEvent.type(searchField(), '{Escape}')
    expect(address()).toBe('?status=approved')
    expect(screen.queryByLabelText('Clear search')).toBeNull()
    await userEvent.type(searchField(), 'oak')
    await userEvent.click(screen.getByLabelText('Clear search'))
    await waitFor(() => expect(address()).toBe('?status=approved'))
    expect(document.activeElement).toBe(searchField())
  })
})

describe('the filters of a list', () => {
  test('are set and removed by the menu of their chip, and by its second button', async () => {
    open('?q=teak')
    await selectFilter('Status', 'Pending')
    expect(address()).toBe('?q=teak&status=pending')
    await selectFilter(/^Status: ?Pending$/, 'All')
    expect(address()).toBe('?q=teak')
    await selectFilter('Status', 'Approved')
    await userEvent.click(
      screen.getByRole('button', { name: 'Remove the filter: Status: Approved' }),
    )
    expect(address()).toBe('?q=teak')
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Status' }))
  })

  test('are behind a button where they are many; those that are set are chips', async () => {
    open('?city=Pune&from=2025-01-05', { inRow: false })
    expect(screen.queryByLabelText('City')).toBeNull()
    const button = screen.getByRole('button', { name: 'Filter' })
    await userEvent.click(button)
    expect(button.getAttribute('aria-expanded')).toBe('true')
    expect(await screen.findByLabelText('From')).toHaveProperty('value', '2025-01-05')
    await choose('City', 'Mumbai')
    expect(address()).toBe('?city=Mumbai&from=2025-01-05')
    await choose('City', 'Any')
    await choose('Status', 'Pending')
    expect(address()).toBe('?from=2025-01-05&status=pending')
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(document.activeElement).toBe(button))
    await userEvent.click(screen.getByLabelText('Remove the filter: Status: Pending'))
    expect(address()).toBe('?from=2025-01-05')
    expect(document.activeElement).toBe(button)
    await userEvent.click(button)
    await userEvent.click(await screen.findByRole('button', { name: 'Clear filters' }))
    expect(address()).toBe('')
  })

  test('are in a sheet on a phone, with what else the list offers', async () => {
    setPageWidth(400)
    try {
      open('?status=approved&from=2025-01-05&to=2025-02-01')
      expect(screen.queryByText('Export')).toBeNull()
      await userEvent.click(screen.getByRole('button', { name: 'Filters (2)' }))
      await screen.findByRole('group', { name: 'Status' })
      await choose('Status', 'Pending')
      expect(address()).toBe('?status=pending&from=2025-01-05&to=2025-02-01')
      screen.getByRole('button', { name: 'Import' })
      await userEvent.click(screen.getByRole('button', { name: 'Show' }))
      await userEvent.click(
        screen.getByLabelText('Remove the filter: From 2025-01-05 to 2025-02-01'),
      )
      expect(address()).toBe('?status=pending')
    } finally {
      setPageWidth(1024)
    }
  })

  test('are replaced together by a saved filter, without order and other parameters', async () => {
    open('?view=table&sort=date&q=teak&city=Pune')
    await press('Apply')
    expect(address()).toBe('?view=table&sort=date&q=oak&status=pending')
    await waitFor(() => expect(searchField().value).toBe('oak'))
  })

  test('are removed one by one by the buttons of their chips', async () => {
    open('?q=teak&city=Pune&from=2025&to=2026')
    screen.getByRole('list', { name: 'Filters' })
    await userEvent.click(screen.getByLabelText('Remove the filter: From 2025 to 2026'))
    expect(address()).toBe('?q=teak&city=Pune')
    await userEvent.click(screen.getByLabelText('Remove the filter: In Pune'))
    expect(address()).toBe('?q=teak')
    expect(screen.queryByRole('list', { name: 'Filters' })).toBeNull()
  })

  test('are cleared together, without order and other parameters', async () => {
    open('?view=table&sort=name&q=teak&status=pending&city=Pune')
    await press('Clear')
    expect(address()).toBe('?view=table&sort=name')
    await waitFor(() => expect(searchField().value).toBe(''))
    expect(screen.queryByText('Clear')).toBeNull()
  })
})
