import { expect, test } from 'vitest'
import { currentProgress, startProgress } from './progress.ts'

test('shows the first of two imports with the same key until it ends, then the other', () => {
  const first = startProgress('admin', 'key')
  const second = startProgress('admin', 'key')
  first.report('writing', 10, 20)
  expect(currentProgress('admin', 'key')).toEqual({ doing: 'writing', rows: 10, of: 20 })
  first.end()
  expect(currentProgress('admin', 'key')).toEqual({ doing: 'waiting', rows: 0, of: null })
  second.report('checking', 5)
  expect(currentProgress('admin', 'key')).toEqual({ doing: 'checking', rows: 5, of: null })
  second.end()
  expect(currentProgress('admin', 'key')).toBeNull()
})

test('belongs to one administrator and one key', () => {
  const progress = startProgress('admin', 'key')
  expect(currentProgress('admin', 'other')).toBeNull()
  expect(currentProgress('other', 'key')).toBeNull()
  progress.end()
})
