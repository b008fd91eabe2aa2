import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readEmail } from './email.ts'

test.each([
  [' A.B@Example.IN ', 'a.b@example.in'],
  ['asha+portal@teak.co.in', 'asha+portal@teak.co.in'],
  ["o'brien@x.in", "o'brien@x.in"],
  ['o’brien@x.in', "o'brien@x.in"],
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
  ['<a@b.in>', 'a@b.in'],
  ['.a@b.in', undefined],
  ['a..b@c.in', undefined],
  ['a@-b.in', undefined],
  ['a@b..in', undefined],
  [`${'a'.repeat(65)}@b.in`, undefined],
  [`a@${'b'.repeat(250)}.in`, undefined],
  ['as\u200Bha@b.in', 'asha@b.in'],
  ['a\u202Eb@c.in', undefined],
  ['a@exämple.in', 'a@xn--exmple-cua.in'],
  ['a@xn--exmple-cua.in', 'a@xn--exmple-cua.in'],
  ['a@b.c-', undefined],
  ['', undefined],
])('%j becomes %j', (input, canonical) => {
  expect(readEmail(input)).toBe(canonical)
})

test('the canonical form of any input is one address, and stays the same when canonicalised again', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.emailAddress(), fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' })),
      (input) => {
        const canonical = readEmail(input)
        if (canonical === undefined) return
        expect(readEmail(canonical)).toBe(canonical)
        expect(canonical.split('@')).toHaveLength(2)
        expect(canonical).not.toMatch(/[\s,;<>"]/)
      },
    ),
    { numRuns: 5000 },
  )
})
