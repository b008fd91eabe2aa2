// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { renderPage, startApi } from '#test/support/page/page.tsx'
import type { Renewal } from '../../renewals/answers.ts'
import { RenewalRow } from './RenewalRow.tsx'
import { printedColumns } from './RenewalTable.tsx'

const renewal = (id: string): Renewal => ({
  id,
  name: '',
  company_name: `Firm ${id}`,
  membership_number: null,
  role: 'oem',
  email: '',
  whatsapp_number: '',
  status: 'due',
  last_notice: null,
  paid_until: null,
  owed_paise: 5000_00,
  ahead_paise: 0,
  credit_paise: 0,
  days_overdue: 0,
  due_on: '2026-12-31',
  grace_until: null,
  dues: {
    status: 'due',
    since: null,
    owed_paise: 5000_00,
    not_raised_paise: 0,
    years: ['2026-27'],
    owed_name: 'Dues 2026-27',
    is_raised: true,
    ahead_paise: 0,
    parts: [{ name: 'Dues 2026-27', paise: 5000_00 }],
  },
})
const rows = [renewal('a'), renewal('b')]

beforeEach(async () => {
  await startApi(({ url }) =>
    url === '/api/admin/cheques' ? { body: [{ person_id: 'b' }] } : { status: 404, body: '' },
  )
})

test("the member's cell says that a cheque is noted", async () => {
  const [member] = printedColumns
  renderPage(
    <main>
      {rows.map((one, index) => (
        <section key={one.id} aria-label={one.id}>
          {member?.cell(one, index)}
        </section>
      ))}
    </main>,
  )
  const noted = await screen.findAllByText('Cheque noted')
  expect(noted).toHaveLength(1)
  expect(within(screen.getByRole('region', { name: 'b' })).getByText('Cheque noted')).toBeDefined()
})

test('the row on a phone also says so', async () => {
  renderPage(
    <main>
      {rows.map((one) => (
        <section key={one.id} aria-label={one.id}>
          <RenewalRow renewal={one} isSelected={false} onToggle={vi.fn()} onAction={vi.fn()} />
        </section>
      ))}
    </main>,
  )
  const noted = await screen.findAllByText('Cheque noted')
  expect(noted).toHaveLength(1)
  expect(within(screen.getByRole('region', { name: 'b' })).getByText('Cheque noted')).toBeDefined()
})
