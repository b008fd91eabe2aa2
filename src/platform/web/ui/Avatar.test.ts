import { expect, test } from 'vitest'
import { initials } from './Avatar.tsx'

test.each([
  ['Asha Menon', 'AM'],
  ['ravi kumar subramanian', 'RS'],
  ['Zed', 'Z'],
  ['  ', 'U'],
  [undefined, 'U'],
])('initials of %j are %s', (name, expected) => {
  expect(initials(name)).toBe(expected)
})
