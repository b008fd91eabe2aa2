import { expect, test } from 'vitest'
import type { Difference } from './differences.ts'
import { byField, byMember } from './report.ts'

const owed = (member: number, call = 'account'): Difference => ({
  call: `2027-05-20 administrator: GET /api/admin/members/m${member}@crowd.example/${call}`,
  path: 'body › owed_paise',
  before: 500_000,
  after: 0,
})

test('10,000 equal differences are one line with three examples', () => {
  const many = Array.from({ length: 10_000 }, (_, index) => owed(index))
  expect(byField([...many, { ...owed(1), path: 'body › [Asha] › name' }])).toEqual([
    [
      'owed_paise: 10000 × of 10000 members, 10000 × 500000 → 0',
      '    10000 × GET /api/admin/members/member/account › body › owed_paise',
      ...[0, 1, 2].map(
        (index) =>
          `        2027-05-20 administrator: GET /api/admin/members/m${index}@crowd.example/account › body › owed_paise: 500000 → 0`,
      ),
    ],
    [
      'name: 1 × of 1 members',
      '    1 × GET /api/admin/members/member/account › body › […] › name',
      '        2027-05-20 administrator: GET /api/admin/members/m1@crowd.example/account › body › [Asha] › name: 500000 → 0',
    ],
  ])
})

test('what has changed of one member is together', () => {
  const row = {
    call: '2027-05-20 administrator: GET /api/admin/renewals?status=owes',
    path: 'body › [m7@crowd.example]',
    before: undefined,
    after: 'the row of m7@crowd.example',
  }
  const total = { ...row, path: 'total', before: '1', after: '2' }
  expect(byMember([owed(7), owed(7, 'payments'), row, owed(8), total])).toEqual([
    [
      'm7@crowd.example',
      '    2 × owed_paise: 500000 → 0',
      '    1 × a row of body: nothing → "the row of m7@crowd.example"',
    ],
    ['m8@crowd.example', '    1 × owed_paise: 500000 → 0'],
    ['sums', '    1 × total: "1" → "2"'],
  ])
})
