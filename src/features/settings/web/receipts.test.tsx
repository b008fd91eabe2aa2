// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import type { BooksClosingAnswer } from '#features/ledger/receipts/answers.ts'
import { OwnPayments } from '#features/ledger/web/components/OwnPayments.tsx'
import { renderPage, startApi } from '#test/support/page/page.tsx'
import { newSettings } from '#test/support/page/settings.ts'
import { ClosedYearsCard } from './ClosedYearsCard.tsx'
import { ReceiptsTab } from './ReceiptsTab.tsx'

let api: Awaited<ReturnType<typeof startApi>>
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const notClosed: BooksClosingAnswer = { closed_to: '', founded_in: '', changes: [] }

const click = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

test('a tax treatment is checked before it is saved; a refusal keeps what was typed', async () => {
  const bodies: unknown[] = []
  api = await startApi(({ method, url }, body) => {
    if (method === 'GET') return url?.includes('closing') ? { body: notClosed } : { body: [] }
    bodies.push(JSON.parse(body))
    return { status: 409, body: 'Please enter the GSTIN of the association first' }
  })
  renderPage(<ReceiptsTab settings={newSettings} />)
  expect(await screen.findByText('Receipts are issued without tax.')).toBeDefined()
  await click('Change the tax')
  await userEvent.click(screen.getByLabelText('Tax invoice with GST'))
  await click('Save tax')
  expect(await screen.findByText('Please enter the SAC')).toBeDefined()
  expect(bodies).toEqual([])
  await userEvent.type(screen.getByLabelText('SAC'), '999599')
  await click('Save tax')
  await waitFor(() =>
    expect(bodies).toMatchObject([{ kind: 'invoice', rate: '18', sac: '999599' }]),
  )
  expect(screen.getByLabelText<HTMLInputElement>('SAC').value).toBe('999599')
})

test('Books of Renewals leads to the books of a year, which say what Tally does not get', async () => {
  const scrolledTo: string[] = []
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    scrolledTo.push(this.textContent ?? '')
  })
  api = await startApi(({ url }) => ({ body: url?.includes('closing') ? notClosed : [] }))
  const { unmount } = renderPage(<ReceiptsTab settings={newSettings} />)
  await screen.findByText('Receipts are issued without tax.')
  expect(scrolledTo).toEqual([])
  unmount()
  window.history.replaceState(null, '', '#books')
  renderPage(<ReceiptsTab settings={newSettings} />)
  await waitFor(() => expect(scrolledTo).toEqual([expect.stringMatching(/^Books of a year/)]))
  window.history.replaceState(null, '', window.location.pathname)
  expect(
    screen.getByText(
      "Imported payments are left out, as are receipts with the office's own numbers.",
    ),
  ).toBeDefined()
})

test('the day book of the days that are entered is downloaded', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T06:00:00.000Z') })
  api = await startApi(({ url }) => ({ body: url?.includes('closing') ? notClosed : [] }))
  renderPage(<ReceiptsTab settings={newSettings} />)
  expect(screen.getByLabelText<HTMLInputElement>('Last day').value).toBe('2026-11-20')
  const first = screen.getByLabelText<HTMLInputElement>('First day')
  expect(first.value).toBe('2026-11-01')
  fireEvent.change(first, { target: { value: '2026-10-01' } })
  await click('Day book: Download CSV')
  await waitFor(() =>
    expect(api.requests).toContain(
      'GET /api/admin/payments/day-book?from=2026-10-01&to=2026-11-20&format=csv',
    ),
  )
})

test('a year is closed after a question, and reopened with a reason', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T06:00:00.000Z') })
  const last = '2025-26'
  const bodies: unknown[] = []
  let state = notClosed
  api = await startApi(({ method }, body) => {
    if (method === 'GET') return { body: state }
    const sent = JSON.parse(body)
    bodies.push(sent)
    const change = { before: state.closed_to, after: sent.closed_to, reason: sent.reason }
    state = {
      ...state,
      closed_to: sent.closed_to,
      changes: [{ ...change, at: '2026-11-20T06:00:00.000Z', by: 'Asha' }, ...state.changes],
    }
    return { body: state }
  })
  renderPage(<ClosedYearsCard />)
  await click(`Close ${last}`)
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(dialog.getByRole('button', { name: `Close ${last}` }))
  expect(await screen.findByText(`Closed ${last}`, { exact: false })).toBeDefined()
  expect(screen.getByText('by Asha', { exact: false })).toBeDefined()
  await click(`Reopen ${last}`)
  const reopen = within(await screen.findByRole('dialog'))
  const save = reopen.getByRole<HTMLButtonElement>('button', { name: `Reopen ${last}` })
  expect(save.disabled).toBe(true)
  await userEvent.type(reopen.getByLabelText('Reason'), 'A cheque was forgotten')
  await userEvent.click(save)
  expect(await screen.findByText('A cheque was forgotten')).toBeDefined()
  expect(bodies).toEqual([
    { closed_to: last, reason: '' },
    { closed_to: '', reason: 'A cheque was forgotten' },
  ])
})

test('a member sees payments with the receipts that the portal has issued, or why not', async () => {
  const payment = { mode: 'Cash', reference: '', paid_at: '2026-05-01T06:30:00.000Z' }
  const issued = {
    ...{ ...payment, id: 'a', amount_paise: 5000_00, receipt_number: 'R2026-27/0001' },
    valid_from: '2026-04-01',
    valid_to: '2027-03-31',
    is_cancelled: true,
    has_receipt: true,
  }
  const imported = {
    ...{ ...payment, id: 'b', amount_paise: 4000_00, receipt_number: null },
    valid_from: null,
    valid_to: null,
    is_cancelled: false,
    has_receipt: false,
  }
  const ofCredit = {
    ...{ ...imported, id: 'c', amount_paise: 0 },
    paper: { kind: 'credit', amount_paise: 590_00 },
  }
  const calls: string[] = []
  const answers = [
    { status: 500, body: 'Something went wrong' },
    { body: [issued, imported, ofCredit] },
    { body: [] },
  ]
  api = await startApi(({ url = '' }) => {
    calls.push(url)
    return answers.shift() ?? {}
  })
  const first = renderPage(<OwnPayments />)
  expect(await screen.findByText("Couldn't load your payments")).toBeDefined()
  await click('Try again')
  expect(await screen.findByText('R2026-27/0001')).toBeDefined()
  expect(screen.getByText('Valid 01/04/2026 to 31/03/2027, cancelled')).toBeDefined()
  expect(screen.getByText('₹4,000')).toBeDefined()
  expect(screen.getByText(/^from your credit on /)).toBeDefined()
  expect(screen.getByText('₹590')).toBeDefined()
  expect(screen.getAllByRole('button', { name: /receipt/ })).toHaveLength(1)
  first.unmount()
  renderPage(<OwnPayments />)
  expect(await screen.findByText('No payments recorded yet.')).toBeDefined()
  await userEvent.selectOptions(screen.getByLabelText('Statement of account'), '2026-27')
  await click('Download PDF of the statement of account')
  await waitFor(() => expect(calls.at(-1)).toBe('/api/profile/statement.pdf?year=2026-27'))
})
