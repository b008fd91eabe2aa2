import { expect, test } from 'vitest'
import { isSameReference, paymentKey, utrsOf } from './reference.ts'

test.each([
  ['412356789012', '412356789012'],
  [' utr: 4123-5678 9012 ', '412356789012'],
  ['UTR412356789012', '412356789012'],
  ['REFNO 0412356789012', '412356789012'],
  ['UPI/412356789012/asha@okaxis', '412356789012'],
  ['UPI Ref No. 412356789012 (GPay)', '412356789012'],
  ['NEFT-SBIN526112512345-PATIL', 'SBIN526112512345'],
  ['sbin526112512345', 'SBIN526112512345'],
  ['４１２３５６７８９０１２', '412356789012'],
  ['41235678', '41235678'],
  ['utr 4123-5678', '41235678'],
  ['paid on 12/05/2026, 412356789012', '412356789012'],
])('the key of %j is %s', (reference, key) => {
  expect(paymentKey('Bank', reference)).toBe(key)
  expect(paymentKey('GPay', reference)).toBe(key)
  expect(paymentKey(null, reference)).toBe(key)
})

test.each([
  '',
  'UTR 1',
  'by hand',
  '4123567',
  'paid on 12/05/2026',
  '2026-05-12',
  'bills 12, 13 and 14',
  'x'.repeat(60),
])('%j says too little for a key', (reference) => {
  expect(paymentKey('Bank', reference)).toBeUndefined()
})

test('cash and cheques have no key: the number of a cheque is one of its bank only', () => {
  expect(paymentKey('Cash', '412356789012')).toBeUndefined()
  expect(paymentKey('Cheque', '412356789012')).toBeUndefined()
})

test('a reference of a bank line has the key of the payment that is recorded for it', () => {
  for (const text of ['UPI/412356789012/ASHA', 'NEFT SBIN526112512345 PATIL', 'UTR0412356789012'])
    expect(utrsOf(text)[0]).toBe(paymentKey('Bank', text))
})

test.each([
  ['789', '000789'],
  ['Chq 000789', '000789'],
  ['CHQ NO.789', '000789'],
  ['Ch. No. 000789 dt 20/11/2026', '789'],
  ['789.0', '000789'],
  ['Sbin 1234 5678', 'SBIN12345678'],
  ['UTR: sbin-12345678.', 'SBIN12345678'],
  ['UPI Ref No 619012345999', '0000619012345999'],
])('%j is the reference %j', (one, other) => expect(isSameReference(one, other)).toBe(true))

test.each([
  ['790', '000789'],
  ['DD 789', 'SBIN789'],
  ['NEFT', 'IMPS'],
  ['UTR', '789'],
  ['20/11/2026', '21/11/2026'],
])('%j is not the reference %j', (one, other) => expect(isSameReference(one, other)).toBe(false))
