/** Finds references in the narration of a bank line: UTRs, and numbers of the portal. */

/** Letters and digits in capitals, as references are compared: 'R2026-27/0042' becomes 'R2026270042'. */
export const referenceKey = (text: string): string =>
  text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')

const tokensOf = (text: string): string[] =>
  text
    .normalize('NFKC')
    .toUpperCase()
    .match(/[A-Z0-9]+/g)
    ?.slice(0, 80) ?? []

/** Parts that separators divide: 'OEM-2026-001' is three tokens. */
const maxParts = 5
const minKey = 6
const maxKey = 40

/** The longest known key that the text has, however it is divided; `find` looks a key up. */
export function findReference<Found>(
  text: string,
  find: (key: string) => Found | undefined,
): Found | undefined {
  const tokens = tokensOf(text)
  for (let parts = maxParts; parts >= 1; parts -= 1)
    for (let start = 0; start + parts <= tokens.length; start += 1) {
      const key = tokens.slice(start, start + parts).join('')
      if (key.length < minKey || key.length > maxKey) continue
      const found = find(key)
      if (found !== undefined) return found
    }
  return undefined
}

/** UTRs of NEFT and RTGS have 16 or 22 characters, references of UPI and IMPS 12 digits. */
export const utrsOf = (text: string): string[] => [
  ...new Set(
    tokensOf(text)
      .map((token) => token.replace(/^0+(?=\d)/, ''))
      .filter((token) => /^[A-Z0-9]{10,30}$/.test(token) && digitCount(token) >= 9),
  ),
]

const digitCount = (text: string): number => text.replace(/\D/g, '').length

/** A token in more lines is no reference of a payment: the association's own account number. */
export const maxLines = 2

/** The UTRs of each text, without those that many of the texts have. */
export function distinctUtrs(texts: readonly string[]): string[][] {
  const all = texts.map(utrsOf)
  const counts = new Map<string, number>()
  for (const utr of all.flat()) counts.set(utr, (counts.get(utr) ?? 0) + 1)
  return all.map((utrs) => utrs.filter((utr) => (counts.get(utr) ?? 0) <= maxLines))
}
