import { expect, test } from 'vitest'
import { normalCode } from '../rules.ts'
import { formatRecoveryCode, isRecoveryCode, keyGroups } from './rules.ts'

test('a recovery code is read as it is shown, and as people type it', () => {
  const shown = formatRecoveryCode('ABCDE23456')
  expect(shown).toBe('ABCDE-23456')
  for (const typed of [shown, 'abcde 23456', ' abcde23456 '])
    expect([typed, isRecoveryCode(normalCode(typed))]).toEqual([typed, true])
  for (const typed of ['ABCDE-2345', 'ABCDE-234567', 'ABCDE-2345O', ''])
    expect([typed, isRecoveryCode(normalCode(typed))]).toEqual([typed, false])
})

test('the key of an app has groups of four', () => {
  expect(keyGroups('ABCDEFGHIJ')).toEqual(['ABCD', 'EFGH', 'IJ'])
})
