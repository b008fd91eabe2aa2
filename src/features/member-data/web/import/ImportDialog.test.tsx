// @vitest-environment jsdom
import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderPage, startApi } from '#test/support/page.tsx'
import { ImportDialog } from './ImportDialog.tsx'

/** Replaces the browser's Worker; the test sends its messages. */
class FakeWorker extends EventTarget {
  isTerminated = false

  constructor() {
    super()
    workers.push(this)
  }

  postMessage() {}

  terminate() {
    this.isTerminated = true
  }

  answer(rows: string[][]) {
    if (this.isTerminated) return
    this.dispatchEvent(new MessageEvent('message', { data: { rows } }))
  }
}

const workers: FakeWorker[] = []
let api: Awaited<ReturnType<typeof startApi>>

beforeEach(async () => {
  workers.length = 0
  vi.stubGlobal('Worker', FakeWorker)
  api = await startApi(() => ({
    body: {
      counts: { new: 3, changed: 0, same: 0, wrong: 0 },
      encoding: 'UTF-8',
      delimiter: 'comma',
      new: [],
      changed: [],
      errors: [],
    },
  }))
})

afterEach(async () => {
  vi.unstubAllGlobals()
  await api.close()
})

const select = (name: string) =>
  userEvent.upload(screen.getByLabelText('Spreadsheet'), new File(['Name\nAsha'], name))

test('shows the workbook that was selected last, whichever is read first', async () => {
  renderPage(<ImportDialog onClose={() => {}} />)
  await select('old.xlsx')
  await select('new.xlsx')
  const [older, newer] = workers
  await act(async () => newer?.answer([['Name'], ['Asha']]))
  await act(async () => older?.answer([['Name'], ['Asha'], ['Ravi']]))
  expect(screen.getByText(/new\.xlsx has 1 row\./)).toBeTruthy()
})

test('shows the plan of a CSV file that was selected while a workbook was read', async () => {
  renderPage(<ImportDialog onClose={() => {}} />)
  await select('old.xlsx')
  await select('new.csv')
  await screen.findByText(/Read as UTF-8/)
  await act(async () => workers[0]?.answer([['Name'], ['Asha']]))
  expect(screen.queryByRole('group', { name: 'What the columns mean' })).toBeNull()
  expect(screen.getByText(/Read as UTF-8/)).toBeTruthy()
})

test('stops reading a workbook when the dialog closes', async () => {
  const { unmount } = renderPage(<ImportDialog onClose={() => {}} />)
  await select('old.xlsx')
  unmount()
  await act(async () => {})
  expect(workers[0]?.isTerminated).toBe(true)
})
