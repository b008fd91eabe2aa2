/** The differences from the old portal that are wanted, each with its reason. A list of none is the aim of most changes. */
import type { Difference } from './differences.ts'

interface WantedDifference {
  reason: string
  /** All that are given must match. */
  call?: RegExp
  place?: RegExp
  is?: (difference: Difference) => boolean
}

const wantedDifferences: readonly WantedDifference[] = []

export const reasonOf = (difference: Difference): string | undefined =>
  wantedDifferences.find(
    ({ call, place, is }) =>
      (call?.test(difference.call) ?? true) &&
      (place?.test(difference.place) ?? true) &&
      (is?.(difference) ?? true),
  )?.reason
