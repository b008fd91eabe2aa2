// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { updatePortal } from '#platform/web/api/portal-info.ts'
import type { Day } from '#shared/dates.ts'
import { renderPage, startApi } from '#test/support/page/page.tsx'
import { NoticeDialog } from './NoticeDialog.tsx'
import { NoticeLogDialog } from './NoticeLogDialog.tsx'
import { ReportedPaymentsDialog, type ReportNote } from './ReportedPaymentsDialog.tsx'

let api: Awaited<ReturnType<typeof startApi>>

const click = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const typedIn = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value

const asha = { id: 'm', name: 'Asha', company_name: 'Teak & Co', email: 'a@teak.example' }
const preview = {
  count: 2,
  owed_paise: 9000_00,
  people: [{ ...asha, owed_paise: 5000_00 }],
  left_out: [
    { reason: 'no_email', count: 1, ids: ['r'], people: [{ ...asha, id: 'r', owed_paise: 0 }] },
  ],
  mail: { subject: 'Your membership dues', text: 'Dear Asha' },
}

test('notices show recipients, those left out and the email; a refusal reads them again', async () => {
  const onClose = vi.fn()
  let refused = true
  api = await startApi(({ url }) => {
    if (url?.endsWith('/preview')) return { body: preview }
    if (refused) return { status: 409, body: 'The recipients have changed' }
    return { status: 201, body: { id: 's', total: 2, sent: 1, failed: 1, waiting: 0, members: [] } }
  })
  const onSelect = vi.fn()
  renderPage(<NoticeDialog ids={['m', 'n', 'r']} onClose={onClose} onSelect={onSelect} />)
  expect(await screen.findByText('2 members get a notice, ₹9,000 in all')).toBeDefined()
  expect(screen.getAllByText('Teak & Co')[0]?.nextSibling?.textContent).toBe('₹5,000')
  expect(screen.getByText('and 1 more')).toBeDefined()
  expect(screen.getByText('No email address: 1')).toBeDefined()
  expect(screen.getByText('Dear Asha')).toBeDefined()
  await click('Select them')
  expect(onSelect).toHaveBeenCalledWith(['r'])
  await click('Send 2 notices')
  const previews = () => api.requests.filter((request) => request.endsWith('/preview')).length
  await waitFor(() => expect(previews()).toBe(2))
  refused = false
  await click('Send 2 notices')
  expect(await screen.findByText('1 notice sent')).toBeDefined()
  expect(screen.getByText('1 email could not be delivered')).toBeDefined()
  await userEvent.click(screen.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement)
  expect(onClose).toHaveBeenCalledWith(true)
})

test('without a mail server notices are written to files, and the dialog says so', async () => {
  updatePortal({ writes_mails_to_files: true })
  api = await startApi(({ url }) => {
    if (url?.endsWith('/preview')) return { body: preview }
    return { status: 201, body: { id: 's', total: 2, sent: 2, failed: 0, waiting: 0, members: [] } }
  })
  renderPage(<NoticeDialog ids={['m', 'n']} onClose={() => {}} onSelect={() => {}} />)
  await screen.findByText('No mail server is set')
  await click('Write 2 emails to files')
  await screen.findByText('2 emails written to files')
  expect(screen.queryByText(/sent/)).toBeNull()
})

const report = {
  id: 'p',
  person_id: 'm',
  name: 'Asha',
  company_name: 'Teak & Co',
  membership_number: 'OEM1',
  amount_paise: 5000_00,
  owed_paise: 5000_00,
  reference: 'UTR 42',
  paid_on: '2026-05-01',
  reported_at: '2026-05-01T09:00:00.000Z',
  screenshot: null,
}

/** What a payment would settle. */
const outcome = {
  settles: [],
  owed_paise: 5000_00,
  remaining_paise: 0,
  not_raised_paise: 0,
  credit_paise: 0,
  charge_id: null,
  year: null,
  valid_from: null,
  valid_to: null,
}

test('the reference of a reported payment is named once', async () => {
  const plain = { ...report, id: 'q', company_name: 'Oak & Co', reference: '610537741906' }
  api = await startApi(() => ({ body: [plain, report] }))
  renderPage(<ReportedPaymentsDialog onClose={() => {}} />)
  const first = await screen.findByRole('region', { name: 'Payment of Oak & Co' })
  expect(first.textContent).toContain('UTR 610537741906, paid on')
  expect(screen.getByText(/UTR 42, paid on/).textContent).not.toContain('UTR UTR')
  const buttons = screen.getAllByRole('button', { name: 'Confirm…' })
  expect(buttons.map(({ className }) => className.includes('bg-accent '))).toEqual([true, false])
})

