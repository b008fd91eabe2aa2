import { expect, test } from 'vitest'
import { newId } from './ids.ts'

test('creates UUIDs version 7 that sort in order of creation, within one millisecond too', () => {
  const now = new Date('2025-01-05T09:00:00.000Z')
  const ids = Array.from({ length: 5000 }, () => newId(now))
  const later = newId(new Date(now.getTime() + 1))
  expect([...ids, later].toSorted()).toEqual([...ids, later])
  expect(new Set(ids).size).toBe(5000)
  for (const id of ids)
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
})
