// cspell:ignore gmial gmal gmaill gmsil gmli agmail
import { expect, test } from 'vitest'
import { isOneEditAway } from './one-edit-away.ts'

test.each([
  ['gmial.com', 'gmail.com', true],
  ['gmal.com', 'gmail.com', true],
  ['gmaill.com', 'gmail.com', true],
  ['gmsil.com', 'gmail.com', true],
  ['gmail.co', 'gmail.com', true],
  ['gmail.com', 'gmail.com', false],
  ['gmli.com', 'gmail.com', false],
  ['agmail.co', 'gmail.com', false],
  ['', 'a', true],
  ['', '', false],
  ['ab', 'ba', true],
  ['a', 'abc', false],
])('%s is one edit away from %s: %s', (one, other, isAway) => {
  expect([isOneEditAway(one, other), isOneEditAway(other, one)]).toEqual([isAway, isAway])
})
