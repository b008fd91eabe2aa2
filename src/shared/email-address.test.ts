import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonicalEmail } from './email-address.ts'

test.each([
  [' A.B@Example.IN ', 'a.b@example.in'],
  ['asha+portal@teak.co.in', 'asha+portal@teak.co.in'],
  ["o'brien@x.in", undefined],
  ['a@b', undefined],
  ['a@@b.in', undefined],
  ['a@b.in@c.in', undefined],
  ['a b@c.in', undefined],
  ['a@b.in,c@d.in', undefined],
  ['"a"@b.in', undefined],
  ['a＠b.in', undefined],
  ['ａ@b.in', undefined],
  ['a@b.in\r\nBcc: c@d.in', undefined],
  ['a\u0000@b.in', undefined],
  ['<a@b.in>', undefined],
  ['.a@b.in', undefined],
  ['a..b@c.in', undefined],
  ['a@-b.in', undefined],
  ['a@b..in', undefined],
  [`${'a'.repeat(65)}@b.in`, undefined],
  [`a@${'b'.repeat(250)}.in`, undefined],
  ['as\u200Bha@b.in', undefined],
  ['a\u202Eb@c.in', undefined],
  ['a@exämple.in', 'a@xn--exmple-cua.in'],
  ['a@xn--exmple-cua.in', 'a@xn--exmple-cua.in'],
  ['a@b.c-', undefined],
  ['', undefined],
])('%j is kept as %j', (typed, kept) => {
  expect(canonicalEmail(typed)).toBe(kept)
})

test('what is kept is one address in one spelling, whatever was typed', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.emailAddress(), fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' })),
      (typed) => {
        const kept = canonicalEmail(typed)
        if (kept === undefined) return
        expect(canonicalEmail(kept)).toBe(kept)
        expect(kept.split('@')).toHaveLength(2)
        expect(kept).not.toMatch(/[\s,;<>"']/)
      },
    ),
    { numRuns: 5000 },
  )
})
