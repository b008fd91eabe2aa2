import { expect, test } from 'vitest'
import { freeShare, type Space } from './shares.ts'

const space: Space = { total: 12_800, largestShare: 80 }

test('a client gets the largest share, one with a factor so many of them', () => {
  const alone = { used: 0, own: 0, factor: 1 }
  expect(freeShare(space, alone)).toBe(80)
  expect(freeShare({ ...space, largestShare: 500 }, alone)).toBe(100)
  expect(freeShare(space, { ...alone, used: 60, own: 60 })).toBe(20)
  expect(freeShare(space, { ...alone, factor: 20 })).toBe(1600)
  expect(freeShare(space, { ...alone, factor: Number.POSITIVE_INFINITY })).toBe(12_800)
})

test.each([1, 10, 100])('%i clients that take all they can leave a full share for another', (n) => {
  let used = 0
  for (let client = 0; client < n; client += 1)
    for (let own = 0, more = 1; more > 0; own += more, used += more)
      more = Math.max(0, Math.floor(freeShare(space, { used, own, factor: 1 })))
  expect(used).toBe(n * 80)
  expect(freeShare(space, { used, own: 0, factor: 1 })).toBe(80)
})
