import { expect, test } from 'vitest'
import { filterChips } from './filter-chips.ts'

test.each([
  [{}, []],
  [{ joined_to: '2025-03-31' }, ['Joined to 31/03/2025']],
  [
    { joined_from: '2024-04-01', joined_to: '2025-03-31' },
    ['Joined from 01/04/2024 to 31/03/2025'],
  ],
  [
    { active: 'true', ends_from: '2025-01-05', ends_to: '2025-01-11', material: 'wpcPvc' },
    ['Active members', 'Ending from 05/01/2025 to 11/01/2025', 'Offers WPC / PVC'],
  ],
  [
    { paid_from: '2024-03-31', paid_to: '2025-01-04', state: '27' },
    ['Paid until from 31/03/2024 to 04/01/2025', 'State: Maharashtra'],
  ],
  [{ state: 'none' }, ['State: Not recorded']],
  [
    { email: 'none', visible: 'false', signed_in: 'never', invited: 'no' },
    ['Without email', 'Hidden', 'Never signed in', 'Not invited'],
  ],
  [
    { active: 'maybe', email: 'x', joined_from: 'soon', material: 'gold' },
    ['Joined from soon', 'Offers gold'],
  ],
])('the filters %j get the labels %j', (filters, labels) => {
  expect(filterChips(filters).map((chip) => chip.label)).toEqual(labels)
})
