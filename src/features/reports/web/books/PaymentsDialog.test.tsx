// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { renderPage, startApi } from '#test/support/page/page.tsx'
import { PaymentsDialog } from './PaymentsDialog.tsx'

const payment = {
  id: 'p1',
  kind: 'payment',
  receipt_number: 'R2026-27/0001',
  amount_paise: 10_000_00,
  dues_paise: 10_000_00,
  mode: 'Cash',
  reference: '',
  paid_at: '2026-04-10T06:00:00.000Z',
  recorded_at: '2026-04-10T07:00:00.000Z',
  person_id: 'm1',
  member_name: 'Asha Deshmukh',
  company_name: 'Sahyadri Office Systems',
  membership_number: 'OEM2019001',
}

const filter = { month: '2026-04', year: 2026, mode: undefined }

let rows: (typeof payment)[]

beforeEach(async () => {
  await startApi(() => ({ body: rows }))
})

async function headersOf(...changes: Partial<typeof payment>[]): Promise<(string | null)[]> {
  rows = changes.map((change, index) => ({ ...payment, id: `p${index}`, ...change }))
  renderPage(<PaymentsDialog filter={filter} onClose={() => undefined} />)
  await screen.findAllByRole('link', { name: 'Asha Deshmukh', hidden: true })
  return screen.getAllByRole('columnheader', { hidden: true }).map((cell) => cell.textContent)
}

test('payments of dues alone, recorded on their day, have no columns that repeat another', async () => {
  expect(await headersOf({})).toEqual([
    'Member',
    'Paid on',
    'Amount',
    'Mode',
    'Payment Ref',
    'Receipt',
  ])
})

test('one payment that differs brings the columns back', async () => {
  const headers = await headersOf(
    {},
    { recorded_at: '2026-05-02T07:00:00.000Z' },
    { dues_paise: 7500_00 },
  )
  expect(headers).toContain('Recorded')
  expect(headers).toContain('For dues')
})

test('a name and its company are parts of one line, which says both when the pointer rests on it', async () => {
  await headersOf({})
  const company = screen.getByText('Sahyadri Office Systems')
  expect(company.parentElement?.title).toBe('Asha Deshmukh, Sahyadri Office Systems')
})

test('the day book stays in sight below the payments', async () => {
  await headersOf({})
  const button = screen.getByRole('button', { name: 'Download the day book as CSV', hidden: true })
  expect(button.closest('.overflow-y-auto')).toBeNull()
})
