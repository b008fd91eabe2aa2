import { expect, test } from 'vitest'
import type { Difference } from './differences.ts'
import { reasonOf, spelledAnew } from './wanted-differences.ts'

const difference = (call: string, place: string, before: unknown, after: unknown): Difference => ({
  call: `2027-05-20 administrator: ${call}`,
  place,
  before,
  after,
})
const account = 'GET /api/admin/members/asha@teak.example/account'
const book = 'GET /api/admin/board-book'
const notice = 'POST /api/admin/dues/notices/preview'

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
  [
    'all years of a notice',
    true,
    difference(
      notice,
      'body › mail › subject',
      'Your membership dues 2026-27: ₹7,001.80',
      'Your membership dues 2025-26 and 2026-27: ₹7,001.80',
    ),
  ],
  [
    'another amount in a notice',
    false,
    difference(
      notice,
      'body › mail › subject',
      'Your membership dues 2026-27: ₹7,001.80',
      'Your membership dues 2025-26 and 2026-27: ₹7,001',
    ),
  ],
])('%s is wanted: %s', (_what, isWanted, one) => {
  expect(reasonOf(one) !== undefined).toBe(isWanted)
})

test.each([
  ['Please pay by Jun 30, 2026.', 'Please pay by 30 June 2026.'],
  ['Mobile: +91 54700 01613', 'Mobile: +91 64700 01613'],
  ['wa.me/915470001613', 'wa.me/916470001613'],
  ['Mobile: +91 98220 12345, ₹5,470.50', 'Mobile: +91 98220 12345, ₹5,470.50'],
])('%s is compared as %s', (before, after) => {
  expect(spelledAnew(before)).toBe(after)
})
