/** The differences from the old portal that are wanted, each with its reason. A list of none is the aim of most changes. */
import type { Difference } from './differences.ts'

interface WantedDifference {
  reason: string
  /** All that are given must match. */
  call?: RegExp
  place?: RegExp
  is?: (difference: Difference) => boolean
}

const wantedDifferences: readonly WantedDifference[] = [
  {
    reason: 'the plan of an import names references that were used before',
    place: /^body › (notes › \[|note_counts › reference$)/,
    call: /: POST \/api\/members\/import \(\d+\)$/,
    // The list of notes has an end: those about references stand before those that it has no room for.
    is: ({ before, after }) =>
      after === undefined ||
      (before === undefined && /"kind":"reference"|^\d+$/.test(JSON.stringify(after))),
  },
  {
    // It is the number of SBI's own account, see `test/files/bank-statements.ts`.
    reason: 'a bank line has its own reference, not a number that many lines have',
    is: ({ before, after }) =>
      before === '4897690162093' && /^(ICICN\d+|\d{12})$/.test(String(after)),
  },
  {
    reason: 'the description of the API knows notes about references',
    call: /GET \/api\/openapi\.json$/,
    place: /› post › responses › 200 › .* › (note_counts|kind) › .*\[?reference\]?$/,
    is: ({ before, after }) => before === undefined && after === 'reference',
  },
]

export const reasonOf = (difference: Difference): string | undefined =>
  wantedDifferences.find(
    ({ call, place, is }) =>
      (call?.test(difference.call) ?? true) &&
      (place?.test(difference.place) ?? true) &&
      (is?.(difference) ?? true),
  )?.reason
