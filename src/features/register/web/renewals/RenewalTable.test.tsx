// @vitest-environment jsdom

import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { PrintTable } from '#platform/web/print/PrintTable.tsx'
import { sum } from '#shared/sum.ts'
import type { Renewal } from '../../renewals/answers.ts'
import { printedColumns } from './RenewalTable.tsx'

const rendered = (rows: readonly Renewal[]) => {
  const table = <PrintTable columns={printedColumns} rows={rows} rowKey={({ id }) => id} />
  return new DOMParser().parseFromString(renderToStaticMarkup(table), 'text/html')
}

const indexOf = (column: string) => printedColumns.findIndex(({ key }) => key === column)

const debtor = (id: string, name: string, parts: Renewal['dues']['parts']): Renewal => ({
  id,
  name,
  company_name: '',
  membership_number: null,
  role: 'oem',
  email: '',
  whatsapp_number: '',
  status: 'lapsed',
  last_notice: null,
  paid_until: null,
  owed_paise: 0,
  ahead_paise: 0,
  credit_paise: 0,
  days_overdue: 0,
  due_on: null,
  grace_until: null,
  dues: {
    status: 'lapsed',
    since: '2026-07-31',
    not_raised_paise: 0,
    years: ['2026-27'],
    is_raised: true,
    ahead_paise: 0,
    owed_name: 'Dues 2026-27',
    owed_paise: sum(parts, ({ paise }) => paise),
    parts,
  },
})

test('the printed list says what is owed of each year, and the total', () => {
  const rows = [
    debtor('a', 'Asha', [{ name: 'Dues 2026-27', paise: 5900_00 }]),
    debtor('b', 'Bina', [
      { name: 'Dues 2025-26', paise: 5000_00 },
      { name: 'Dues 2026-27', paise: 5900_00 },
      { name: 'Stall', paise: 15_000_00 },
    ]),
  ]
  const cells = [...rendered(rows).querySelectorAll('tbody tr')].map(({ children }) => [
    children[0]?.textContent,
    ...[...(children[indexOf('owed')]?.childNodes ?? [])].map(({ textContent }) => textContent),
  ])
  expect(cells).toEqual([
    ['Asha', '₹5,900', 'Dues 2026-27'],
    ['Bina', '₹25,900', 'Dues 2025-26 ₹5,000', 'Dues 2026-27 ₹5,900', 'Stall ₹15,000'],
    ['Total owed', '₹31,800'],
  ])
})

test('amounts and dates of the printed list stay whole', () => {
  const bina = debtor('b', 'Bina', [
    { name: 'Dues 2026-27', paise: 5900_00 },
    { name: 'Stall', paise: 15_000_00 },
  ])
  const row: Renewal = {
    ...bina,
    due_on: '2026-04-01',
    days_overdue: 240,
    paid_until: '2026-03-31',
    last_notice: { channel: 'whatsapp', at: '2026-11-15T06:00:00.000Z' },
  }
  const document = rendered([row])
  const wholeIn = (column: string) =>
    [...document.querySelectorAll(`td:nth-child(${indexOf(column) + 1}) [data-unbroken]`)].map(
      ({ textContent }) => textContent,
    )
  expect(wholeIn('owed')).toEqual(['₹20,900', '₹5,900', '₹15,000', '₹20,900'])
  expect(wholeIn('due_on')).toEqual(['01/04/2026,'])
  expect(wholeIn('last_notice')).toEqual(['15/11/2026'])
  expect(wholeIn('paid_until')).toEqual(['31/03/2026'])
})

test('credit is shown as credit in the list, not as a sum that is owed', () => {
  const asha: Renewal = { ...debtor('a', 'Asha', []), credit_paise: 6000_00 }
  const owed = printedColumns.find(({ key }) => key === 'owed')
  expect(renderToStaticMarkup(owed?.cell(asha, 0))).toContain('₹6,000 credit')
})
