import fc from 'fast-check'
import { expect, test } from 'vitest'
import { playHistory } from '#test/support/dues-histories.ts'
import { histories } from '#test/support/history-steps.ts'
import { testPortal } from '#test/support/test-portal.ts'

test('random histories have the same sums on both engines, and fields that agree with the ledger', async () => {
  const portals = [await testPortal('SQLite'), await testPortal('PostgreSQL')]
  let count = 0
  await fc.assert(
    fc.asyncProperty(histories, async (history) => {
      count += 1
      const [first, second] = await Promise.all(
        portals.map((portal) => playHistory(portal, `h${count}`, history)),
      )
      expect(first?.faults).toEqual([])
      expect(second).toEqual(first)
    }),
    { numRuns: 3 },
  )
})
