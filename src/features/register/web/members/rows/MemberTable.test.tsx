// @vitest-environment jsdom
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Member } from '#features/members/answers.ts'
import { PrintTable } from '#platform/web/print/PrintTable.tsx'
import type { Instant } from '#shared/dates.ts'
import { dataColumns } from './MemberTable.tsx'

const created_at: Instant = '2024-05-01T00:00:00.000Z'
const member = {
  id: '7',
  name: 'Asha Patil',
  company_name: 'Teak & Co',
  role: 'oem',
  email: 'asha@teak.example',
  whatsapp_number: '+919876543210',
  payment_status: true,
  payment_amount: 10_000,
  created_at,
} as Member

test('on paper there are no photos and websites, and an email breaks between its parts alone', () => {
  const columns = dataColumns({ hidden: [], isEssential: false }, () => {})
  const table = <PrintTable columns={columns} rows={[member]} rowKey={({ id }) => id} />
  const page = new DOMParser().parseFromString(renderToStaticMarkup(table), 'text/html')
  const headers = [...page.querySelectorAll('th')].map(({ textContent }) => textContent)
  expect(headers).not.toContain('Photo')
  expect(headers).not.toContain('Website')
  const cell = (header: string) => page.querySelectorAll('td')[headers.indexOf(header)]
  expect(cell('Email')?.innerHTML).toBe('<span><wbr>asha@<wbr><wbr>teak.<wbr>example<wbr></span>')
})
