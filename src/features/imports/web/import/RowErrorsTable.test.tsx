// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { columnLabel } from '#features/members/columns/spreadsheet-columns.ts'
import type { RowError } from '../../answers.ts'
import { RowErrorsTable } from './RowErrorsTable.tsx'

const error = (row: number, column: string, reason: string): RowError => ({
  line: row + 1,
  row,
  column,
  reason,
  value: '98140',
})
const tooShort = 'Please enter a valid WhatsApp number'
const errors = [
  error(18, 'Mob.', tooShort),
  error(19, 'membership_valid_to', 'Please enter the last day'),
  error(77, 'Mob.', tooShort),
]

test('a reason that several rows share is mended in all of them with one press', async () => {
  const corrected: unknown[] = []
  const onCorrect = (rows: readonly RowError[], text: string) =>
    corrected.push([rows.map(({ row }) => row), text])
  render(<RowErrorsTable errors={errors} onCorrect={onCorrect} />)
  const shared = screen.getByRole('list', { name: 'Reasons that several rows share' })
  expect(shared.children.length).toBe(1)
  expect(shared.textContent).toContain(`Mob.: ${tooShort} rows 18, 77`)
  await userEvent.click(screen.getByRole('button', { name: 'Leave empty in all 2' }))
  expect(corrected).toEqual([[[18, 77], '']])
})

test('cells that are empty in all rows cannot be left empty', () => {
  const empty = errors.map((one) => ({ ...one, value: '' }))
  render(<RowErrorsTable errors={empty} onCorrect={() => {}} />)
  expect(screen.getByRole('list').textContent).toContain(tooShort)
  expect(screen.queryByRole('button', { name: /^Leave empty/ })).toBeNull()
})

test('a column without a heading in the file has its label, not the name of a field', () => {
  render(<RowErrorsTable errors={errors} />)
  expect(screen.queryByText('membership_valid_to')).toBeNull()
  expect(screen.getByText(columnLabel('membership_valid_to'))).toBeTruthy()
  // Nothing can be mended here.
  expect(screen.queryByRole('list')).toBeNull()
})

test('cells that were corrected say so until the file is checked again', () => {
  const corrections = {
    19: { 'Mob.': '' },
    20: { membership_valid_to: '31/3/2027' },
    78: { 'Mob.': '' },
  }
  render(<RowErrorsTable errors={errors} corrections={corrections} onCorrect={() => {}} />)
  const rows = screen.getAllByRole('row').slice(1)
  expect(rows.map(({ textContent }) => /(Emptied|Changed), not.*/.exec(textContent)?.[0])).toEqual([
    'Emptied, not checked yet',
    'Changed, not checked yet',
    'Emptied, not checked yet',
  ])
  expect(screen.getByRole('list').textContent).toContain('Emptied, not checked yet')
  expect(screen.queryByRole('button', { name: /^Leave empty/ })).toBeNull()
})
