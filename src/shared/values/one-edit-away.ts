/**
 * Whether two different texts become equal by one edit: a letter replaced, removed or added, or two neighbours
 * exchanged.
 */
export function isOneEditAway(one: string, other: string): boolean {
  if (one === other) return false
  let start = 0
  while (start < other.length && one[start] === other[start]) start += 1
  const [rest, otherRest] = [one.slice(start), other.slice(start)]
  const isExchanged = rest[0] === otherRest[1] && rest[1] === otherRest[0]
  return (
    rest.slice(1) === otherRest ||
    rest === otherRest.slice(1) ||
    rest.slice(1) === otherRest.slice(1) ||
    (isExchanged && rest.slice(2) === otherRest.slice(2))
  )
}
