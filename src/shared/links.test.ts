import { expect, test } from 'vitest'
import { mailtoLink, webLink } from './links.ts'

test.each([
  ['kiran@rosewood.example', 'mailto:kiran@rosewood.example'],
  ['kiran+desk@rosewood.example', 'mailto:kiran%2Bdesk@rosewood.example'],
  ['a?bcc=x@evil.example', 'mailto:a%3Fbcc%3Dx@evil.example'],
  ['a&b%0a@rosewood.example', 'mailto:a%26b%250a@rosewood.example'],
  ['\ud800@rosewood.example', 'mailto:%EF%BF%BD@rosewood.example'],
])('escapes the address %j', (email, address) => {
  expect(mailtoLink(email)).toBe(address)
})

test.each([
  ['https://teak.example/a?b=c', 'https://teak.example/a?b=c'],
  ['HTTP://teak.example', 'HTTP://teak.example'],
  ['www.teak.example/works', 'https://www.teak.example/works'],
  ['javascript:alert(1)', undefined],
  ['javascript://teak.example/%0aalert(1)', undefined],
  ['data:text/html,<b>', undefined],
  ['//teak.example', undefined],
  ['https://bank.example@teak.example', undefined],
  ['not yet', undefined],
  ['', undefined],
])('links the website %j to %j', (typed, address) => {
  expect(webLink(typed)).toBe(address)
})
