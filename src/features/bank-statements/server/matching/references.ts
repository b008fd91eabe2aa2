/** Finds references in the narration of a bank line: UTRs, and numbers of the portal. */

import { pauses, yieldToEventLoop } from '#platform/server/core/event-loop.ts'
import { lettersAndDigits, paymentKey, tokensOf, utrsOf } from '#shared/values/reference.ts'

/** Parts that separators divide: 'OEM-2026-001' is three tokens. */
const maxParts = 5
const minKey = 6
const maxKey = 40

/** Finds known keys in the tokens of a text, the longest first, also when separators divide a key. `find` looks a key up. */
export function findReferences<Found>(
  tokens: readonly string[],
  find: (key: string) => Found | undefined,
): Found[] {
  const used = new Set<number>()
  const all: Found[] = []
  for (let parts = maxParts; parts >= 1; parts -= 1)
    for (let start = 0; start + parts <= tokens.length; start += 1) {
      if (used.size > 0 && areUsed(used, start, parts)) continue
      const key = tokens.slice(start, start + parts).join('')
      if (key.length < minKey || key.length > maxKey) continue
      const found = find(key)
      if (found === undefined) continue
      all.push(found)
      for (let position = start; position < start + parts; position += 1) used.add(position)
    }
  return all
}

function areUsed(used: ReadonlySet<number>, start: number, parts: number): boolean {
  for (let position = start; position < start + parts; position += 1)
    if (used.has(position)) return true
  return false
}

/** The numbers of a typed reference: its UTRs, or the one number that is written in groups or is shorter. */
export function referencesOf(typed: string): string[] {
  const utrs = utrsOf(typed)
  const key = paymentKey(null, typed)
  return utrs.length > 0 || key === undefined ? utrs : [key]
}

/** A token that more lines have, such as the association's own account number, is no reference of a payment. */
export const maxLines = 2

/** The UTRs of each text, without those that many of the texts have. */
export async function distinctUtrs(texts: readonly string[]): Promise<string[][]> {
  const pause = pauses()
  const all: string[][] = []
  const counts = new Map<string, number>()
  for (const text of texts) {
    await pause()
    const utrs = utrsOf(text)
    for (const utr of utrs) counts.set(utr, (counts.get(utr) ?? 0) + 1)
    all.push(utrs)
  }
  await yieldToEventLoop()
  return all.map((utrs) => utrs.filter((utr) => (counts.get(utr) ?? 0) <= maxLines))
}

/** The UTRs that several of these lines have. */
export async function repeatedUtrs(utrs: readonly (readonly string[])[]): Promise<Set<string>> {
  const pause = pauses()
  const earlier = new Set<string>()
  const repeated = new Set<string>()
  for (const ofLine of utrs) {
    await pause()
    for (const utr of new Set(ofLine)) {
      if (earlier.has(utr)) repeated.add(utr)
      earlier.add(utr)
    }
  }
  return repeated
}

/** 'OEM#######' for 'OEM2026001'; undefined when fewer than two letters are in front, because that may be any number. */
const shapeOf = (key: string): string | undefined =>
  /^[A-Z]{2,}\d+$/.test(key) ? key.replace(/\d/g, '#') : undefined

/** Finds in a text a number that looks like the membership numbers of these members, but that none of them has. */
export async function unknownNumbers(
  members: Iterable<{ membership_number: string | null }>,
): Promise<(text: string) => string | undefined> {
  const pause = pauses()
  const numbers = new Set<string>()
  const shapes = new Set<string>()
  for (const { membership_number } of members) {
    await pause()
    const key = lettersAndDigits(membership_number ?? '')
    const shape = shapeOf(key)
    numbers.add(key)
    if (shape !== undefined) shapes.add(shape)
  }
  const find = (key: string) =>
    numbers.has(key) || shapes.has(shapeOf(key) ?? '') ? key : undefined
  return (text) =>
    shapes.size === 0
      ? undefined
      : findReferences(tokensOf(text), find).find((key) => !numbers.has(key))
}
