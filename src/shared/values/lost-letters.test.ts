import { expect, test } from 'vitest'
import { lostLetters, withQuestionMarks } from './lost-letters.ts'
import { isSavedForm } from './spreadsheet.ts'

test.each(['???', '??? ?????', 'Plot 7, ????? Road', '????? Furniture', 'Caf\ufffd'])(
  '%j has lost letters',
  (text) => expect(lostLetters(text)).toMatch(/lost/),
)

test.each([
  ['Oâ€™Neil', 'O’Neil'],
  ['CafÃ© DÃ©cor', 'Café Décor'],
  ['â‚¹ Works', '₹ Works'],
  ['à¤¶à¤°à¥\u008dà¤®à¤¾', 'शर्मा'],
])('%j should be %s', (text, meant) => expect(lostLetters(text)).toContain(`“${meant}”`))

test.each([
  'Really?? yes',
  'What?',
  'Café',
  'Ângela & Señor',
  'शर्मा',
  'O’Neil',
  '©2026',
  'a? b',
  '€5',
])('%j is as it was typed', (text) => expect(lostLetters(text)).toBeUndefined())

test('what a program without the letters saves of a text is that text', () => {
  expect(withQuestionMarks('શ્રી Café')).toBe('???? Café')
  expect(isSavedForm('???? Café', 'શ્રી Café')).toBe(true)
  expect(isSavedForm('??? Café', 'શ્રી Café')).toBe(false)
})
