import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { memberForm } from '#test/support/samples.ts'
import { emptyMember, newMember } from './contract.ts'

const form = memberForm('vendor', 'ply@sagwan.example')
const messages = (typed: object) =>
  newMember.safeParse({ ...form, ...typed }).error?.issues.map(({ message }) => message) ?? []

const invisible = 'This text has an invisible character that cannot be used; please type it again'
const lines = ['name', 'company_name', 'business_partner', 'membership_number', 'whatsapp_number']
const texts = ['address', 'factory_address', 'services_products', 'social_links', 'remarks']

describe('the schema of a new member', () => {
  test('requires only the required fields', () => {
    expect(newMember.parse(form)).toEqual({ ...emptyMember, ...form })
    expect(newMember.parse({ ...emptyMember, ...form })).toEqual({ ...emptyMember, ...form })
  })

  test.each(lines)('accepts a single line for %s', (field) => {
    for (const invalid of ['ab\u0000cdefghijk', '\u001b[31mabcdefghij', 'abcdef\u202eabcdef'])
      expect(messages({ [field]: invalid }), JSON.stringify(invalid)).toEqual([invisible])
    for (const joined of ['abcdefgh\nijkl', 'abcdefgh\r\nijkl', 'abcdefgh \t ijkl'])
      expect(newMember.parse({ ...form, [field]: joined })).toMatchObject({
        [field]: 'abcdefgh ijkl',
      })
  })

  test.each(texts)('accepts line breaks but no other control characters for %s', (field) => {
    expect(messages({ [field]: 'Plot 12\r\nPhase II\tGIDC' })).toEqual([])
    for (const invalid of ['a\u0000b', 'a\u0007b', '\u007f.'])
      expect(messages({ [field]: invalid }), JSON.stringify(invalid)).toEqual([invisible])
  })

  test.each([...lines, ...texts, 'website_url', 'email', 'materials_other'])(
    'refuses 100 KB of %s with a readable message',
    (field) => {
      // A pattern that backtracks on these would exceed the time limit of the test.
      for (const long of ['a'.repeat(100_000), ' a'.repeat(50_000), '\n\ta'.repeat(33_000)]) {
        const errors = messages({ [field]: field === 'website_url' ? `https://${long}` : long })
        expect(errors[0]).toMatch(/^(Please use at most \d+ characters|Invalid email address)$/)
      }
    },
  )

  test('accepts names in every script of India', () => {
    const names = ['आशा पाटील', 'ரவி குமார்', 'ശ്രീ‌കുമാർ', 'محمد علی', "D'Souza & Söhne"]
    for (const name of names) expect(newMember.parse({ ...form, name }).name).toBe(name)
  })

  test.each([
    ['surrounding white space', { name: '  Ravi Kumar\u00a0' }, { name: 'Ravi Kumar' }],
    ['the spelling of the address', { email: ' RAVI@Ply.Example' }, { email: 'ravi@ply.example' }],
  ])('normalises %s', (_what, typed, expected) => {
    expect(newMember.parse({ ...form, ...typed })).toMatchObject(expected)
  })

  test.each([
    'http://ply.example',
    'https://ply.example/a?b=c#d',
    'https://xn--11b4d3a.example',
    '',
  ])('accepts %j as website', (website_url) => {
    expect(messages({ website_url })).toEqual([])
  })

  test('gives a readable message for any value', () => {
    const fields = fc.constantFrom(...Object.keys({ ...emptyMember, ...form }))
    fc.assert(
      fc.property(fields, fc.anything(), (field, value) => {
        for (const message of messages({ [field]: value }))
          expect(message).not.toMatch(/expected|received|Too (big|small)/)
      }),
      { numRuns: 500 },
    )
    for (const sent of [null, 7, 'x', []])
      expect(newMember.safeParse(sent).error?.issues[0]?.message).toBe('Please fill in the form')
  })
})
