// @vitest-environment jsdom
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Member } from '#features/members/answers.ts'
import { PrintTable } from '#platform/web/print/PrintTable.tsx'
import type { Instant } from '#shared/dates.ts'
import { printedColumns } from './all-members-columns.tsx'

const created_at: Instant = '2024-05-01T00:00:00.000Z'
const member = {
  id: '7',
  name: 'Asha Patil',
  company_name: 'Teak & Co',
  role: 'oem',
  membership_number: 'OEM2024001',
  whatsapp_number: '+919876543210',
  city: '',
  factory_address: 'F-214, Boranada, Jodhpur 342012, Rajasthan',
  address: '',
  created_at,
  is_active: true,
} as Member

test('the printed list has membership number, city and phone', () => {
  const columns = printedColumns()
  const table = <PrintTable columns={columns} rows={[member]} rowKey={({ id }) => id} />
  const page = new DOMParser().parseFromString(renderToStaticMarkup(table), 'text/html')
  const cells = [...page.querySelectorAll('td')].map(({ textContent }) => textContent)
  const printed = Object.fromEntries(columns.map(({ header }, index) => [header, cells[index]]))
  expect(printed).toMatchObject({
    Name: 'Asha Patil',
    'Membership No.': 'OEM2024001',
    City: 'Jodhpur',
    'Mobile No.': '+91 98765 43210',
    Joined: '01/05/2024',
  })
  // The dot of a state would stand before its word like an indent.
  expect(page.querySelectorAll('td [aria-hidden]')).toHaveLength(2)
  expect(page.querySelectorAll('td [aria-hidden]:not([data-not-printed])')).toHaveLength(0)
})
