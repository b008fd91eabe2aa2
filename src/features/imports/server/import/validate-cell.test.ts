import { expect, test } from 'vitest'
import { optionalChoiceIn } from '#features/members/fields/field-rules.ts'
import { validateCell, validateChoice } from './validate-cell.ts'

const message = 'Please choose how the firm is registered'
const choices = {
  '': 'Not said',
  Proprietor: 'One owner',
  Partnership: 'Partners',
  None: 'No firm',
}
const forms = {
  'add, with none as the default': optionalChoiceIn(choices, message, 'add'),
  'edit only': optionalChoiceIn(choices, message, 'edit'),
}

test.each(
  Object.keys(forms).flatMap((form) =>
    [
      ['Partnership', { text: 'Partnership' }],
      ['partnership ', { text: 'Partnership' }],
      ['PARTNERS', { text: 'Partnership' }],
      ['One owner', { text: 'Proprietor' }],
      [`${'\uff2e'}one`, { text: 'None' }],
      ['', { text: '' }],
      ['Not said', { text: '' }],
      ['Partner', { reason: message }],
      ['???', { reason: message }],
      ['Proprietor, Partnership', { reason: message }],
    ].map(([cell, expected]) => [form, cell, expected] as [keyof typeof forms, string, object]),
  ),
)('a choice that is written in %s: %s', (form, cell, expected) => {
  const validate = validateChoice({ choices, write: forms[form] })
  expect(validate(cell, { dayOrders: new Map(), today: '2026-11-27' })).toEqual(expected)
})

test.each([
  ['31/02/2025', 'This day does not exist'],
  ['३१-०२-२०२५', 'This day does not exist'],
  ['2025-02-30', 'This day does not exist'],
  ['31.4.25', 'This day does not exist'],
  ['45/13/2025', 'Please write the date as 31/01/2025 or 2025-01-31'],
  ['soon', 'Please write the date as 31/01/2025 or 2025-01-31'],
])('the day %j is refused: %s', (cell, reason) => {
  expect(validateCell('payment_date', cell)).toEqual({ reason })
})
