/**
 * The area under the ROC curve: the share of pairs in which the value of the second sample is larger
 * (Mann-Whitney U; ties count half). 0.5 means that the samples are indistinguishable.
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
    for (const { isSecond } of all.slice(from, to)) if (isSecond) ranks += rank
    from = to
  }
  const pairs = first.length * second.length
  return (ranks - (second.length * (second.length + 1)) / 2) / pairs
}
