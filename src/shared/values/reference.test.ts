// cspell:ignore HDFCH KKBKH UTIBN AXISR
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

test.each([
  ['AXISN52026080300123'],
  ['axisn52026080300123'],
  ['axisn 52026080300123'],
  ['AXISN-52026080300123'],
  ['AXIS N52026080300123'],
  ['AXISN52026 080300123'],
  ['AXISN 52026 0803 00123'],
  ['axis n 52026080300123'],
  ['UTR AXISN 52026080300123'],
  ['NEFT/AXIS N52026080300123/PATIL'],
  ['UTR: axisn 52026080300123 dt 03/08/2026'],
])('%j is the transfer AXISN52026080300123', (reference) => {
  expect(paymentKey('Bank', reference)).toBe('AXISN52026080300123')
})

test.each([
  // A divided UTR of sixteen characters, and an RTGS one.
  ['HDFCH 26211123456', 'HDFCH26211123456'],
  ['HDFC H26211123456', 'HDFCH26211123456'],
  ['HDFCR 52026080391234567', 'HDFCR52026080391234567'],
  // In groups of four, of 16, 19 and 22 characters.
  ['HDFC H262 1112 3456', 'HDFCH26211123456'],
  ['HDFC N520 2606 1112 345', 'HDFCN52026061112345'],
  ['SBINR 5202 6061 1123 4567 8', 'SBINR52026061112345678'],
  ['sbin r520 2606 1112 3456 78', 'SBINR52026061112345678'],
  ['ICICN5 2026 0611 1234 5', 'ICICN52026061112345'],
  ['HDFC N520 2606 1112 345 7080', 'HDFCN52026061112345'],
  ['AXISN 52026080300123 708', 'AXISN52026080300123'],
  // Names, banks and words beside a number are no part of it.
  ['SINGH 412356789012', '412356789012'],
  ['PATIL 620210123456', '620210123456'],
  ['HDFC 412356789012', '412356789012'],
  ['HDFC N132240099887766', 'N132240099887766'],
  ['NEFT N132240099887766', 'N132240099887766'],
  ['NEFT N52026080300123', 'N52026080300123'],
  ['SBIN 526112512345', '526112512345'],
  ['NEFT SBIN526112512345 PATIL', 'SBIN526112512345'],
  ['KKBKH26150123 7080', 'KKBKH26150123'],
  ['AXISN52026080300123 HDFCH26211123456', 'AXISN52026080300123'],
  ['AXISN52026080300123 7080', 'AXISN52026080300123'],
  ['BATCH 12345678', '12345678'],
])('%j counts once as %j', (reference, key) => {
  expect(paymentKey('Bank', reference)).toBe(key)
})

test.each([
  ['AXISN 52026080300123', 'AXISN 52026080300124'],
  ['AXISN 52026080300123', 'UTIBN 52026080300123'],
  ['AXISN 52026080300123', 'AXISR 52026080300123'],
  ['AXIS N52026080300123', 'HDFC N52026080300123'],
  ['AXISN52026 080300123', 'AXISN52026 080300124'],
  ['AXISN52026 080300123', '080300123'],
  ['HDFC N520 2606 1112 345', 'HDFC N520 2606 1112 999'],
])('%j and %j are two transfers', (one, other) => {
  expect(paymentKey('Bank', one)).not.toBe(paymentKey('Bank', other))
})
