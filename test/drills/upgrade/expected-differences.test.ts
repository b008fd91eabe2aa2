import { expect, test } from 'vitest'
import type { Difference } from './differences.ts'
import { reasonOf, withCurrentSpelling } from './expected-differences.ts'

const difference = (call: string, path: string, before: unknown, after: unknown): Difference => ({
  call: `2027-05-20 administrator: ${call}`,
  path,
  before,
  after,
})
const account = 'GET /api/admin/members/asha@teak.example/account'
const book = 'GET /api/admin/board-book'
const notice = 'POST /api/admin/dues/notices/preview'
const raised = (before: string, after: string) =>
  difference(account, 'body › charges › [2026-27] › valid_from', before, after)
const paper = (before: string, after: string) =>
  difference('GET /api/admin/payments/p/receipt.pdf', 'body › pages › [1] › [line]', before, after)
const preview = (name: string) =>
  `POST /api/admin/members/${name}@cast.example/dues-payments/preview {"amount":"1"}`
const credit = 'body › credit_paise'

test.each([
  ['a new field', true, difference(account, 'body › dues', undefined, { word: 'due' })],
  ['an old field with another value', false, difference(account, 'body › dues', 'due', 'lapsed')],
  ['a field that is gone', false, difference(account, 'body › dues', 'due', undefined)],
  ['another amount', false, difference(account, 'body › owed_paise', 500_000, 0)],
  ['a new call', true, difference('GET /api/admin/cheques', 'status', 404, 200)],
  ['a member who was deleted', false, difference(account, 'status', 404, 200)],
  ['a call that is gone', false, difference('GET /api/admin/cheques', 'status', 200, 404)],
  ['who lapsed', true, difference(book, 'body › types › oem › lapsed', 0, 2)],
  ['what was collected', false, difference(book, 'body › types › oem › collected', 0, 2)],
  ['from the first day that is not paid for', true, raised('2026-04-01', '2026-10-01')],
  ['from 1 April again', false, raised('2026-10-01', '2026-04-01')],
  ['from a day of the next year', false, raised('2026-04-01', '2027-05-01')],
  ['a bill of supply', true, paper('Receipt No. FP/1', 'Bill of Supply No. FP/1')],
  ['another amount on a paper', false, paper('Total ₹5,000', 'Total ₹4,000')],
  ['credit of dues that are not raised', true, difference(preview('ahead'), credit, 5, 10)],
  ['credit of dues that are raised', false, difference(preview('parts'), credit, 5, 10)],
  [
    'the name of what a notice is about',
    true,
    difference(
      notice,
      'body › mail › subject',
      'Your membership dues 2026-27: ₹7,001.80',
      'Please pay ₹7,001.80: Dues 2025-26 and 2026-27',
    ),
  ],
  [
    'another amount in a notice',
    false,
    difference(
      notice,
      'body › mail › subject',
      'Your membership dues 2026-27: ₹7,001.80',
      'Please pay ₹7,001: Dues 2025-26 and 2026-27',
    ),
  ],
])('%s is expected: %s', (_what, isExpected, one) => {
  expect(reasonOf(one) !== undefined).toBe(isExpected)
})

test.each([
  ['Please pay by Jun 30, 2026.', 'Please pay by 30 June 2026.'],
  ['Mobile: +91 54700 01613', 'Mobile: +91 64700 01613'],
  ['wa.me/915470001613', 'wa.me/916470001613'],
  ['Mobile: +91 98220 12345, ₹5,470.50', 'Mobile: +91 98220 12345, ₹5,470.50'],
])('%s is compared as %s', (before, after) => {
  expect(withCurrentSpelling(before)).toBe(after)
})
