import { expect, test } from 'vitest'
import { freeShare, fullShares } from './shares.ts'

const total = 12_800

test('a client gets a share, one with a factor so many of them', () => {
  const alone = { used: 0, own: 0, factor: 1 }
  expect(freeShare(total, alone)).toBe(100)
  expect(freeShare(total, { ...alone, used: 60, own: 60 })).toBe(40)
  expect(freeShare(total, { ...alone, factor: 20 })).toBe(2000)
  expect(freeShare(total, { ...alone, factor: Number.POSITIVE_INFINITY })).toBe(total)
  expect(freeShare(total, { used: total - 30, own: 0, factor: 1 })).toBe(30)
})

test.each([1, 10, fullShares - 1])('%i clients leave a full share for another', (clients) => {
  let used = 0
  for (let client = 0; client < clients; client += 1)
    used += freeShare(total, { used, own: 0, factor: 1 })
  expect(freeShare(total, { used, own: 0, factor: 1 })).toBe(100)
})
