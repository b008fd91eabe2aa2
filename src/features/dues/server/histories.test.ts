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

/** A correction takes over the cheque; the line that cleared another cheque is undone, then the bank returns it. */
const correctedCheque: History = {
  steps: [
    { kind: 'raise', year: 2023, members: [0, 1] },
    { kind: 'cheque', member: 0, paise: 500_000, year: 2023, as: 'full' },
    { kind: 'clear cheque', which: 0 },
    { kind: 'correct', member: 0, paise: 500_000, which: 0 },
    { kind: 'cheque', member: 1, paise: 500_001, year: 2023, as: 'dues' },
    { kind: 'cheque line', which: 0, isReturned: false },
    { kind: 'bank line', which: 0, member: 1, state: 'open' },
    { kind: 'cheque line', which: 0, isReturned: true },
  ],
  lateRenewal: 'payment',
  tax: 'receipt',
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
    { numRuns: 4, examples: [[correctedAdvance], [undoneCorrection], [correctedCheque]] },
  )
  // Each run plays about twenty steps on two portals.
}, 300_000)
