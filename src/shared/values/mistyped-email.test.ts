// cspell:ignore gmailcom gmial raju ymail
import { expect, test } from 'vitest'
import { suggestEmail } from './mistyped-email.ts'

test.each([
  ['raju@gmial.com', 'raju@gmail.com'],
  ['Raju.K@Gmial.com', 'Raju.K@gmail.com'],
  ['raju@gmal.com', 'raju@gmail.com'],
  ['raju@gmaill.com', 'raju@gmail.com'],
  ['raju@gmail.con', 'raju@gmail.com'],
  ['raju@gmail.co', 'raju@gmail.com'],
  ['raju@gmail.comm', 'raju@gmail.com'],
  ['raju@gmail.com.', 'raju@gmail.com'],
  ['raju@gmail,com', 'raju@gmail.com'],
  ['raju@gmailcom', 'raju@gmail.com'],
  ['raju@gmail', 'raju@gmail.com'],
  [' raju@gamil.com ', 'raju@gmail.com'],
  ['raju@yaho.com', 'raju@yahoo.com'],
  ['raju@yahoo.co', 'raju@yahoo.com'],
  ['raju@yahoo.coin', 'raju@yahoo.co.in'],
  ['raju@redifmail.com', 'raju@rediffmail.com'],
  ['raju@rediffmial.com', 'raju@rediffmail.com'],
  ['raju@hotmial.com', 'raju@hotmail.com'],
  ['raju@outlok.com', 'raju@outlook.com'],
])('%j was meant as %j', (typed, meant) => {
  expect(suggestEmail(typed)).toBe(meant)
})

test.each([
  'raju@gmail.com',
  'Raju@Gmail.com',
  'raju@ymail.com',
  'raju@mail.com',
  'raju@yahoo.in',
  'raju@yahoo.co.in',
  'raju@live.in',
  'raju@email.com',
  'asha@teakworks.example',
  'info@gmailfurniture.in',
  'raju@mails.org',
  'raju@g',
  'raju',
  'raju@',
  '@gmial.com',
  'a b@gmial.com',
  '',
])('%j is not questioned', (typed) => {
  expect(suggestEmail(typed)).toBeUndefined()
})
