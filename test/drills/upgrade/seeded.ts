/** Numbers that look random and are the same in every run. */
export interface Seeded {
  /** A whole number from 0 to `below - 1`. */
  number: (below: number) => number
  pick: <Value>(list: readonly Value[]) => Value
  /** True in so many of a hundred cases. */
  chance: (percent: number) => boolean
}

/** The generator mulberry32. */
export function seeded(seed: number): Seeded {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const number = (below: number) => Math.floor(next() * below)
  return {
    number,
    pick: (list) => {
      const value = list[number(list.length)]
      if (value === undefined) throw new Error('The list is empty')
      return value
    },
    chance: (percent) => number(100) < percent,
  }
}