test('a reported payment stays with what was typed until it is recorded or rejected', async () => {
  const bodies: unknown[] = []
  api = await startApi(({ method, url }, body) => {
    if (method === 'GET') return { body: [report] }
    if (url?.endsWith('/preview')) return { body: outcome }
    bodies.push(JSON.parse(body))
    return { status: 400, headers: { 'Error-Field': 'paid_on' }, body: 'This day is in the future' }
  })
  const note: ReportNote = (id, children) => (
    <>
      Note of {id}
      {children({})}
    </>
  )
  renderPage(<ReportedPaymentsDialog note={note} onClose={() => {}} />)
  expect(await screen.findByText(/Note of p/)).toBeDefined()
  await click('Confirm…')
  await userEvent.clear(screen.getByLabelText('Amount (₹)'))
  await userEvent.type(screen.getByLabelText('Amount (₹)'), '4500')
  expect(await screen.findByText('Settles everything owed')).toBeDefined()
  await click('Record payment')
  expect(await screen.findByText('This day is in the future')).toBeDefined()
  expect([typedIn('Amount (₹)'), typedIn('Reference')]).toEqual(['4500', 'UTR 42'])
  await click('Cancel')
  await click('Reject…')
  await click('Reject')
  expect(await screen.findByText('Please say why the payment was not found')).toBeDefined()
  await userEvent.type(screen.getByLabelText('Reason'), 'Not on the statement')
  await click('Reject')
  await waitFor(() => expect(bodies).toHaveLength(2))
  expect(typedIn('Reason')).toBe('Not on the statement')
  expect(bodies[1]).toEqual({ reason: 'Not on the statement' })
})

test.each<[creditedOn: Day | undefined, day: Day, hint: string | undefined]>([
  [undefined, '2026-05-01', undefined],
  ['2026-05-01', '2026-05-01', 'The bank credited it on this day.'],
  [
    '2026-04-21',
    '2026-04-21',
    'The bank credited it on 21/04/2026; the member reported 01/05/2026.',
  ],
])('a reported payment credited on %s is of %s', async (creditedOn, day, hint) => {
  api = await startApi(({ method }) => ({ body: method === 'GET' ? [report] : outcome }))
  renderPage(
    <ReportedPaymentsDialog
      note={(_id, children) => children({ creditedOn })}
      onClose={() => {}}
    />,
  )
  await click('Confirm…')
  expect(typedIn('Day of the payment')).toBe(day)
  expect(screen.queryByText(/The bank credited/)?.textContent).toBe(hint)
})

test('a reported payment that is recorded with another amount is answered by that payment', async () => {
  const bodies: unknown[] = []
  api = await startApi(({ method }, body) => {
    if (method === 'GET') return { body: [report] }
    bodies.push(JSON.parse(body))
    return { status: 200, body: { ...report, outcome: 'confirmed' } }
  })
  renderPage(
    <ReportedPaymentsDialog
      note={(_id, children) => children({ recordedPaise: 450_000 })}
      onClose={() => {}}
    />,
  )
  await click('Confirm…')
  expect(screen.getByText(/Nothing is recorded twice/)).toBeDefined()
  expect(screen.queryByLabelText('Amount (₹)')).toBeNull()
  await click('Confirm')
  await waitFor(() => expect(bodies).toMatchObject([{ amount: '4500', reference: 'UTR 42' }]))
})

test('a reported payment with the reference of another member asks why it is another one', async () => {
  const bodies: unknown[] = []
  api = await startApi(({ method, url }, body) => {
    if (method === 'GET') return { body: [report] }
    if (url?.endsWith('/preview')) return { body: outcome }
    bodies.push(JSON.parse(body))
    const headers = { 'Error-Code': 'reference-taken', 'Error-Member': 'other' }
    return { status: 409, headers, body: 'It is taken' }
  })
  renderPage(<ReportedPaymentsDialog onClose={() => {}} />)
  await click('Confirm…')
  await click('Record payment')
  await userEvent.type(await screen.findByLabelText('Why is it another payment?'), 'Two firms')
  await click('Record it as another payment')
  await waitFor(() => expect(bodies).toHaveLength(2))
  expect(bodies[0]).not.toHaveProperty('another_payment')
  expect(bodies[1]).toMatchObject({ another_payment: 'Two firms' })
  const earlier = await screen.findByRole('link', { name: /Show the earlier payment/ })
  expect(earlier.getAttribute('href')).toBe('/admin/members?member=other')
  // Another reference may be free.
  await userEvent.type(screen.getByLabelText('Reference'), '9')
  expect(screen.queryByLabelText('Why is it another payment?')).toBeNull()
  expect(screen.getByRole('button', { name: 'Record payment' })).toBeDefined()
})

test('reports, reminders and the log say when they are empty or could not be loaded', async () => {
  let isFailing = true
  const noReminders = { days: [], next_on: null, count: 0, owed_paise: 0, people: [], left_out: [] }
  api = await startApi(({ url }) => {
    if (isFailing) return { status: 500, body: 'Something went wrong' }
    return { body: url?.endsWith('/reminders') ? noReminders : [] }
  })
  const reports = renderPage(<ReportedPaymentsDialog onClose={() => {}} />)
  expect(await screen.findByText("Couldn't load the reported payments")).toBeDefined()
  isFailing = false
  await click('Try again')
  expect(await screen.findByText('No reported payments')).toBeDefined()
  reports.unmount()

  isFailing = true
  renderPage(<NoticeLogDialog onClose={() => {}} />)
  expect(await screen.findByText("Couldn't load the reminders")).toBeDefined()
  expect(await screen.findByText("Couldn't load what was sent")).toBeDefined()
  isFailing = false
  for (const retry of screen.getAllByRole('button', { name: 'Try again' }))
    await userEvent.click(retry)
  expect(await screen.findByText('Reminders are off.')).toBeDefined()
  expect(await screen.findByText('Nothing has been sent yet.')).toBeDefined()
})
