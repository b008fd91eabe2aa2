import { describe, expect, test } from 'vitest'
import { maxInvoicePrefix, receiptNumber } from './receipt-number.ts'

describe('a receipt number', () => {
  test('has the financial year, the prefix and the serial number', () => {
    const plain = { prefix: '', hasShortYear: false }
    expect(receiptNumber('2025-26', 7, plain)).toBe('R2025-26/0007')
    expect(receiptNumber('2025-26', 12345, plain)).toBe('R2025-26/12345')
    const short = { prefix: 'JFPMA', hasShortYear: true }
    expect(receiptNumber('2026-27', 42, short)).toBe('JFPMA/26-27/0042')
    expect(receiptNumber('2026-27', 42, short, 'cancellation')).toBe('JFPMA/26-27C0042')
    expect(receiptNumber('2026-27', 42, { ...short, prefix: '' })).toBe('R26-27/0042')
    for (const hasShortYear of [false, true]) {
      const longest = { prefix: 'X'.repeat(maxInvoicePrefix(hasShortYear)), hasShortYear }
      expect(receiptNumber('2025-26', 9999, longest).length).toBeLessThanOrEqual(16)
      expect(receiptNumber('2025-26', 1, longest, 'cancellation')).toHaveLength(16)
      expect(receiptNumber('2025-26', 99_999, longest)).toHaveLength(16)
      expect(receiptNumber('2025-26', 99_999, longest, 'cancellation')).toHaveLength(16)
    }
  })

  test.each([
    ['JFPMA', true, 9999, 'JFPMA/26-27/9999', 'JFPMA/26-27C9999'],
    ['JFPMA', true, 10_000, 'JFPMA/2627/10000', 'JFPMA/2627C10000'],
    ['FP', false, 10_000, 'FP/2026-27/10000', 'FP/202627/C10000'],
    ['', false, 10_000, 'R2026-27/10000', 'R2026-27/C10000'],
    // Too long also without the hyphen, or before it grew: it stays as it was.
    ['LONGER', true, 10_000, 'LONGER/26-27/10000', 'LONGER/26-27C10000'],
    ['TEAK', false, 1, 'TEAK/2026-27/0001', 'TEAK/2026-27/C0001'],
  ])('with %j, short year %s, at %d is %s and %s', (prefix, hasShortYear, serial, paid, ended) => {
    const numbering = { prefix, hasShortYear }
    expect(receiptNumber('2026-27', serial, numbering)).toBe(paid)
    expect(receiptNumber('2026-27', serial, numbering, 'cancellation')).toBe(ended)
  })
})
