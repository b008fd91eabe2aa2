import { expect, test } from 'vitest'
import { stickyWidths, visibleColumnKeys } from './columns.ts'

const columns = [
  { key: 'name', width: 10 },
  { key: 'company', width: 20 },
  { key: 'email', width: 15 },
  { key: 'actions', width: 5, onPhone: 'actions' as const },
]

test('visibleColumnKeys returns columns that are partly in view, and sticky ones', () => {
  expect(visibleColumnKeys(columns, { offset: 0, scrollLeft: 0, width: 11 })).toEqual([
    'name',
    'company',
    'actions',
  ])
  expect(visibleColumnKeys(columns, { offset: 0, scrollLeft: 30, width: 10 })).toEqual([
    'email',
    'actions',
  ])
})

test('visibleColumnKeys respects the offset of the first column', () => {
  expect(visibleColumnKeys(columns, { offset: 3, scrollLeft: 12, width: 1 })).toEqual([
    'name',
    'actions',
  ])
})

test('stickyWidths are the widths of the columns pinned at the left and at the right, of all, and before the pinned one', () => {
  expect(stickyWidths(columns)).toEqual({ start: 0, end: 5, all: 50, beforePinned: 0 })
  const serial = { key: 'serial', width: 3 }
  const who = { key: 'who', width: 9, pinned: true }
  expect(stickyWidths([serial, who, ...columns])).toEqual({
    start: 9,
    end: 5,
    all: 62,
    beforePinned: 3,
  })
})
