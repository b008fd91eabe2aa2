/**
 * How well one value tells two samples apart: the share of pairs in which the second is the larger
 * (Mann and Whitney; ties count half). 0.5 is not at all.
 */
export function areaUnderCurve(first: readonly number[], second: readonly number[]): number {
  const all = [
    ...first.map((value) => ({ value, isSecond: false })),
    ...second.map((value) => ({ value, isSecond: true })),
  ].sort((a, b) => a.value - b.value)
  let ranks = 0
  for (let from = 0; from < all.length; ) {
    let to = from
    while (to < all.length && all[to]?.value === all[from]?.value) to += 1
    const rank = (from + 1 + to) / 2
    for (const one of all.slice(from, to)) if (one.isSecond) ranks += rank
    from = to
  }
  const pairs = first.length * second.length
  return (ranks - (second.length * (second.length + 1)) / 2) / pairs
}
