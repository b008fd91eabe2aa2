import { expect, test } from 'vitest'
import { mailAddress } from './rules.ts'

test.each([
  ['kiran@rosewood.example', 'mailto:kiran@rosewood.example'],
  ['kiran+desk@rosewood.example', 'mailto:kiran%2Bdesk@rosewood.example'],
  ['a?bcc=x@evil.example', 'mailto:a%3Fbcc%3Dx@evil.example'],
  ['a&b%0a@rosewood.example', 'mailto:a%26b%250a@rosewood.example'],
  ['\ud800@rosewood.example', 'mailto:%EF%BF%BD@rosewood.example'],
])('a new mail to %j goes to that address and says nothing else', (email, address) => {
  expect(mailAddress(email)).toBe(address)
})
