/** The parts of the narration of a bank line, each a list of words. */
import { normaliseForSearch } from '#shared/search.ts'
import { withBranchApart } from './bank-words.ts'

const maxTokens = 80

export const upiId = /[\w.]+@\w+/g

/** Splits a narration at its separators '/', '-', ':' and '*' into lists of words. */
export function segmentsOf(narration: string): string[][] {
  const text = normaliseForSearch(withBranchApart(narration))
  const segments: string[][] = []
  let count = 0
  for (const part of text.split(/[^\p{L}\p{M}\p{N}\s&.']+/u)) {
    const tokens = part.match(/[\p{L}\p{M}\p{N}]+/gu)?.slice(0, maxTokens - count) ?? []
    if (tokens.length > 0) segments.push(tokens)
    count += tokens.length
  }
  return segments
}
