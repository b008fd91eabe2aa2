import { expect, test } from 'vitest'
import { isSameReference, paymentKey, utrsOf } from './reference.ts'

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

test.each([
  ['000123 HDFC Bank', '123 HDFC'],
  ['Chq no. 123 dt 05/04/2026, HDFC', '123 HDFC'],
  ['HDFC 000123', '123 HDFC'],
  ['000123', undefined],
  ['HDFC', undefined],
  ['000123 000124 HDFC', undefined],
])('the cheque %j counts once as %j', (reference, key) => {
  expect(paymentKey('Cheque', reference)).toBe(key)
})
