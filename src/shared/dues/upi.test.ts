import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { upiAmount, upiLink, upiNote, upiQr, vpaPattern } from './upi.ts'

const payment = {
  payeeAddress: 'fpma.dues@sbi',
  payeeName: 'Furniture & Panel Makers',
  amountPaise: 5900_50,
  reference: 'DN2627K7Q4XM',
  note: 'DN2627K7Q4XM Dues 2026-27',
}

describe('upiLink', () => {
  test('writes the fields of the standard, with spaces as %20 and @ as it is', () => {
    expect(upiLink(payment)).toBe(
      'upi://pay?pa=fpma.dues@sbi&pn=Furniture%20%26%20Panel%20Makers&tr=DN2627K7Q4XM&tn=DN2627K7Q4XM%20Dues%202026-27&am=5900.50&cu=INR',
    )
  })

  test("has the category code of a merchant's account, and how the payment began", () => {
    const link = upiLink({ ...payment, merchantCode: '8699' })
    const fields = (text: string) =>
      Object.fromEntries(new URLSearchParams(text.slice('upi://pay?'.length)))
    const plain = fields(upiLink(payment))
    expect(fields(link)).toEqual({ ...plain, mc: '8699', mode: '04' })
    expect(fields(upiQr(link))).toEqual({ ...plain, mc: '8699', mode: '01' })
    expect(upiQr(upiLink(payment))).toBe(upiLink(payment))
  })

  test('refuses what no app accepts', () => {
    for (const wrong of [
      { payeeAddress: 'fpma' },
      { payeeAddress: 'f p@sbi' },
      { payeeAddress: 'a@b@c' },
      { reference: '' },
      { reference: 'DN/26' },
      { reference: 'A'.repeat(36) },
      { merchantCode: '869' },
      { amountPaise: 0 },
      { amountPaise: -1 },
      { amountPaise: 1.5 },
    ])
      expect(() => upiLink({ ...payment, ...wrong })).toThrow(RangeError)
  })

  const letters = [...'abcdefghijklmnopqrstuvwxyz0123456789']
  const vpa = fc
    .tuple(
      fc.string({ unit: fc.constantFrom(...letters, '.', '-', '_'), minLength: 2, maxLength: 30 }),
      fc.string({ unit: fc.constantFrom(...letters.slice(0, 26)), minLength: 2, maxLength: 12 }),
    )
    .map(([name, handle]) => `${name}@${handle}`)
  const any = fc.record({
    payeeAddress: vpa,
    payeeName: fc.string({ unit: 'binary', maxLength: 150 }),
    amountPaise: fc.integer({ min: 1, max: 100_00_00_000 * 100 }),
    reference: fc.string({
      unit: fc.constantFrom(...letters),
      minLength: 1,
      maxLength: 35,
    }),
    note: fc.string({ unit: 'binary', maxLength: 120 }),
  })

  test('is read back field by field, with any names', () => {
    fc.assert(
      fc.property(any, (payment) => {
        const link = upiLink(payment)
        expect(link).toMatch(/^upi:\/\/pay\?[\w.~!*'()@=&%-]+$/)
        const fields = new URLSearchParams(link.slice('upi://pay?'.length))
        expect([...fields.keys()]).toEqual(['pa', 'pn', 'tr', 'tn', 'am', 'cu'])
        expect(fields.get('pa')).toBe(payment.payeeAddress)
        expect(fields.get('tr')).toBe(payment.reference)
        expect(fields.get('cu')).toBe('INR')
        expect(fields.get('am')).toMatch(/^\d+\.\d\d$/)
        expect(Math.round(Number(fields.get('am')) * 100)).toBe(payment.amountPaise)
        expect([...(fields.get('tn') ?? '')].length).toBeLessThanOrEqual(50)
        expect([...(fields.get('pn') ?? '')].length).toBeLessThanOrEqual(99)
        expect(fields.get('tn')).toMatch(/^[\p{L}\p{M}\p{N} .-]*$/u)
        expect(`${fields.get('pn')}${fields.get('tn')}`).not.toMatch(/\p{Cc}/u)
      }),
      { numRuns: 300 },
    )
  })
})

test('amounts have two decimals, exactly', () => {
  expect([1, 10, 100, 1_25_000_05].map(upiAmount)).toEqual(['0.01', '0.10', '1.00', '125000.05'])
})

test('notes are one short line without signs that apps refuse', () => {
  expect(upiNote('  Dues: 2026–27 / “FPMA”\nसदस्यता & more')).toBe('Dues 2026 27 FPMA सदस्यता more')
  expect(upiNote('x'.repeat(60))).toHaveLength(50)
})

test('the pattern of a UPI ID', () => {
  const valid = ['fpma@sbi', 'a.b-c_d@hdfcbank', 'q12345678@ybl', 'fpma@examplebank']
  const invalid = [
    'fpma',
    '@sbi',
    'f@sbi',
    'fpma@',
    'fpma@1',
    'fp ma@sbi',
    'fpma@sbi.',
    'é1@sbi',
    'a@b@sbi',
  ]
  expect(valid.filter((vpa) => !vpaPattern.test(vpa))).toEqual([])
  expect(invalid.filter((vpa) => vpaPattern.test(vpa))).toEqual([])
})
