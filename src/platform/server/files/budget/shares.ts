/**
 * How a limited space is shared: each user of it may hold a tenth of what is free. A user alone gets much,
 * many get less each, and there is always room for one more (dynamic thresholds, as switches share their
 * packet memory).
 */

const shareOfFree = 10

export interface Space {
  /** Bytes for everybody together. */
  total: number
  /** Bytes of one user at most. */
  largestShare: number
}

interface Use {
  /** Bytes that everybody holds. */
  used: number
  /** Bytes that this user holds. */
  own: number
  /** How many times a user's share this one gets; Infinity has no share of its own. */
  factor: number
}

/** How many more bytes this user may hold now; 0 or less for none. */
export function freeShare({ total, largestShare }: Space, { used, own, factor }: Use): number {
  const free = total - used
  if (factor === Number.POSITIVE_INFINITY) return free
  const share = Math.min(largestShare * factor, (free / shareOfFree) * factor)
  return Math.min(free, share - own)
}
