/** The order in which payments are proposed for lines, because dues are proposed for one line only. */

import { pauses, yieldToEventLoop } from '#platform/server/core/event-loop.ts'
import { compare } from '#shared/compare.ts'
import type { Candidate } from '../clues/candidates.ts'
import { mentionsDues } from '../words/bank-words.ts'
import type { OpenLine } from '../words/line-text.ts'

/** A line without a recorded payment, with its candidates. */
export interface UnmatchedLine {
  line: OpenLine
  candidates: readonly Candidate[]
  /** A reference that another line has as well. */
  repeated: string | undefined
  /** The line has the phone of another member, or words that do not fit the first candidate. */
  isDoubtful: boolean
}

const clueRank = {
  reported: 0,
  notice: 1,
  membership: 2,
  phone: 3,
  account: 4,
  receipt: 5,
  name: 6,
  upi: 8,
}

function rankOfLine({ line, candidates }: UnmatchedLine): number {
  const [first] = candidates
  if (first === undefined) return 9
  if (first.by !== 'name' || first.strength === 'full') return clueRank[first.by]
  // A contact's whole name with a word for dues is stronger evidence than a part of a firm's name.
  return (
    clueRank.name + (first.personSpelling === 'whole' && mentionsDues(line.narration) ? 0.5 : 1)
  )
}

/**
 * Sorts lines by their strongest clue; lines of equal strength are sorted by day. Lines in doubt come last, so that
 * they do not use up the dues that another line pays.
 */
export async function strongestFirst(lines: readonly UnmatchedLine[]): Promise<UnmatchedLine[]> {
  const pause = pauses()
  const strengths = new Map<number, UnmatchedLine[]>()
  for (const line of lines) {
    await pause()
    const strength = rankOfLine(line) + (line.isDoubtful ? 10 : 0)
    const equal = strengths.get(strength)
    if (equal) equal.push(line)
    else strengths.set(strength, [line])
  }
  const sorted: UnmatchedLine[] = []
  for (const [, equal] of [...strengths].toSorted(([a], [b]) => a - b)) {
    await yieldToEventLoop()
    equal.sort(({ line: a }, { line: b }) => compare(a.date, b.date))
    for (const line of equal) sorted.push(line)
  }
  return sorted
}
