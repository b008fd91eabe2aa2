import { expect, test } from 'vitest'
import type { Day } from '#shared/dates.ts'
import { pairRefunds, pairReturnedRefunds } from './refunds.ts'

const refund = {
  id: 'r',
  person_id: '7',
  member_name: 'Vidarbha Laminates LLP',
  paid_on: '2026-05-10' as const,
  amount_paise: 200_000,
  reference: 'REFUND01',
}
const debit = (narration: string, day: Day = '2026-05-12', amount_paise = -200_000) => ({
  id: narration,
  day,
  amount_paise,
  narration,
  reference: '',
})

test.each<[narration: string, day: Day, isPair: boolean]>([
  ['NEFT DR REFUND01', '2026-05-12', true],
  ['NEFT DR/REFUND 01/SOMEBODY', '2026-06-20', true],
  ['NEFT DR-VIDARBHA LAMINATES', '2026-05-01', true],
  ['IMPS REFUND', '2026-05-10', true],
  ['NEFT DR-VIDARBHA LAMINATES', '2026-05-25', false],
  ['NEFT DR REFUND01', '2026-09-01', false],
  ['NEFT REFUND MARUDHAR', '2026-05-12', false],
  ['NEFT RETURN', '2026-05-12', false],
  ['I/W CHQ RTN 000123', '2026-05-12', false],
  ['CHQ PAID 000123', '2026-05-12', false],
])('%s of %s is the refund: %s', (narration, day, isRefund) => {
  const pairs = pairRefunds([debit(narration, day)], [refund])
  expect(pairs.get(narration)).toEqual(isRefund ? refund : undefined)
})

test('a refund is paid once, and in its amount', () => {
  const debits = [debit('IMPS REFUND', '2026-05-10'), debit('NEFT DR REFUND01', '2026-05-12')]
  expect([...pairRefunds(debits, [refund]).keys()]).toEqual(['NEFT DR REFUND01'])
  expect(pairRefunds([debit('REFUND01', '2026-05-10', -100)], [refund]).size).toBe(0)
})

test.each<[narration: string, day: Day, isPair: boolean]>([
  ['NEFT RETURN REFUND01', '2026-05-14', true],
  ['NEFT RTN-VIDARBHA LAMINATES-INVALID ACCOUNT', '2026-05-12', true],
  ['IMPS RETURN', '2026-05-10', true],
  ['NEFT-VIDARBHA LAMINATES-DUES', '2026-05-12', false],
  ['NEFT RETURN MARUDHAR', '2026-05-12', false],
  ['NEFT RETURN', '2026-05-09', false],
  ['NEFT RETURN', '2026-05-25', false],
  ['CHQ RETURN', '2026-05-12', false],
])('the credit %s of %s brings the refund back: %s', (narration, day, isBack) => {
  const pairs = pairReturnedRefunds([debit(narration, day, 200_000)], [refund])
  expect(pairs.get(narration)).toEqual(isBack ? refund : undefined)
})

test('a credit with the UTR of a refund brings it back, once', () => {
  const reference = 'N132240099887766'
  const credits = ['A', 'B'].map((word) => debit(`${reference}-${word}`, '2026-05-12', 200_000))
  const pairs = pairReturnedRefunds(credits, [{ ...refund, reference }])
  expect([...pairs.keys()]).toEqual([`${reference}-A`])
})
