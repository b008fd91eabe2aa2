// @vitest-environment jsdom
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { PrintTable } from '#platform/web/print/PrintTable.tsx'
import type { Renewal } from '../../renewals/answers.ts'
import { printedColumns } from './RenewalTable.tsx'

const debtor = (id: string, name: string, parts: Renewal['dues']['parts']): Renewal => ({
  ...{ id, name, company_name: '', membership_number: null, role: 'oem', email: '' },
  ...{ whatsapp_number: '', status: 'lapsed', last_notice: null, paid_until: null },
  ...{ owed_paise: 0, ahead_paise: 0, credit_paise: 0, days_overdue: 0 },
  ...{ due_on: null, grace_until: null },
  dues: {
    ...{ status: 'lapsed', since: '2026-07-31', not_raised_paise: 0, years: ['2026-27'] },
    ...{ is_raised: true, ahead_paise: 0, owed_name: 'Dues 2026-27' },
    owed_paise: parts.reduce((sum, { paise }) => sum + paise, 0),
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
  const table = <PrintTable columns={printedColumns} rows={rows} rowKey={({ id }) => id} />
  const document = new DOMParser().parseFromString(renderToStaticMarkup(table), 'text/html')
  const owed = printedColumns.findIndex(({ key }) => key === 'owed')
  const cells = [...document.querySelectorAll('tbody tr')].map(({ children }) => [
    children[0]?.textContent,
    children[owed]?.textContent,
  ])
  expect(cells).toEqual([
    ['Asha', '₹5,900: Dues 2026-27'],
    ['Bina', '₹25,900: Dues 2025-26 ₹5,000, Dues 2026-27 ₹5,900, Stall ₹15,000'],
    ['Total owed', '₹31,800'],
  ])
})
