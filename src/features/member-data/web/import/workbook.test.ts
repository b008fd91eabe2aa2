import { expect, test } from 'vitest'
import { withSheetHeadings } from './workbook.ts'

test('withSheetHeadings names the column of the workbook, and none for an error of a full row', () => {
  const mapping = { Firm: 'company_name', Fax: '', 'Mail address': 'email' } as const
  const error = (column: string) => ({ line: 2, column, reason: 'Please check' })
  const headings = withSheetHeadings(['company_name', 'email', 'name', ''].map(error), mapping).map(
    ({ column }) => column,
  )
  expect(headings).toEqual(['Firm', 'Mail address', 'name', ''])
})
