/**
 * How a limited space is shared among clients that are not known in advance: one holds at most a part of it, so that it
 * never uses up that of all others (contract 14.7). A daily limit alone is not enough: papers stay until an
 * administrator decides, and one client would fill the space in a few weeks.
 */

/** The number of clients that can each hold a full share at the same time. */
export const fullShares = 128

interface Use {
  /** Bytes that all clients hold. */
  used: number
  /** Bytes that this client holds. */
  own: number
  /** How many shares this client gets; with Infinity it may take all that is free. */
  factor: number
}

/** How many more bytes of a space with `total` this client may hold now; 0 or less for none. */
export const freeShare = (total: number, { used, own, factor }: Use): number =>
  Math.min(total - used, (total / fullShares) * factor - own)
