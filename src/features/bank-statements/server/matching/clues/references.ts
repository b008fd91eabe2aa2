/** Finds references in the narration of a bank line: UTRs, and numbers of the portal. */

import { pauses, yieldToEventLoop } from '#platform/server/core/event-loop.ts'
import { addDays, type Day, daysBetween, yearInIndia } from '#shared/dates.ts'
import { isBankUtr, paymentKey, utrsOf } from '#shared/values/reference.ts'
import { lineText } from '../words/line-text.ts'

type StatedText = Parameters<typeof lineText>[0]

/** Parts that separators divide: 'OEM-2026-001' is three tokens. */
const maxParts = 5
/** A shorter text of letters and digits may be anything. */
export const minReferenceLength = 6
const maxReferenceLength = 40

/**
 * Finds known keys in the tokens of a text, the longest first, even when separators divide a key. `find` looks up a
 * key.
 */
export function findReferences<Found>(
  tokens: readonly string[],
  find: (key: string) => Found | undefined,
  shortest = minReferenceLength,
): Found[] {
  const used = new Set<number>()
  const references: Found[] = []
  for (let parts = maxParts; parts >= 1; parts -= 1)
    for (let start = 0; start + parts <= tokens.length; start += 1) {
      if (used.size > 0 && areUsed(used, start, parts)) continue
      const key = tokens.slice(start, start + parts).join('')
      if (key.length < shortest || key.length > maxReferenceLength) continue
      const reference = find(key)
      if (reference === undefined) continue
      references.push(reference)
      for (let position = start; position < start + parts; position += 1) used.add(position)
    }
  return references
}

function areUsed(used: ReadonlySet<number>, start: number, parts: number): boolean {
  for (let position = start; position < start + parts; position += 1)
    if (used.has(position)) return true
  return false
}

/** The numbers of a typed reference: the one that counts once, also written in groups, and its UTRs. */
export function referencesOf(typed: string): string[] {
  const key = paymentKey(null, typed)
  return [...new Set([...(key === undefined ? [] : [key]), ...utrsOf(typed)])]
}

/**
 * A token that more lines have than this is not the reference of a payment, but for example the association's account
 * number.
 */
const maxLinesWithUtr = 2

/** A mobile number is the same in all payments of its owner, so it is no reference. */
const isMobile = (token: string): boolean => /^[6-9]\d{9}$/.test(token)

/** The UTRs of a line, those of its description first: columns of references also have numbers of the bank. */
export const utrsOfLine = (line: StatedText): string[] =>
  utrsOf(lineText(line)).filter((utr) => !isMobile(utr))

/**
 * The UTRs of a line, without numbers that many lines have. A number in the column of references is also left out when
 * another line repeats it and the description has a number of its own: it is an account of the bank, such as SBI's for
 * UPI.
 */
export function distinctUtrsOf(line: StatedText, linesWith: (utr: string) => number): string[] {
  const distinct = utrsOfLine(line).filter((utr) => linesWith(utr) <= maxLinesWithUtr)
  const ofNarration = utrsOfLine({ ...line, reference: '' })
  const hasOwn = ofNarration.some((utr) => linesWith(utr) === 1)
  return distinct.filter((utr) => !hasOwn || linesWith(utr) === 1 || ofNarration.includes(utr))
}

/**
 * The UTRs that no other payment has: the first one, and others of the line's own transfer. A number that is no UTR of
 * NEFT or RTGS, and no RRN of these days, may be an account of the payer, which all of their payments name.
 */
export const utrsOfPayment = ({ day }: { day: Day }, utrs: readonly string[]): readonly string[] =>
  utrs.filter((utr, index) => index === 0 || isBankUtr(utr) || isRrnOf(utr, day))

/** How many days before its line a transfer may have been made. */
const daysOfTransfer = 3

/** Whether a number is an RRN of these days: the last digit of the year, the day of the year, and eight digits more. */
function isRrnOf(utr: string, day: Day): boolean {
  const rrn = utr.padStart(12, '0')
  if (!/^\d{12}$/.test(rrn)) return false
  for (let before = 0; before <= daysOfTransfer; before += 1) {
    const made = addDays(day, -before)
    const dayOfYear = 1 + daysBetween(`${yearInIndia(made)}-01-01`, made)
    if (rrn.startsWith(`${made[3]}${String(dayOfYear).padStart(3, '0')}`)) return true
  }
  return false
}

/** The UTRs of each line, without numbers that are not references of payments. */
export async function distinctUtrs(lines: readonly StatedText[]): Promise<string[][]> {
  const pause = pauses()
  const counts = new Map<string, number>()
  for (const line of lines) {
    await pause()
    for (const utr of utrsOfLine(line)) counts.set(utr, (counts.get(utr) ?? 0) + 1)
  }
  const utrsOfLines: string[][] = []
  for (const line of lines) {
    await pause()
    utrsOfLines.push(distinctUtrsOf(line, (utr) => counts.get(utr) ?? 0))
  }
  await yieldToEventLoop()
  return utrsOfLines
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
