import { describe, expect, test } from 'vitest'
import { deleteDraft, loadDraft, newDraft, saveDraft } from './draft.ts'
import { emptyValues } from './fields.ts'

const values = { ...emptyValues, name: 'Asha Patil', materials: ['veneer'], consent: true }

describe('a draft', () => {
  test('is stored per slot and restored unchanged', () => {
    const draft = newDraft(values)
    saveDraft('oem', draft)
    expect(loadDraft('oem')).toEqual(draft)
    expect(loadDraft('vendor')).toBeUndefined()
    deleteDraft('oem')
    expect(loadDraft('oem')).toBeUndefined()
  })

  test('expires after thirty days', () => {
    saveDraft('oem', newDraft(values))
    expect(loadDraft('oem', Date.now() + 29 * 86_400_000)).toBeDefined()
    expect(loadDraft('oem', Date.now() + 31 * 86_400_000)).toBeUndefined()
  })
})
