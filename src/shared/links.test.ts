import { expect, test } from 'vitest'
import { completeWebAddress, mailtoLink, webLink } from './links.ts'

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

test.each<[string, string]>([
  ['www.teak.example', 'https://www.teak.example'],
  [' teak.example/doors?x=1 ', 'https://teak.example/doors?x=1'],
  ['Teak.Example:8080', 'https://Teak.Example:8080'],
  ['xn--11b4d3a.xn--h2brj9c', 'https://xn--11b4d3a.xn--h2brj9c'],
  ['फर्नीचर.भारत', 'https://फर्नीचर.भारत'],
  ...[
    'https://teak.example',
    'http://teak.example',
    'teak',
    'asha@teak.example',
    'javascript:alert(1)',
    'ftp://teak.example',
    'https:teak.example',
    'teak.example\\doors',
    'none at the moment.',
    'N.A.',
    '12.5',
    '',
  ].map((typed): [string, string] => [typed, typed]),
])('completes the website %j to %j', (typed, address) => {
  expect(completeWebAddress(typed)).toBe(address)
})
