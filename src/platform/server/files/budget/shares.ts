/** How a limited space is shared among clients that are not known in advance. */

/** The number of clients that can each use a full share at the same time. */
const fullShares = 128
/**
 * Beyond those clients, one client gets at most this fraction of the free space (1 of 10), so that shares shrink as
 * space runs out.
 */
const shareOfFree = 10

export interface Space {
  /** Bytes for all clients together. */
  total: number
  /** Bytes of one client at most; less when the total is less than 128 times as much. */
  largestShare: number
}

interface Use {
  /** Bytes that all clients hold. */
  used: number
  /** Bytes that this client holds. */
  own: number
  /** How many shares this client gets; with Infinity it may take all that is free. */
  factor: number
}

/** How many more bytes this client may hold now; 0 or less for none. */
export function freeShare({ total, largestShare }: Space, { used, own, factor }: Use): number {
  const free = total - used
  if (factor === Number.POSITIVE_INFINITY) return free
  const share = Math.min(largestShare, total / fullShares, free / shareOfFree)
  return Math.min(free, share * factor - own)
}
