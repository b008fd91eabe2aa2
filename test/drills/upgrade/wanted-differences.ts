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
    reason:
      'the description of the API: invisible characters are taken off, and an import may correct receipts',
    call: /GET \/api\/openapi\.json$/,
    place:
      /› (pattern|\[?(correct_receipts|receipt_corrections|another_payment|lines|name|days|hidden)\]?)$/,
  },
]

/** Why a difference is wanted; undefined when nobody wants it. */
export const reasonOf = (difference: Difference): string | undefined =>
  wantedDifferences.find(
    (wanted) =>
      (wanted.call?.test(difference.call) ?? true) &&
      (wanted.place?.test(difference.place) ?? true) &&
      (wanted.is?.(difference) ?? true),
  )?.reason
