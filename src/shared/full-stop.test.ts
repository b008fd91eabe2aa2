import { expect, test } from 'vitest'
import { withFullStop } from './full-stop.ts'

test.each([
  ['Member not found', 'Member not found.'],
  ['Please try again.', 'Please try again.'],
  ['Are you there?', 'Are you there?'],
])('ends %j with one full stop', (text, expected) => {
  expect(withFullStop(text)).toBe(expected)
})
