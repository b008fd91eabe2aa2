import { describe, expect, test } from 'vitest'
import { isSavedForm, unreadableCell } from './spreadsheet.ts'

describe('what a spreadsheet program saves', () => {
  test.each([
    ['789', '000789'],
    ['123', '00123'],
    ['1.1', '1.10'],
    ['5', '5.0'],
    ['100000', '1E5'],
    ['1.00E+05', '1E5'],
    ['1000', '1,000'],
    ['0.1', '10%'],
    ['-5', '(5)'],
    ['-5', '5-'],
    ['500', '₹500'],
    ['1.5', '1 1/2'],
    ['6.19012E+11', '619012345999'],
    ['412356789012346000000000', '412356789012345678901234'],
    ['12345678901234500', '12345678901234567'],
    ['TRUE', 'true'],
    ['Yes', 'true'],
    ['FALSE', 'False'],
    ['02/01/2026', '1-2'],
    ['01/02/2026', '1-2'],
    ['2026-02-01', '1/2'],
    ['2001-03-01', 'Mar-1'],
    ['10/10/2026', 'OCT 10'],
    ['2026-04-01', 'Apr 2026'],
    ['04/26/2026', '04/26'],
    ["'=1+1", '=1+1'],
    ["'-5", '-5'],
  ])('%s is %s', (cell, original) => expect(isSavedForm(cell, original)).toBe(true))

  test.each([
    ['790', '000789'],
    ['5', '-5'],
    ['OEM-42', 'OEM-042'],
    ['Yes', 'No'],
    ['TRUE', 'truth'],
    ['03/01/2026', '1-2'],
    ['02/01/2026', 'Plot 1-2'],
    ['2026-04-05', '2026-04-06'],
    ['2026-05-01', 'March 1'],
    ['6.19E+11', '612'],
    ['412356789012345000000000', '512356789012345678901234'],
    ['', '0'],
    ['Teak', 'Oak'],
  ])('%s is not %s', (cell, original) => expect(isSavedForm(cell, original)).toBe(false))
})

test.each([
  ['#DIV/0!', /#DIV\/0!/],
  ['#NAME?', /#NAME\?/],
  ['#REF!', /#REF!/],
  ['#VALUE!', /#VALUE!/],
  ['#NUM!', /#NUM!/],
  ['#NULL!', /#NULL!/],
  ['#SPILL!', /#SPILL!/],
  ['Err:502', /Err:502/],
  ['#GETTING_DATA', /#GETTING_DATA/],
  ['Loading...', /Loading/],
  ['########', /too narrow/],
  ['6.199E+11', /shortened/],
  ['2.02401E+11', /shortened/],
  ['6,19E+11', /shortened/],
])('%s is what a spreadsheet shows instead of a value', (cell, reason) =>
  expect(unreadableCell(cell)).toMatch(reason),
)

test.each([
  '#1 Furniture',
  '#42',
  '2E',
  'E+11',
  '5E3 Works',
  'GST#',
  '#',
  'Plot 2E10',
  'Loading Works',
])('%s is a value', (cell) => expect(unreadableCell(cell)).toBeUndefined())
