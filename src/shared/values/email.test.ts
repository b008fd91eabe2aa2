import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readEmail } from './email.ts'

test.each([
  `${'a'.repeat(65)}@b.in`,
  `a@${'b'.repeat(250)}.in`,
  `a@${'b.'.repeat(130)}in`,
  'a@b.c-',
  '',
])('%j is no address', (typed) => expect(readEmail(typed)).toBeUndefined())

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
