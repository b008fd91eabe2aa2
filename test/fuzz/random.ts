/** Random choices that a seed repeats. */
export interface Random {
  /** From 0 to `max - 1`. */
  int: (max: number) => number
  pick: <Item>(list: readonly Item[]) => Item
  /** True in this share of the cases, from 0 to 1. */
  chance: (share: number) => boolean
}

/** The generator mulberry32, for one case of a run. */
export function randomOf(seed: number, index: number): Random {
  let state = (Math.imul(seed, 0x9e3779b1) ^ Math.imul(index + 1, 0x85ebca6b)) >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
  const int = (max: number): number => Math.floor(next() * max)
  return {
    int,
    pick: (list) => {
      if (list.length === 0) throw new Error('Nothing to pick from')
      return list[int(list.length)] as (typeof list)[number]
    },
    chance: (share) => next() < share,
  }
}
