import { expect, test } from 'vitest'
import { memberFilterWords } from './member-filters.ts'

test.each([
  [{}, []],
  [{ joined_to: '2025-03-31' }, ['Joined to 31/03/2025']],
  [
    { joined_from: '2024-04-01', joined_to: '2025-03-31' },
    ['Joined from 01/04/2024 to 31/03/2025'],
  ],
  [
    { active: 'true', ends_from: '2025-01-05', ends_to: '2025-01-11', material: 'wpcPvc' },
    ['Material: WPC / PVC', 'Active members', 'Ending from 05/01/2025 to 11/01/2025'],
  ],
  [
    { paid_from: '2024-03-31', paid_to: '2025-01-04', state: '27' },
    ['State: Maharashtra', 'Paid until from 31/03/2024 to 04/01/2025'],
  ],
  [{ state: 'none' }, ['State: Not recorded']],
  [
    { email: 'none', visible: 'false', signed_in: 'never', invited: 'no', paid: 'false' },
    [
      'Payment: PENDING',
      'Email: Without email',
      'Directory: Hidden',
      'Sign-in: Never signed in',
      'Invitation: Not invited',
    ],
  ],
  [
    { active: 'maybe', joined_from: 'soon', material: 'gold', type: 'vendor' },
    ['Type: Vendor Members', 'Material: gold', 'Joined from soon'],
  ],
])('the filters %j are in words %j', (values, words) => {
  expect(memberFilterWords({ search: '', values })).toEqual(words)
})
