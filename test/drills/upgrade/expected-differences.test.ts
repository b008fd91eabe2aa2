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
const printed = (number: string, before?: string, after?: string) =>
  difference(
    'GET /api/admin/directory/document?size=A4',
    `body › pages › [Members directory 2027-28 2] › [${number}]`,
    before,
    after,
  )
const run = (path: string, before: unknown, after: unknown) =>
  difference(
    'POST /api/admin/dues/runs/preview {"year":"2026-27"}',
    `body › ${path}`,
    before,
    after,
  )
const mailed = (address: string, subject: string, before?: string, after?: string) => ({
  call: `mail to ${address}: ${subject} … (1)`,
  path: '',
  before,
  after,
})

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
    'a mobile number in two groups',
    true,
    printed('Mobile: +91 98220 12345', undefined, 'Mobile: +91 98220 12345'),
  ],
  ['an address that is gone', false, printed('12 Timber Market', '12 Timber Market')],
  ['a member among the first hundred', true, run('members › [m2@crowd.example]', undefined, {})],
  ['another order of members', true, run('members › order, row [0]', 'ahead', 'arrears')],
  ['fewer members who are charged', false, run('affected', 107, 85)],
  [
    'another amount of a member',
    false,
    run('members › [m2@crowd.example] › amount_paise', 500_000, 400_100),
  ],
  ['news for members', true, difference('GET /api/news', 'status', 404, 200)],
  ['news that are gone', false, difference('GET /api/news', 'status', 200, 404)],
  ['a subject of today', true, mailed('asha@cast.example', 'Please pay', undefined, 'an answer')],
  ['a receipt that is not mailed', false, mailed('asha@cast.example', 'Receipt', 'an answer')],
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
    'the amount of a notice before a comma',
    true,
    difference(
      'POST /api/admin/dues/notices/links',
      'body › members › [m2@crowd.example] › message',
      'your dues are ₹14,500, due 30 June 2026.',
      'please pay ₹14,500 to the association, due 30 June 2026: Dues 2026-27.',
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
