import { expect, test } from 'vitest'
import { pairRefunds } from './refunds.ts'

const refund = {
  ...{ id: 'r', person_id: '7', of: 'Vidarbha Laminates LLP', paid_on: '2026-05-10' },
  ...{ amount_paise: 200_000, reference: 'REFUND01' },
}
const debit = (narration: string, day = '2026-05-12', amount_paise = -200_000) => ({
  ...{ id: narration, day, amount_paise, narration, reference: '' },
})

test.each([
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
