// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { readLocalItem, writeLocalItem } from '../state/web-storage.ts'
import { useHiddenColumns } from './hidden-columns.ts'

afterEach(() => localStorage.clear())

const open = (hiddenAtFirst: readonly string[]) =>
  renderHook(() => useHiddenColumns('members', hiddenAtFirst)).result

test('a column hidden by default is shown on request and stays shown', () => {
  const columns = open(['gstin'])
  expect(columns.current.hidden).toEqual(['gstin'])
  act(() => columns.current.hide(['gstin', 'photo']))
  expect(open(['gstin']).current.hidden.toSorted()).toEqual(['gstin', 'photo'])
  act(() => columns.current.hide(['photo']))
  expect(columns.current.hidden).toEqual(['photo'])
  expect(open(['gstin']).current.hidden).toEqual(['photo'])
  act(() => columns.current.hide([]))
  expect(open(['gstin']).current.hidden).toEqual([])
})

test('a new column that is hidden by default is hidden where columns were stored before', () => {
  writeLocalItem('hidden-columns members', ['photo'])
  expect(open(['gstin']).current.hidden).toEqual(['photo', 'gstin'])
  expect(open([]).current.hidden).toEqual(['photo'])
})

test('a table without columns hidden by default stores only the hidden ones', () => {
  const columns = open([])
  act(() => columns.current.hide(['photo']))
  expect(readLocalItem('hidden-columns members')).toEqual(['photo'])
  expect(readLocalItem('shown-columns members')).toBeNull()
})
