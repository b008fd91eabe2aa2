import fc from 'fast-check'
import { expect, test } from 'vitest'
import { playHistory } from '#test/support/histories/dues-histories.ts'
import { type History, histories } from '#test/support/histories/history-steps.ts'
import { testPortal } from '#test/support/portal/test-portal.ts'

/** The corrected payment had an advance that paid the charge, whose paper is of a later day than the money. */
const correctedAdvance: History = {
  steps: [
    { kind: 'pay', member: 0, paise: 472_920, daysAgo: 20 },
    { kind: 'charge', member: 0, paise: 500_000, rate: 1800 },
    { kind: 'correct', member: 0, paise: 942_901, which: 8 },
  ],
  lateRenewal: 'payment',
  tax: 'receipt',
}

/** The import corrects a receipt, which counts again once the import is undone. */
const undoneCorrection: History = {
  steps: [
    { kind: 'pay', member: 0, paise: 600_000, daysAgo: 0 },
    { kind: 'import', member: 0, paise: 600_001, year: 2023, hasDays: false },
    { kind: 'undo import', which: 0 },
  ],
  lateRenewal: 'payment',
  tax: 'invoice',
}

test('random histories have the same sums on both engines, fields that agree with the ledger, and true previews', async () => {
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
    // Each commit has a seed of its own, so that commits together try many.
    { numRuns: 4, examples: [[correctedAdvance], [undoneCorrection]] },
  )
  // Each run plays about twenty steps on two portals.
}, 300_000)
