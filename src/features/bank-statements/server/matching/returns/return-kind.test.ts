// cspell:ignore CHGS RTND CHRG RETD
import { expect, test } from 'vitest'
import { returnKind } from './returns.ts'

test.each([
  ['CHQ RETURN - 778812 - FUNDS INSUFFICIENT', 'return'],
  ['I/W CHQ RTN/445566/INSUFFICIENT FUNDS', 'return'],
  ['CHQ RETD-112244-PAYMENT STOPPED BY DRAWER', 'return'],
  ['NEFT RETURN-DUTTA & SONS-ACCOUNT CLOSED', 'return'],
  ['CHQ RTN CHGS + GST', 'fee'],
  ['RETURN CHARGES', 'fee'],
  ['CHQ RET CHARGES INCL GST 230426', 'fee'],
  ['CHARGES FOR CHQ RETURN 000123', 'fee'],
  ['REJECT:556699:Funds Insufficient', 'return'],
  ['SMS CHARGES', undefined],
])('%s is a %s', (narration, kind) => {
  expect(returnKind(narration)).toBe(kind)
})
