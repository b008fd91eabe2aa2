import { expect, test } from 'vitest'
import { incompleteNumberNote, phoneContacts } from './phone-contacts.tsx'

test.each<[string, string[], boolean]>([
  ['', [], false],
  [' ', [], false],
  ['98290 12345', ['WhatsApp', 'Call'], false],
  ['0141 234 5678', ['Call'], false],
  ['98290123', [], true],
  ['not known', [], true],
])('%j can be reached by %j', (number, labels, isNoted) => {
  expect(phoneContacts(number).map(({ label }) => label)).toEqual(labels)
  expect(incompleteNumberNote(number) !== undefined).toBe(isNoted)
})
