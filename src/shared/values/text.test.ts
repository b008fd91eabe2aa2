import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  isEmptyWord,
  isShortenedNumber,
  latinDigits,
  oneLine,
  plainText,
  shortens,
} from './text.ts'

describe('plain text', () => {
  test.each([
    ['\u202A+91 98250 12345\u202C', '+91 98250 12345'],
    ['\u2066Asha\u2069', 'Asha'],
    ['\u200Basha@ply.example', 'asha@ply.example'],
    ['Zero\u200BWidth Works', 'ZeroWidth Works'],
    ['soft\u00ADware', 'software'],
    ['\uFEFFAsha\u00A0Patil\u200E', 'Asha\u00A0Patil'],
    ['Asha\u200DPatil', 'AshaPatil'],
    // Half forms, old Malayalam letters and eyelash ra need their joiners, at the end of a word too.
    ['क्\u200Dष', 'क्\u200Dष'],
    ['ശരത്\u200D', 'ശരത്\u200D'],
    ['র্\u200Cয', 'র্\u200Cয'],
    ['हिन्दी\u200D', 'हिन्दी'],
    ['👨\u200D🔧', '👨\u200D🔧'],
    ['علی\u200Cرضا', 'علی\u200Cرضا'],
    ['محمد (\u200EABC\u200F) خان\u200F', 'محمد (\u200EABC\u200F) خان'],
    ['Plot 7\n\tPhase II', 'Plot 7\n\tPhase II'],
  ])('of %j is %j', (typed, plain) => expect(plainText(typed)).toBe(plain))

  test('in one line joins lines with a space', () => {
    expect(oneLine('Alt Panels \r\n (Unit II)\t')).toBe('Alt Panels (Unit II)')
    expect(oneLine('a\n\n\nb\u2028c\td')).toBe('a b c d')
  })

  test('stays the same when it is read again', () => {
    const character = fc.constantFrom(...'aक्षത്\u200C\u200D\u200B\u200E\u202A\u00A0 \n\t👨🔧م')
    fc.assert(
      fc.property(fc.string({ unit: character, maxLength: 12 }), (typed) => {
        for (const read of [plainText, oneLine]) expect(read(read(typed))).toBe(read(typed))
      }),
      { numRuns: 5000 },
    )
  })
})

test.each([
  ['९८२५०', '98250'],
  ['૯૮૨૫૦', '98250'],
  ['௯௮௨௫௦', '98250'],
  ['۹۸۲۵۰', '98250'],
  ['੯੮੨੫੦ ೯೮೨೫೦ ൯൮൨൫൦ ৯৮২৫০ ୯୮୨୫୦ ౯౮౨౫౦', '98250 98250 98250 98250 98250 98250'],
  ['９８２５０', '98250'],
  ['𝟗𝟖𝟐𝟓𝟎', '98250'],
  ['a1², ½', 'a1², ½'],
])('the digits of %j are %j', (typed, digits) => expect(latinDigits(typed)).toBe(digits))

test.each([
  '-',
  '--',
  'N/A',
  'n.a.',
  'NIL',
  'Nil',
  '-nil-',
  'none',
  'null',
  '#N/A',
  'Not Available',
  '–',
  'शून्य',
])('%j is empty', (text) => expect(isEmptyWord(text)).toBe(true))

test.each(['Nilesh', 'Nana', 'No 5', 'Naval', '0', '5-', ''])('%j is not empty', (text) =>
  expect(isEmptyWord(text)).toBe(false),
)

test.each([
  ['6.19E+11', '619012345999', true],
  ['9.83302E+09', '9833020014', true],
  ['9.83302E+09', '09833020014', true],
  ['9.83302E+09', '+91 98330 20014', false],
  ['4.12357E+11', '412356789012', true],
  ['4.12358E+11', '412356789012', false],
  ['4.12357E+10', '412356789012', false],
  ['1.23457E+17', '123456789012345678', true],
  ['412356789012', '412356789012', false],
])('%s shortens %s: %s', (shown, number, expected) =>
  expect(shortens(shown, number)).toBe(expected),
)

test('tells shortened numbers from names of plots', () => {
  expect(isShortenedNumber('1E+05')).toBe(true)
  expect(isShortenedNumber('2E10')).toBe(false)
})
